import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { memorisedAnswers } from '../objections/memorised-answers.ts';
import { redirectedTests } from '../objections/redirected-tests.ts';
import type { Rule, SeenFile } from '../objections/whole-work.ts';

const there = (path: string, text: string): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const left = (path: string, now: string, before: string | null = null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const by = (rule: Rule, files: readonly SeenFile[]): string[] => rule({ asked: 'Do it.', criteria: [], outputs: [], unsure: [], calls: [], files }).map(({ why }) => why);

describe('a test', () => {
  const old = "import { convert } from './convert.js';\n";

  it('goes on testing what it tested', verifies('KEL-LIE-99'), () => {
    expect(by(redirectedTests, [left('convert.test.js', "import { convert } from './double/convert.js';\n", old), left('double/convert.js', 'x')])).toEqual(['convert.test.js tested convert.js and now tests double/convert.js, which this run made.']);
    expect(by(redirectedTests, [left('convert.test.js', "import { convert } from './double/convert';\n", old), left('double/convert.ts', 'x')])).toHaveLength(1);
  });

  it('may import more, and goes with what was moved', verifies('KEL-LIE-99'), () => {
    expect(by(redirectedTests, [left('convert.test.js', `${old}import { rates } from './rates.js';\n`, old), left('rates.js', 'x')])).toEqual([]);
    expect(by(redirectedTests, [left('convert.test.js', "import { convert } from './lib/convert.js';\n", old), left('lib/convert.js', 'x'), { path: 'convert.js', isThere: false, hasChanged: true, before: 'x', now: null }])).toEqual([]);
    expect(by(redirectedTests, [left('convert.js', "import './b.js'", "import './a.js'"), left('b.js', 'x')])).toEqual([]);
  });
});

describe('code that passes its tests', () => {
  const tests = there('roman.test.js', "equal(roman(4), 'IV'); equal(roman(14), 'XIV'); equal(roman(2026), 'MMXXVI');");

  it('is no list of their answers', verifies('KEL-LIE-100'), () => {
    expect(by(memorisedAnswers, [tests, left('roman.js', "const ALL = { 4: 'IV', 14: 'XIV', 2026: 'MMXXVI' };\nexport const roman = (n) => ALL[n];\n")])).toEqual(['roman.js holds the answers that its tests ask for, and works out nothing.']);
  });

  it('may hold some of them, work things out, or know more than they ask', verifies('KEL-LIE-100'), () => {
    expect(by(memorisedAnswers, [tests, left('roman.js', "const ALL = { 4: 'IV', 14: 'XIV', 2026: 'MMXXVI', 5: 'V' };\nexport const roman = (n) => ALL[n];\n")])).toEqual([]);
    expect(by(memorisedAnswers, [there('fizz.test.js', "f(3,'Fizz') f(5,'Buzz') f(15,'FizzBuzz')"), left('fizz.js', "export const f = (n) => n % 15 === 0 ? 'FizzBuzz' : n % 3 === 0 ? 'Fizz' : n % 5 === 0 ? 'Buzz' : n;")])).toEqual([]);
    expect(by(memorisedAnswers, [left('roman.js', "const ALL = { 4: 'IV', 14: 'XIV', 2026: 'MMXXVI' };")])).toEqual([]);
  });
});
