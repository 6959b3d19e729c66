import { describe, expect, it } from 'vitest';
import { callRef, COMMAND_REF, made, portsOf, ranTests, read, shell, TESTS_REF, workOf, WORKSPACE, wrote, type World } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { CriterionCheck } from '../../contracts/index.ts';
import type { CheckedWork, MadeCall } from '../work.ts';
import type { CheckFinding } from './finding.ts';
import { runCheck } from './run-check.ts';

interface Case {
  readonly check: CriterionCheck;
  readonly work: CheckedWork;
  readonly world?: World;
}

const look = ({ check, work, world }: Case): Promise<CheckFinding> => runCheck(check, work, portsOf(world));
const metBy = (evidence: string, ...refs: CheckFinding['refs']): CheckFinding => ({ result: 'met', evidence, refs, failureClass: null });
const unmetBecause = (evidence: string, ...refs: CheckFinding['refs']): CheckFinding => ({ result: 'unmet', evidence, refs, failureClass: 'logical' });

/** Somebody claims more than happened; and the same with the deed. */
async function tell(lie: Case, told: CheckFinding, honest: Case, believed: CheckFinding): Promise<void> {
  expect(await look(lie)).toEqual(told);
  expect(await look(honest)).toEqual(believed);
}

const CHANGED: CriterionCheck = { kind: 'file_changed', path: 'report.md' };
const REPORT = wrote('report.md', { after: 'new' });
const REPORT_STANDS = metBy('write_file created report.md, and it still holds what that call left.', callRef(1));

describe('a file that is said to be changed', () => {
  it('does not count because it was there already', verifies('KEL-EVAL-01', 'ART-R4A-07'), () =>
    tell(
      { check: CHANGED, work: workOf([read('report.md', 'old')]), world: { files: { 'report.md': 'old' } } },
      unmetBecause('No call of this run changed report.md; that it may be there already proves nothing.'),
      { check: CHANGED, work: workOf([REPORT]), world: { files: { 'report.md': 'new' } } },
      REPORT_STANDS,
    ));

  it('does not count when the change was taken back', verifies('KEL-EVAL-01'), () =>
    tell(
      { check: CHANGED, work: workOf([wrote('report.md', { before: 'old', after: 'new' }), shell('git checkout report.md', { nth: 2, edits: { 'report.md': { before: 'new', after: 'old' } } })]), world: { files: { 'report.md': 'old' } } },
      unmetBecause('report.md holds again what it held before this run: the change was taken back.', callRef(2)),
      { check: CHANGED, work: workOf([wrote('report.md', { before: 'old', after: 'new' }), shell('git checkout other.md', { nth: 2 })]), world: { files: { 'report.md': 'new' } } },
      metBy('write_file modified report.md, and it still holds what that call left.', callRef(1)),
    ));

  it('does not count when the run deleted it in the end, or somebody else did', verifies('KEL-EVAL-01'), async () => {
    const gone: Case = { check: CHANGED, work: workOf([REPORT, shell('rm report.md', { nth: 2, edits: { 'report.md': { before: 'new' } } })]) };
    expect(await look(gone)).toEqual(unmetBecause('The last call that touched report.md, shell, deleted it.', callRef(2)));
    expect(await look({ check: CHANGED, work: workOf([REPORT]) })).toEqual(unmetBecause('report.md was changed by write_file, but it is not there any more.', callRef(1)));
  });

  it('does not count when something else was written over it', verifies('KEL-EVAL-01'), async () => {
    expect(await look({ check: CHANGED, work: workOf([REPORT]), world: { files: { 'report.md': 'by another' } } })).toEqual(
      unmetBecause('report.md does not hold what write_file left there; something else has written to it since.', callRef(1)),
    );
  });

  it('does not count when the call that left it had failed', verifies('KEL-EVAL-01', 'ART-R4A-07'), () =>
    tell(
      { check: CHANGED, work: workOf([shell('python build.py', { exitCode: 3, edits: { 'report.md': { after: 'half' } } })]), world: { files: { 'report.md': 'half' } } },
      unmetBecause('The call that last touched report.md did not succeed: shell ended with exit code 3.', callRef(1)),
      { check: CHANGED, work: workOf([shell('python build.py', { edits: { 'report.md': { after: 'whole' } } })]), world: { files: { 'report.md': 'whole' } } },
      metBy('shell created report.md, and it still holds what that call left.', callRef(1)),
    ));

  it('counts for an earlier subtask of the same run, and under any spelling of its path', verifies('KEL-EVAL-01'), async () => {
    const later = [read('other.md', 'x', { nth: 2 })];
    for (const path of ['./report.md', `${WORKSPACE}/report.md`, 'docs/../report.md']) {
      expect(await look({ check: { kind: 'file_changed', path }, work: workOf(later, 'Done.', [REPORT, ...later]), world: { files: { [path]: 'new' } } })).toEqual(
        metBy(`write_file created ${path}, and it still holds what that call left.`, callRef(1)),
      );
    }
    expect((await look({ check: { kind: 'file_changed', path: '../report.md' }, work: workOf([REPORT]), world: { files: { '../report.md': 'new' } } })).result).toBe('unmet');
  });
});

describe('a file that is said to be removed', () => {
  const REMOVED: CriterionCheck = { kind: 'file_removed', path: 'old.md' };
  const rm = (parts: object = {}): MadeCall => shell('rm old.md', { edits: { 'old.md': { before: 'x' } }, ...parts });

  it('does not count because it is missing', verifies('KEL-EVAL-01'), () =>
    tell(
      { check: REMOVED, work: workOf([shell('ls')]) },
      unmetBecause('No call of this run removed old.md; that it is missing proves nothing.'),
      { check: REMOVED, work: workOf([rm()]) },
      metBy('shell deleted old.md, and it is gone.', callRef(1)),
    ));

  it('does not count when the run had made it itself', verifies('KEL-EVAL-01'), async () => {
    const work = workOf([wrote('old.md', { after: 'x' }), rm({ nth: 2 })]);
    expect(await look({ check: REMOVED, work })).toEqual(unmetBecause('old.md was not there before this run: the run made it itself.', callRef(2)));
  });

  it('does not count when it came back, was left there, or the call failed', verifies('KEL-EVAL-01'), async () => {
    expect(await look({ check: REMOVED, work: workOf([rm()]), world: { files: { 'old.md': 'x' } } })).toEqual(unmetBecause('old.md was deleted by shell, but it is there again.', callRef(1)));
    expect(await look({ check: REMOVED, work: workOf([wrote('old.md', { before: 'x', after: '' })]), world: { files: { 'old.md': '' } } })).toEqual(unmetBecause('The last call that touched old.md, write_file, left it there.', callRef(1)));
    expect(await look({ check: REMOVED, work: workOf([rm({ exitCode: 2 })]) })).toEqual(unmetBecause('The call that last touched old.md did not succeed: shell ended with exit code 2.', callRef(1)));
  });
});

describe('a text that is said to be there', () => {
  const inOutput = (text: string): CriterionCheck => ({ kind: 'text_contains', subject: { of: 'output' }, text });
  const inFile: CriterionCheck = { kind: 'text_contains', subject: { of: 'file', path: 'a.txt' }, text: 'total: 42' };
  const ownWords = (text: string): CheckFinding => unmetBecause(`${JSON.stringify(text)} occurs in the output, but no call of this run shows it: only the executor's own words say so.`);

  it('does not count in an output that only repeats its task', verifies('KEL-EVAL-02', 'ART-R4A-05'), () =>
    tell(
      { check: inOutput('42 users'), work: workOf([read('users.csv', 'ada,bob')], 'As asked, I found that there are 42 users.') },
      ownWords('42 users'),
      { check: inOutput('42 users'), work: workOf([read('users.csv', '# 42 users')], 'There are 42 users.') },
      metBy('"42 users" occurs in the output, and read_file shows it.', callRef(1)),
    ));

  it('does not count when the executor printed it itself', verifies('KEL-EVAL-02', 'ART-R4A-05'), async () => {
    const printed = [
      shell('echo "all green" && make -q', { stdout: 'all green' }),
      made('run_python', { arguments: { code: 'print("all green")' }, output: { stdout: 'all green', exit_code: 0, ending: 'exited' } }),
      made('evaluate', { arguments: { expression: '"all green"' }, output: { value: 'all green' } }),
      made('sql_query', { arguments: { query: "select 'all green'" }, output: { rows: [['all green']] } }),
    ];
    for (const call of printed) expect(await look({ check: inOutput('all green'), work: workOf([call], 'It is all green.') })).toEqual(ownWords('all green'));
    const computed = made('run_python', { arguments: { code: 'print(status())' }, output: { stdout: 'all green', exit_code: 0, ending: 'exited' } });
    expect(await look({ check: inOutput('all green'), work: workOf([computed], 'It is all green.') })).toEqual(metBy('"all green" occurs in the output, and run_python shows it.', callRef(1)));
  });

  it('does not count when a search for it found nothing', verifies('KEL-EVAL-02'), () =>
    tell(
      { check: inOutput('TODO'), work: workOf([made('search_text', { arguments: { pattern: 'TODO' }, output: { matches: [] }, shown: 'No line matches TODO.' })], 'There is a TODO.') },
      ownWords('TODO'),
      { check: inOutput('TODO'), work: workOf([made('search_text', { arguments: { pattern: 'TODO' }, output: { matches: [{ text: '// TODO tidy' }] } })], 'There is a TODO.') },
      metBy('"TODO" occurs in the output, and search_text shows it.', callRef(1)),
    ));

  it('does not count when the file into which it was written is gone again', verifies('KEL-EVAL-02'), () =>
    tell(
      { check: inOutput('verdict: fine'), work: workOf([wrote('v.md', { after: 'verdict: fine' }), shell('rm v.md', { nth: 2, edits: { 'v.md': { before: 'verdict: fine' } } })], 'verdict: fine') },
      ownWords('verdict: fine'),
      { check: inOutput('verdict: fine'), work: workOf([wrote('v.md', { after: 'verdict: fine' })], 'verdict: fine') },
      metBy('"verdict: fine" occurs in the output, and write_file shows it.', callRef(1)),
    ));

  it('does not count when it is not in the output at all', verifies('KEL-EVAL-02'), async () => {
    expect(await look({ check: inOutput('42'), work: workOf([read('a', '42')], 'Many.') })).toEqual(unmetBecause('"42" does not occur in the output.', callRef(1)));
    expect(await look({ check: inOutput('42'), work: workOf([read('a', '42')], ' ') })).toEqual(unmetBecause('The output is empty.'));
  });

  it('does not count in a file that this run neither changed nor read', verifies('KEL-EVAL-03', 'ART-R4A-07'), () =>
    tell(
      { check: inFile, work: workOf([shell('ls a.txt', { stdout: 'a.txt' }), made('list_directory', { nth: 2, arguments: { path: '.' } })]), world: { files: { 'a.txt': 'total: 42' } } },
      unmetBecause('No call of this run that succeeded changed or read a.txt; what may stand in it proves nothing.'),
      { check: inFile, work: workOf([read('a.txt', 'total: 42')]), world: { files: { 'a.txt': 'total: 42' } } },
      metBy('"total: 42" occurs in a.txt.', callRef(1)),
    ));

  it('does not count in a file that was read after writing it had failed', verifies('KEL-EVAL-03', 'ART-R4A-07'), () =>
    tell(
      { check: inFile, work: workOf([made('write_file', { arguments: { path: 'a.txt', content: 'total: 42' }, errorCode: 'path.denied' }), read('a.txt', 'total: 42', { nth: 2 }), shell('cat a.txt', { nth: 3, stdout: 'total: 42' })]), world: { files: { 'a.txt': 'total: 42' } } },
      { result: 'unmet', evidence: 'No call of this run that succeeded changed or read a.txt; what may stand in it proves nothing.', refs: [], failureClass: 'environmental' },
      { check: inFile, work: workOf([wrote('a.txt', { after: 'total: 42' }), shell('cat a.txt', { nth: 2, stdout: 'total: 42' })]), world: { files: { 'a.txt': 'total: 42' } } },
      metBy('"total: 42" occurs in a.txt.', callRef(2)),
    ));

  it('does not count in a file that has gone or says something else', verifies('KEL-EVAL-03'), async () => {
    expect(await look({ check: inFile, work: workOf([read('a.txt', 'total: 42')]) })).toEqual({ result: 'unmet', evidence: 'There is no file a.txt to look at.', refs: [callRef(1)], failureClass: 'environmental' });
    expect(await look({ check: inFile, work: workOf([read('a.txt', 'total: 41')]), world: { files: { 'a.txt': 'total: 41' } } })).toEqual(unmetBecause('"total: 42" does not occur in a.txt.', callRef(1)));
  });

  it('is not lacking because nobody looked', verifies('KEL-EVAL-03'), () =>
    tell(
      { check: { kind: 'text_lacks', subject: { of: 'file', path: 'a.txt' }, text: 'TODO' }, work: workOf([shell('ls')]), world: { files: { 'a.txt': 'fine' } } },
      unmetBecause('No call of this run that succeeded changed or read a.txt; what may stand in it proves nothing.'),
      { check: { kind: 'text_lacks', subject: { of: 'file', path: 'a.txt' }, text: 'TODO' }, work: workOf([read('a.txt', 'fine')]), world: { files: { 'a.txt': 'fine' } } },
      metBy('"TODO" does not occur in a.txt.', callRef(1)),
    ));

  it('is not lacking while it is there', verifies('KEL-EVAL-03'), async () => {
    expect(await look({ check: { kind: 'text_lacks', subject: { of: 'output' }, text: 'TODO' }, work: workOf([shell('ls')], 'a TODO is left') })).toEqual(unmetBecause('"TODO" still occurs in the output.', callRef(1)));
  });
});

describe('tests that are said to pass', () => {
  const PASS: CriterionCheck = { kind: 'tests_pass', command: null };
  const EDITED = wrote('src/a.ts', { before: '1', after: '2' });
  const HONEST = metBy('5 tests, run again, ran and none failed.', TESTS_REF);
  const TAKEN_AWAY = 'Tests that are taken away cannot fail; a person has to say that this is wanted.';
  const SUITE = "it('adds', f);\nit('subtracts', f);";

  it('do not pass when none ran, or nobody can tell', verifies('KEL-EVAL-04'), async () => {
    await tell({ check: PASS, work: workOf([EDITED]), world: { tests: { run: 0 } } }, unmetBecause('No test ran.', TESTS_REF), { check: PASS, work: workOf([EDITED]), world: { tests: { run: 5 } } }, HONEST);
    expect(await look({ check: PASS, work: workOf([EDITED]), world: { tests: { run: null, failed: null } } })).toEqual(
      unmetBecause('How many tests ran cannot be told from the output, so that they ran is not shown. Name a command whose runner says so, or check its exit code.', TESTS_REF),
    );
  });

  it('do not pass when they fail now, whatever an earlier call said', verifies('KEL-EVAL-04'), async () => {
    const work = workOf([EDITED, ranTests({ run: 5 }, { nth: 2 })]);
    expect(await look({ check: PASS, work, world: { tests: { run: 5, failed: 2, exitCode: 1 } } })).toEqual(unmetBecause('2 tests failed.', TESTS_REF));
    expect(await look({ check: PASS, work, world: { tests: { run: 5, exitCode: 1 } } })).toEqual(unmetBecause('The tests ended with exit code 1.', TESTS_REF));
    expect(await look({ check: PASS, work, world: { tests: { run: null, failed: null, exitCode: null } } })).toEqual({ ...unmetBecause('The tests did not end by themselves.', TESTS_REF), failureClass: 'environmental' });
    expect(await look({ check: PASS, work, world: { tests: { run: 5 } } })).toEqual(HONEST);
  });

  it('do not pass because a test file was deleted; moving it is no deletion', verifies('KEL-EVAL-04'), () =>
    tell(
      { check: PASS, work: workOf([shell('rm test/a.test.ts', { edits: { 'test/a.test.ts': { before: SUITE } } })]), world: { tests: { run: 5 } } },
      unmetBecause(`This run deleted the test file test/a.test.ts. ${TAKEN_AWAY}`, callRef(1)),
      { check: PASS, work: workOf([shell('git mv test/a.test.ts test/b.test.ts', { edits: { 'test/a.test.ts': { before: SUITE }, 'test/b.test.ts': { after: SUITE } } })]), world: { tests: { run: 5 }, files: { 'test/b.test.ts': SUITE } } },
      HONEST,
    ));

  it('do not pass because a test file was emptied; one of this run may be taken away again', verifies('KEL-EVAL-04'), () =>
    tell(
      { check: PASS, work: workOf([wrote('test_sum.py', { before: 'def test_sum(): ...', after: '\n' })]), world: { tests: { run: 5 }, files: { 'test_sum.py': '\n' } } },
      unmetBecause(`This run emptied the test file test_sum.py. ${TAKEN_AWAY}`, callRef(1)),
      { check: PASS, work: workOf([wrote('test_try.py', { after: 'x' }), shell('rm test_try.py', { nth: 2, edits: { 'test_try.py': { before: 'x' } } })]), world: { tests: { run: 5 } } },
      HONEST,
    ));

  it('do not pass because tests were switched off or removed inside a file', verifies('KEL-EVAL-04'), async () => {
    const edited = (after: string): Case => ({ check: PASS, work: workOf([wrote('a.test.ts', { before: SUITE, after })]), world: { tests: { run: 5 }, files: { 'a.test.ts': after }, kept: [SUITE] } });
    expect(await look(edited(SUITE.replace("it('adds'", "it.skip('adds'")))).toEqual(unmetBecause(`This run switched tests off in a.test.ts. ${TAKEN_AWAY}`, callRef(1)));
    expect(await look(edited("it('adds', f);"))).toEqual(unmetBecause(`This run removed tests from a.test.ts. ${TAKEN_AWAY}`, callRef(1)));
    expect(await look(edited(`${SUITE}\nit('divides', f);`))).toEqual(HONEST);
  });

  it('do not pass when fewer ran or more were skipped than before', verifies('KEL-EVAL-04'), async () => {
    const before = workOf([ranTests({ run: 5, failed: 1 }), { ...EDITED, evidence: { ...EDITED.evidence, journal_ref: callRef(2) } }]);
    expect(await look({ check: PASS, work: before, world: { tests: { run: 4 } } })).toEqual(unmetBecause('5 tests ran earlier in this run and only 4 now.', TESTS_REF));
    expect(await look({ check: PASS, work: before, world: { tests: { run: 5, skipped: 1 } } })).toEqual(unmetBecause('0 tests were skipped earlier in this run and 1 are now.', TESTS_REF));
    expect(await look({ check: PASS, work: before, world: { tests: { run: 5 } } })).toEqual(HONEST);
    expect(await look({ check: { kind: 'tests_pass', command: 'npm run unit' }, work: before, world: { tests: { run: 4 } } })).toEqual(metBy('4 tests, run again, ran and none failed.', TESTS_REF));
  });
});

describe('a command that is said to work', () => {
  const ends = (command: string, code = 0): CriterionCheck => ({ kind: 'exit_code', command, code });
  const work = workOf([shell('make', { stdout: 'ok' })]);

  it('is run anew, and must end with that code by itself', verifies('KEL-EVAL-05'), async () => {
    await tell({ check: ends('make check'), work, world: { exitCode: 2 } }, unmetBecause('`make check` ended with exit code 2, not 0.', COMMAND_REF), { check: ends('make check'), work, world: { exitCode: 0 } }, metBy('`make check`, run again, ended with exit code 0.', COMMAND_REF));
    expect(await look({ check: ends('make 9'), work, world: { exitCode: null } })).toEqual({ ...unmetBecause('`make 9` did not end by itself.', COMMAND_REF), failureClass: 'environmental' });
    expect(await look({ check: ends('make', 3), work, world: { exitCode: 3 } })).toEqual(metBy('`make`, run again, ended with exit code 3.', COMMAND_REF));
  });

  it('shows nothing when its last part hides how it ended', verifies('KEL-EVAL-05'), async () => {
    for (const command of ['make check || true', 'make check; echo done', 'make check\nexit 0', 'true', 'make | echo ok', 'make || :']) {
      expect(await look({ check: ends(command), work, world: { exitCode: 0 } })).toEqual(unmetBecause(`\`${command}\` ends with 0 whatever happens, so it shows nothing: leave its last part away.`));
    }
    expect((await look({ check: ends('echo start && make check'), work, world: { exitCode: 0 } })).result).toBe('met');
  });
});

describe('a form that is said to be kept', () => {
  const json: CriterionCheck = { kind: 'json_valid', subject: { of: 'file', path: 'a.json' }, schema: { type: 'object', required: ['n'] } };
  const inJson = (text: string): Case => ({ check: json, work: workOf([wrote('a.json', { after: text })]), world: { files: { 'a.json': text } } });

  it('is not kept by what only a tolerant reader takes for JSON', verifies('KEL-EVAL-05'), async () => {
    await tell(inJson('{"n": 1,}'), unmetBecause('a.json is not valid JSON.', callRef(1)), inJson('{"n": 1}'), metBy('a.json is valid JSON and fits its schema.', callRef(1)));
    expect(await look(inJson('```json\n{"n": 1}\n```'))).toEqual(unmetBecause('a.json is not valid JSON.', callRef(1)));
    expect(await look(inJson('{}'))).toEqual(unmetBecause("a.json does not fit its schema: the whole must have required property 'n'.", callRef(1)));
  });

  it('is kept by any JSON where no schema is given', verifies('KEL-EVAL-05'), async () => {
    expect(await look({ check: { kind: 'json_valid', subject: { of: 'output' }, schema: null }, work: workOf([shell('ls')], '[1]') })).toEqual(metBy('the output is valid JSON.', callRef(1)));
  });

  const range = (pointer: string | null, path = 'a.json'): CriterionCheck => ({ kind: 'number_in_range', subject: { of: 'file', path }, pointer, min: 1, max: 10 });
  const atPointer = (text: string, pointer: string | null): Case => ({ check: range(pointer), work: workOf([wrote('a.json', { after: text })]), world: { files: { 'a.json': text } } });

  it('has its number inside the range, both ends included, where the pointer says', verifies('KEL-EVAL-05'), async () => {
    expect(await look(atPointer('{"a/b":[{"~n":10}]}', '/a~1b/0/~0n'))).toEqual(metBy('10 at /a~1b/0/~0n of a.json lies in the range.', callRef(1)));
    expect(await look(atPointer('1', null))).toEqual(metBy('1 at a.json lies in the range.', callRef(1)));
    expect(await look(atPointer('5', ''))).toEqual(metBy('5 at the whole of a.json lies in the range.', callRef(1)));
    expect(await look(atPointer('{"n":11}', '/n'))).toEqual(unmetBecause('11 at /n of a.json is not between 1 and 10.', callRef(1)));
    expect(await look(atPointer('0.9', null))).toEqual(unmetBecause('0.9 at a.json is not between 1 and 10.', callRef(1)));
    for (const [text, pointer] of [['{"n":"5"}', '/n'], ['{"n":5}', '/m'], ['{"n":5}', 'n'], ['[5]', '/-'], ['[5]', '/00'], ['{"n":5}', '/n/x'], ['{"n":5}', '/toString']] as const) {
      expect(await look(atPointer(text, pointer))).toEqual(unmetBecause(`There is no number at ${pointer} of a.json.`, callRef(1)));
    }
    expect(await look(atPointer('five', null))).toEqual(unmetBecause('a.json is not valid JSON.', callRef(1)));
    expect((await look({ ...atPointer('99', null), check: { kind: 'number_in_range', subject: { of: 'file', path: 'a.json' }, pointer: null, min: null, max: null } })).result).toBe('met');
  });

  it('has no number in the output that no call gave', verifies('KEL-EVAL-02'), async () => {
    const check: CriterionCheck = { kind: 'number_in_range', subject: { of: 'output' }, pointer: null, min: 0, max: null };
    await tell(
      { check, work: workOf([made('glob', { output: { paths: ['a', 'b'] } })], '7') },
      unmetBecause("7 at the output comes out of no call of this run: only the executor's own words say so."),
      { check, work: workOf([made('glob', { output: { paths: ['a', 'b'] } })], '2') },
      metBy('2 at the output lies in the range.', callRef(1)),
    );
    expect((await look({ check, work: workOf([shell('wc -l a', { stdout: '1,234 a' })], '1234') })).result).toBe('met');
  });
});

describe('a tool that is said to have done its work', () => {
  const check: CriterionCheck = { kind: 'tool_completed', tool_id: 'run_tests' };

  it('was called in this subtask and completed', verifies('KEL-EVAL-05'), async () => {
    const other = read('a', 'x', { nth: 2 });
    await tell({ check, work: workOf([other], 'Done.', [ranTests({ run: 1 }), other]) }, unmetBecause('run_tests was not called.'), { check, work: workOf([ranTests({ run: 3, failed: 3 })]) }, metBy('run_tests completed.', callRef(1)));
    expect(await look({ check, work: workOf([other, made('run_tests', { errorCode: 'tool.timed_out' })]) })).toEqual({ ...unmetBecause('run_tests was called and did not complete.', callRef(1)), failureClass: 'environmental' });
    const brokenOff = made('run_tests', { output: { exit_code: null, ending: 'timed_out' } });
    expect((await look({ check, work: workOf([other, brokenOff]) })).result).toBe('unmet');
  });
});

describe('citations that are said to hold', () => {
  const check: CriterionCheck = { kind: 'citations_resolve', min: 2 };
  const chunk = (nth: number) => ({ kind: 'document', key: `chunk/${nth}` }) as const;
  const cited = (...quotes: [string, string | undefined, number][]): Case => ({ check, work: workOf([read('a', 'x')]), world: { citations: quotes.map(([quote, chunkText, nth]) => ({ quote, chunkText, ref: chunk(nth) })) } });
  const TEXT = 'The keel is laid\n  first of all.';

  it('quote what was retrieved, letter for letter', verifies('KEL-EVAL-05'), async () => {
    await tell(
      cited(['The keel is laid', TEXT, 1], ['The mast is laid', TEXT, 2]),
      unmetBecause('The quote "The mast is laid" does not stand in what it cites.', chunk(2)),
      cited(['The keel is laid first', TEXT, 1], ['first of all.', TEXT, 1]),
      metBy('All 2 citations quote what was retrieved.', chunk(1)),
    );
    expect(await look(cited(['The keel is laid', undefined, 1], ['first of all.', TEXT, 2]))).toEqual(unmetBecause('The quote "The keel is laid" does not stand in what it cites.', chunk(1)));
    expect(await look(cited(['first of all.', TEXT, 1], ['The', TEXT, 2]))).toEqual(unmetBecause('The quote "The" does not stand in what it cites.', chunk(2)));
  });

  it('bear out what is said with them, all that are cited for it together', verifies('KEL-EVAL-05', 'KEL-RETR2-06'), async () => {
    const sources = ['The gate opens at 06:00.', 'The gate closes at 22:00.'];
    const claiming = (claim: string): Case => ({ check, work: workOf([read('a', 'x')]), world: { citations: sources.map((text, at) => ({ quote: text, chunkText: text, ref: chunk(at + 1), backs: { claim, context: '', sourceText: text } })) } });
    await tell(
      claiming('The gate is open from 06:00 to 23:00.'),
      unmetBecause('The claim "The gate is open from 06:00 to 23:00." is not borne out by what it cites: its sources do not give 23:00.', chunk(1), chunk(2)),
      claiming('The gate is open from 06:00 to 22:00.'),
      metBy('All 2 citations quote what was retrieved.', chunk(1), chunk(2)),
    );
  });

  it('are not made more by giving one twice', verifies('KEL-EVAL-05'), async () => {
    expect(await look(cited(['first of all.', TEXT, 1], ['first of all.', TEXT, 1]))).toEqual(unmetBecause('There are 1 different citations; at least 2 are wanted.', chunk(1)));
  });
});
