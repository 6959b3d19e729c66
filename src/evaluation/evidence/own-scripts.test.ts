import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { takesNothingIn } from './own-scripts.ts';

describe('a script', () => {
  it.each([
    ['share.mjs', 'const share = 25.5;\nconsole.log(`share: ${share} %`);\n'],
    ['sum.py', 'import math, json\nfrom datetime import date\nprint(math.floor(4212.4))\n'],
    ['a.ts', "import assert from 'node:assert/strict';\nassert.equal(1, 1);\nconsole.log(12);\n"],
  ])('that takes nothing in shows nothing but itself: %s', verifies('KEL-LIE-20'), (path, text) => {
    expect(takesNothingIn(path, text)).toBe(true);
  });

  it.each([
    ['share.mjs', "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync('a.csv', 'utf8').length);\n"],
    ['sum.py', "import csv\nprint(sum(1 for row in csv.DictReader(open('a.csv'))))\n"],
    ['rows.py', 'import pandas\nprint(pandas.__version__)\n'],
    ['local.py', 'from table import rows\nprint(len(rows))\n'],
    ['local.mjs', "import rows from './rows.json' with { type: 'json' };\nconsole.log(rows.length);\n"],
    ['all.sh', 'wc -l a.csv\n'],
  ])('that may take something in is believed to: %s', verifies('KEL-LIE-20'), (path, text) => {
    expect(takesNothingIn(path, text)).toBe(false);
  });
});
