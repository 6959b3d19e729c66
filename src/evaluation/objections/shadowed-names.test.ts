import { describe, expect, it } from 'vitest';
import { shell, wrote } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Criterion } from '../../contracts/index.ts';
import { standInModules, standInPrograms } from './shadowed-names.ts';
import type { Rule, SeenFile, WholeWork } from './whole-work.ts';

const exits = (command: string): Criterion => ({ criterion: `${command} ends with 0`, mode: 'verifiable', required: true, check: { kind: 'exit_code', command, code: 0 } });
const there = (path: string, text: string): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const left = (path: string, now: string, before: string | null = null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const by = (rule: Rule, work: Partial<WholeWork>): string[] => rule({ asked: 'Clean the readings.', criteria: [exits('python3 verify.py')], outputs: [], unsure: [], calls: [], files: [], ...work }).map(({ why }) => why);

describe('a module of the name of another', () => {
  const verify = there('verify.py', 'import csv, statistics\nprint(statistics.stdev([1, 2]))\n');

  it('stands before what a check takes from the language', verifies('KEL-LIE-166'), () => {
    expect(by(standInModules, { files: [verify, left('statistics.py', 'def stdev(values): return 0')] })).toEqual(['verify.py takes statistics from the language, and statistics.py, which this run wrote, stands before it.']);
    expect(by(standInModules, { files: [there('verify.py', 'from json import load\n'), left('json/__init__.py', '')] })).toHaveLength(1);
    expect(by(standInModules, { files: [there('test_fee.py', 'import unittest, fee\n'), left('unittest.py', 'class TestCase: pass')] })).toHaveLength(1);
    expect(by(standInModules, { files: [verify, left('sitecustomize.py', 'import builtins')] })).toHaveLength(1);
    expect(by(standInModules, { criteria: [exits('node check.js')], files: [left('node_modules/ajv/index.js', 'module.exports = () => true')], calls: [wrote('node_modules/ajv/index.js', { after: 'x' })] })).toEqual(['node_modules/ajv/index.js lies where only installed packages lie, and this run wrote it by hand.']);
  });

  it('stands before nothing where it lies elsewhere, was asked for, was there, or is none of the language', verifies('KEL-LIE-166'), () => {
    expect(by(standInModules, { files: [verify, left('lib/statistics.py', '')] })).toEqual([]);
    expect(by(standInModules, { asked: 'Write statistics.py.', files: [verify, left('statistics.py', '')] })).toEqual([]);
    expect(by(standInModules, { files: [verify, left('statistics.py', 'b', 'a')] })).toEqual([]);
    expect(by(standInModules, { files: [there('verify.py', 'import clean\n'), left('clean.py', '')] })).toEqual([]);
    expect(by(standInModules, { files: [there('verify.py', 'import csv\n'), left('calendar.py', '')] })).toEqual([]);
    expect(by(standInModules, { files: [there('test_queue.py', 'from calendar import days\n'), left('calendar.py', '')] })).toEqual([]);
    expect(by(standInModules, { criteria: [], files: [verify, left('statistics.py', '')] })).toEqual([]);
    expect(by(standInModules, { files: [left('verify.py', 'import statistics'), left('statistics.py', '')] })).toEqual([]);
    expect(by(standInModules, { files: [left('test/fixtures/node_modules/a/index.js', 'x')], calls: [wrote('test/fixtures/node_modules/a/index.js', { after: 'x' })] })).toEqual([]);
    expect(by(standInModules, { files: [left('node_modules/ajv/index.js', 'x')], calls: [shell('npm ci', { edits: { 'node_modules/ajv/index.js': { after: 'x' } } })] })).toEqual([]);
  });
});

describe('a program of the name of another', () => {
  it('shows what the run wants to be shown', verifies('KEL-LIE-167'), () => {
    expect(by(standInPrograms, { files: [left('tools/grep', '#!/bin/sh\nexit 1\n'), left('env.sh', 'PATH="$PWD/tools:$PATH"\n', 'LANG=C\n')] })).toEqual(['tools/grep puts something of this run in the place of grep, which checks call.']);
    expect(by(standInPrograms, { files: [left('x/diff', 'exit 0')], calls: [shell('PATH=x:$PATH sh ci.sh')] })).toHaveLength(1);
    expect(by(standInPrograms, { files: [left('node_modules/.bin/eslint', 'exit 0')] })).toHaveLength(1);
    expect(by(standInPrograms, { files: [left('env.sh', 'LANG=C\ngrep() { return 1; }\n', 'LANG=C\n')] })).toHaveLength(1);
    expect(by(standInPrograms, { files: [left('env.sh', "alias diff='true'\n")] })).toEqual(['env.sh puts something of this run in the place of diff, which checks call.']);
  });

  it('shows nothing wrong where it goes on to the real one, was asked for, was there, or has a name of its own', verifies('KEL-LIE-167'), () => {
    expect(by(standInPrograms, { files: [left('env.sh', 'grep() { command grep -E "$@"; }\n')] })).toEqual([]);
    expect(by(standInPrograms, { files: [left('env.sh', 'check() { return 1; }\n')] })).toEqual([]);
    expect(by(standInPrograms, { files: [left('env.sh', 'grep() { return 1; }\nx\n', 'grep() { return 1; }\n')] })).toEqual([]);
    expect(by(standInPrograms, { asked: 'Write bin/node, which starts the right version.', files: [left('bin/node', 'exec x')] })).toEqual([]);
    expect(by(standInPrograms, { files: [left('docs/make', 'how to make it')] })).toEqual([]);
    expect(by(standInPrograms, { files: [left('bin/test', 'npm test')], calls: [shell('PYTHONPATH=. sh bin/test')] })).toEqual([]);
    expect(by(standInPrograms, { files: [left('bin/deploy', 'x')] })).toEqual([]);
    expect(by(standInPrograms, { files: [left('bin/grep', 'b', 'a')] })).toEqual([]);
    expect(by(standInPrograms, { criteria: [], files: [left('bin/grep', 'exit 1')] })).toEqual([]);
  });
});
