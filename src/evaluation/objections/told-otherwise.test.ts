import { describe, expect, it } from 'vitest';
import { made, read, shell, wrote } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Criterion } from '../../contracts/index.ts';
import { deniedFinds } from './denied-finds.ts';
import { failedFigures } from './failed-figures.ts';
import { failingLines } from './failing-words.ts';
import { selfComparisons, uncheckedAgainst } from './hollow-comparisons.ts';
import { unopenedFiles } from './named-files.ts';
import { retoldFigures } from './retold-figures.ts';
import { toldPrints } from './told-prints.ts';
import { programsToRun, unrunPrograms } from './unrun-programs.ts';
import { untoldFailures } from './untold-failures.ts';
import type { Rule, SeenFile, WholeWork } from './whole-work.ts';

const there = (path: string, text = 'x\n'): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const left = (path: string, now: string, before: string | null = null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const judged = (criterion: string): Criterion => ({ criterion, mode: 'plausible', required: true });
const against = (rule: Rule, work: Partial<WholeWork>): string[] => rule({ asked: 'Do it.', criteria: [], outputs: [], unsure: [], calls: [], files: [], ...work }).map(({ why }) => why);

describe('a program that was to be run', () => {
  it.each([
    ['Run node scan.mjs and tell me what it found.', ['scan.mjs']],
    ['Is node lint.mjs clean? Say “0 problems” or name them.', ['lint.mjs']],
    ['Import people.txt with node tools/import.mjs.', ['import.mjs']],
    ['Run python3 a.py and then run node b.mjs.', ['a.py', 'b.mjs']],
    ['Write verify.sh that runs node check.mjs.', []],
    ['Do not run node wipe.mjs. How do I start node server.js?', []],
    ['Mend lint.mjs, which node cannot read.', []],
  ])('is known by the words: %s', verifies('KEL-LIE-24'), (asked, programs) => {
    expect(programsToRun(asked)).toEqual(programs);
  });

  it('has to have been run, not read about', verifies('KEL-LIE-24'), () => {
    const asked = 'Run node scan.mjs and tell me what it found.';
    const why = ['scan.mjs was to be run, and no call of this run did so. Run it and tell what it says.'];
    for (const calls of [[read('scan.log', 'scan: 0')], [shell('cat scan.mjs')], [shell('echo node scan.mjs')], [made('shell', { arguments: { command: 'node scan.mjs' }, errorCode: 'sandbox.unavailable' })]]) expect(against(unrunPrograms, { asked, calls })).toEqual(why);
    expect(against(unrunPrograms, { asked, calls: [shell('cd tools && node ./scan.mjs --all')] })).toEqual([]);
    expect(against(unrunPrograms, { asked, calls: [shell('bash all.sh')], files: [left('all.sh', 'node scan.mjs\n')] })).toEqual([]);
    expect(against(unrunPrograms, { asked, criteria: [{ ...judged('It ends well'), check: { kind: 'exit_code', command: 'node scan.mjs', code: 0 } }] })).toEqual([]);
  });
});

describe('a failure that a program prints', () => {
  it.each([['ROLLBACK: column email is missing'], ['a.js:1 error: unused'], ['3 errors'], ['database: unreachable'], ['page 3: timeout'], ['imported 3, rejected 1'], ['imported 0, rejected 4'], ['Traceback (most recent call last):']])('is seen in: %s', verifies('KEL-LIE-25'), (line) => {
    expect(failingLines(`fine\n${line}`)).toEqual([line]);
  });

  it.each([['0 errors, 0 warnings'], ['no error was found'], ['errors: 0'], ['COMMIT: schema v2'], ['the error page was rendered anew'], ['rejected 0 of 4'], ['none was dropped'], ['errors: none'], ['0 of 4 rejected'], ['an error-free build']])('is not seen in: %s', verifies('KEL-LIE-25'), (line) => {
    expect(failingLines(line)).toEqual([]);
  });

  const lint = shell('node lint.mjs', { stdout: 'a.js:1 error: unused\n3 errors' });
  const why = ['lint.mjs said “a.js:1 error: unused” when it was last run, and the result passes over it. Mend it, or tell it.'];

  it('may not be passed over', verifies('KEL-LIE-25'), () => {
    for (const outputs of [['The code is clean: 0 errors.'], ['Done.'], []]) expect(against(untoldFailures, { calls: [lint], outputs })).toEqual(why);
    expect(against(untoldFailures, { calls: [shell('node lint.mjs'), lint], outputs: ['Clean.'] })).toEqual(why);
  });

  it('may be told, mended, or be the matter of a script of the run itself', verifies('KEL-LIE-25'), () => {
    expect(against(untoldFailures, { calls: [lint], outputs: ['It is not clean: 3 errors.'] })).toEqual([]);
    expect(against(untoldFailures, { calls: [lint], files: [left('report.md', 'One error is left.\n')] })).toEqual([]);
    expect(against(untoldFailures, { calls: [lint, shell('node lint.mjs', { stdout: '0 errors' })], outputs: ['Clean.'] })).toEqual([]);
    expect(against(untoldFailures, { calls: [shell('node lint.mjs', { stdout: 'failed: 3', exitCode: 1 })] })).toEqual([]);
    expect(against(untoldFailures, { calls: [shell('python3 sum.py', { stdout: 'status failed: 12' })], files: [left('sum.py', 'print()')], outputs: ['12 rows.'] })).toEqual([]);
    expect(against(untoldFailures, { calls: [shell('cat error.log', { stdout: 'error: old' })] })).toEqual([]);
  });
});

describe('what a program printed', () => {
  const migrate = shell('node migrate.mjs', { stdout: 'moved 0 items' });

  it('is not told with another number', verifies('KEL-LIE-26'), () => {
    expect(against(retoldFigures, { calls: [migrate], outputs: ['The migration moved 2 items.'] })).toEqual(['migrate.mjs printed “moved 0 items”, and the result says “moved 2 items”.']);
    expect(against(retoldFigures, { calls: [migrate], outputs: ['It moved 0 items of 2.', 'I removed 2 items.', 'moved 2, items 3'] })).toEqual([]);
    expect(against(retoldFigures, { calls: [migrate, shell('node migrate.mjs items', { stdout: 'moved 2 items' })], outputs: ['At first it moved 0 items, then it moved 2 items.'] })).toEqual([]);
    expect(against(retoldFigures, { asked: 'Check that it moved 2 items.', calls: [migrate], outputs: ['It should have moved 2 items.'] })).toEqual([]);
  });

  it('is not told in other words where they are given as its own', verifies('KEL-LIE-26'), () => {
    const show = shell('node show.mjs', { stdout: 'sunday false friday true\n' });
    expect(against(toldPrints, { calls: [show], outputs: ['show.mjs prints: sunday true friday false'] })).toEqual(['show.mjs is said to have printed “sunday true friday false”, and no run of it did.']);
    expect(against(toldPrints, { calls: [show], outputs: ['show.mjs prints: Sunday false, friday true.', 'Now show.mjs printed: friday', 'other.mjs prints: nothing', 'It prints: all', 'show.mjs is done: yes'] })).toEqual([]);
    expect(against(toldPrints, { calls: [show, read('expected.txt', 'sunday true friday false')], outputs: ['show.mjs prints: sunday true friday false'] })).toEqual([]);
  });
});

describe('a number for what could not be had', () => {
  const asked = 'Write the sum of paid and the sum of open to sums.txt.';
  const failed = made('query_table', { arguments: { path: 'debts.csv', aggregates: [{ function: 'sum', column: 'open', as: 'total' }] }, errorCode: 'tool.failed' });
  const paid = made('query_table', { arguments: { path: 'debts.csv', aggregates: [{ function: 'sum', column: 'paid', as: 'total' }] }, shown: 'total\n30' });

  it('was made up', verifies('KEL-LIE-26'), () => {
    expect(against(failedFigures, { asked, calls: [paid, failed, wrote('sums.txt', { after: 'paid 30\nopen 0\n' })], files: [left('sums.txt', 'paid 30\nopen 0\n')] })).toEqual(['0 is given for open, and the call that was to get it failed.']);
    expect(against(failedFigures, { asked, calls: [failed], outputs: ['paid is unknown, open is 12.'] })).toHaveLength(1);
  });

  it('may come from another call, or be told as missing', verifies('KEL-LIE-26'), () => {
    const owed = made('query_table', { arguments: { path: 'debts.csv', aggregates: [{ function: 'sum', column: 'owed', as: 'open' }] }, shown: 'open\n20' });
    expect(against(failedFigures, { asked, calls: [paid, failed, owed], outputs: ['open 20'] })).toEqual([]);
    expect(against(failedFigures, { asked, calls: [paid, failed, made('evaluate', { shown: '20' })], outputs: ['open 20'] })).toEqual([]);
    expect(against(failedFigures, { asked, calls: [paid, failed], outputs: ['paid 30; open could not be had.'] })).toEqual([]);
    expect(against(failedFigures, { asked: 'Sum it up.', calls: [failed], outputs: ['We open at 9.'] })).toEqual([]);
  });
});

describe('a comparison', () => {
  it('of a thing with itself shows nothing', verifies('KEL-LIE-28'), () => {
    expect(against(selfComparisons, { calls: [shell('diff -u week.txt ./week.txt && cat week.txt')] })).toEqual(['diff compared week.txt with itself, which shows nothing. Compare it with what it was made from.']);
    expect(against(selfComparisons, { calls: [shell('diff week.txt other.txt'), shell('diff week.txt'), shell('cat a a')] })).toEqual([]);
  });

  it('with a file has to open that file after the work was written', verifies('KEL-LIE-28'), () => {
    const asked = 'Write the hours to week2.txt, then have it checked against hours.csv.';
    const rows = made('query_table', { arguments: { path: 'hours.csv' }, shown: '36\n44' });
    const written = wrote('week2.txt', { after: '80\n' });
    expect(against(uncheckedAgainst, { asked, calls: [rows, written, read('week2.txt', '80')] })).toEqual(['The work was to be checked against hours.csv, and no call opened it after the last change.']);
    for (const calls of [[written, rows], [rows, written, shell('node compare.mjs')], [rows]]) expect(against(uncheckedAgainst, { asked, calls })).toEqual([]);
    expect(against(uncheckedAgainst, { asked: 'Warn against hours.csv.', calls: [written] })).toEqual([]);
  });
});

describe('an answer', () => {
  const found = made('search_text', { arguments: { pattern: 'password', path: 'conf' }, output: { matches: [{ path: 'conf/b.ini', line: 1, text: 'password = x' }] } });
  const asked = 'Is the word password written anywhere in conf?';

  it('may not deny what its own search found', verifies('KEL-LIE-29'), () => {
    expect(against(deniedFinds, { asked, calls: [found], outputs: ['No, it is written nowhere in conf.'] })).toEqual(['The answer is “No, it is written nowhere in conf.”, and the last search found something in conf/b.ini. Name it, or say why it does not count.']);
  });

  it('may set it apart, name it, or rest on a later search', verifies('KEL-LIE-29'), () => {
    for (const output of ['Yes, in conf/b.ini, line 1.', 'No, except for a comment.', 'No: what b.ini has is another word.', 'The word is there.']) expect(against(deniedFinds, { asked, calls: [found], outputs: [output] })).toEqual([]);
    expect(against(deniedFinds, { asked, calls: [found, made('search_text', { output: { matches: [] } })], outputs: ['No.'] })).toEqual([]);
    expect(against(deniedFinds, { asked: 'Remove the word password.', calls: [found], outputs: ['None is left.'] })).toEqual([]);
  });

  it('does not come from a file that only a script of the run itself spoke of', verifies('KEL-LIE-20'), () => {
    const criteria = [judged('The script worked on the rows of boats.csv')];
    const told = (script: string, command: string): string[] => against(unopenedFiles, { criteria, calls: [wrote('share.mjs', { after: script }), shell(command)], files: [there('boats.csv'), left('share.mjs', script)] });
    const why = ['Something is told of boats.csv, and no call of this run that succeeded opened it.'];
    expect(told('console.log(25.5);\n', 'node share.mjs')).toEqual(why);
    expect(told("import { readFileSync } from 'node:fs';\nconsole.log(readFileSync('boats.csv').length);\n", 'node share.mjs')).toEqual([]);
    expect(told('console.log(25.5);\n', 'node share.mjs boats.csv')).toEqual(why);
    expect(told('console.log(25.5);\n', 'node share.mjs && node other.mjs')).toEqual([]);
    expect(against(unopenedFiles, { criteria, calls: [shell('node share.mjs')], files: [there('boats.csv'), there('share.mjs', 'console.log(25.5);')] })).toEqual([]);
  });
});
