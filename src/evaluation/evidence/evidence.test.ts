import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { made, ranTests, read, shell, wrote } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { MadeCall } from '../work.ts';
import { badEndOf, hasCompleted, hasSucceeded } from './call-end.ts';
import { natureOf } from './call-nature.ts';
import { contradictionOf, primaryCallOf } from './contradiction.ts';
import { isEmptySearchAnswer } from './empty-search.ts';
import { numbersOf, worldGave } from './grounding.ts';
import { isInfrastructureError, isInfrastructureFailure } from './infrastructure.ts';
import { numbersIn } from './numbers-in.ts';
import { isHollowLook } from './targets.ts';

const DONE = { status: 'completed', output: 'All done, everything works.' } as const;
const said = (output: string) => ({ status: 'completed', output }) as const;
const FAILED_COPY = shell('cp a.txt b.txt', { exitCode: 1, stderr: "cp: cannot stat 'a.txt': No such file or directory" });
const LOOKED = ' What was looked at afterwards does not show that it worked.';

describe('how a call ended', () => {
  it('is told apart for the tool and for what it was asked to run', () => {
    const ends = [
      made('write_file'),
      made('write_file', { errorCode: 'path.denied' }),
      made('write_file', { status: 'interrupted' }),
      made('read_file', { status: 'truncated', output: { text: 'long' } }),
      made('read_file', { status: 'truncated', output: null }),
      made('shell', { arguments: { command: 'make' }, output: { exit_code: null, ending: 'timed_out' } }),
      shell('make', { exitCode: 2 }),
      shell('grep x a', { exitCode: 1 }),
      shell('grep x a', { exitCode: 2 }),
      shell('make && grep x a', { exitCode: 1 }),
    ];
    expect(ends.map((call) => [badEndOf(call)?.how, hasCompleted(call), hasSucceeded(call)])).toEqual([
      [undefined, true, true],
      ['failed: It did not work', false, false],
      ['was interrupted', false, false],
      [undefined, true, true],
      ['was cut off before it had completed', false, false],
      ['was broken off (timed_out)', false, false],
      ['ended with exit code 2', true, false],
      [undefined, true, true],
      ['ended with exit code 2', true, false],
      ['ended with exit code 1', true, false],
    ]);
  });
});

describe('what kind of a deed a call is', () => {
  it('is read from the tool and from the words of a script', verifies('ART-R4A-07'), () => {
    const natures = (calls: readonly MadeCall[]): string[] => calls.map(natureOf);
    expect(natures([made('read_file'), made('glob'), made('run_tests'), made('write_file'), made('mcp__server__anything'), made('run_python')])).toEqual(['looks', 'looks', 'measures', 'acts', 'acts', 'acts']);
    expect(natures(['ls -l', 'stat a', 'find . -name x', 'cat a | head', 'test -f a', '/bin/ls', 'git diff', 'LANG=C ls', 'sed -n 1p a'].map((command) => shell(command)))).toEqual(Array(9).fill('looks'));
    expect(natures(['find . -delete', 'find . -exec rm {} +', 'sed -i s/a/b/ a', 'sed -i.bak s/a/b/ a', 'sort -o a a', 'git push', 'git', 'cp a b', 'ls > a', 'ls; rm a', 'X=$(rm a)'].map((command) => shell(command)))).toEqual(Array(11).fill('acts'));
    expect(natures(['npm test', 'cd x && pytest -q', 'npx tsc --noEmit', 'go test ./...', 'python -m pytest'].map((command) => shell(command)))).toEqual(Array(5).fill('measures'));
    expect(natures(['echo done', 'true', 'cd a', 'X=1'].map((command) => shell(command)))).toEqual(Array(4).fill('says'));
    expect(natureOf(shell('cat a', { edits: { a: { after: 'x' } } }))).toBe('acts');
  });
});

describe('a result that claims more than its calls show', () => {
  it('contradicts itself when the primary call failed, was interrupted or was cut off', verifies('ART-R4A-06'), () => {
    expect(contradictionOf(DONE, [wrote('a', { after: 'x' }, { errorCode: 'path.denied' })])).toBe('The result reads as done, but write_file failed: It did not work.');
    expect(contradictionOf(DONE, [made('write_file', { status: 'interrupted' })])).toBe('The result reads as done, but write_file was interrupted.');
    expect(contradictionOf(DONE, [made('run_python', { status: 'truncated', output: null })])).toBe('The result reads as done, but run_python was cut off before it had completed.');
    expect(contradictionOf(DONE, [FAILED_COPY])).toBe('The result reads as done, but shell ended with exit code 1.');
    expect(contradictionOf({ ...DONE, status: 'uncertain' }, [FAILED_COPY])).toBe('The result reads as done, but shell ended with exit code 1.');
  });

  it('agrees with itself when the call completed, or the result says that it failed', verifies('ART-R4A-06'), () => {
    expect(contradictionOf(DONE, [wrote('a', { after: 'x' })])).toBeUndefined();
    expect(contradictionOf(DONE, [made('read_file', { status: 'truncated', output: { text: 'long' } })])).toBeUndefined();
    expect(contradictionOf({ ...DONE, status: 'failed' }, [FAILED_COPY])).toBeUndefined();
    expect(contradictionOf(DONE, [])).toBeUndefined();
    expect(contradictionOf(DONE, [FAILED_COPY, shell('cp c.txt b.txt')])).toBeUndefined();
  });

  it('is not saved by looking or printing afterwards', verifies('ART-R4A-06', 'ART-R4A-07'), () => {
    for (const after of [shell('ls b.txt', { stdout: 'b.txt' }), shell('find . -name b.txt'), shell('stat b.txt'), read('b.txt', 'x'), shell('echo copied'), shell('true')]) {
      expect(contradictionOf(DONE, [FAILED_COPY, after])).toBe(`The result reads as done, but shell ended with exit code 1.${LOOKED}`);
    }
  });

  it('is not saved by tests that pass although the change was never made', verifies('ART-R4A-06'), () => {
    expect(contradictionOf(DONE, [made('edit_file', { errorCode: 'tool.failed' }), ranTests({ run: 3 })])).toBe(`The result reads as done, but edit_file failed: It did not work.${LOOKED}`);
  });

  it('contradicts itself when the tests failed after the last change', verifies('ART-R4A-06'), () => {
    const calls = [wrote('a', { after: 'x' }), ranTests({ run: 5, failed: 3 })];
    expect(contradictionOf(said('All 5 tests pass.'), calls)).toBe('The result reads as done, but run_tests ended with exit code 1.');
    expect(contradictionOf(said('5 tests ran; 3 of them fail.'), calls)).toBeUndefined();
    expect(contradictionOf(said('All 5 tests pass.'), [...calls, wrote('a', { before: 'x', after: 'y' })])).toBeUndefined();
  });

  it('hides nothing when it repeats the failure in the words of the program, and not merely those of the command', verifies('ART-R4A-06'), () => {
    expect(contradictionOf(said('There is No such file, so nothing was copied.'), [FAILED_COPY])).toBeUndefined();
    expect(contradictionOf(said('I ran cp a txt b txt and it worked.'), [FAILED_COPY])).toBe('The result reads as done, but shell ended with exit code 1.');
    expect(contradictionOf(said('It did not work.'), [made('write_file', { errorCode: 'path.denied', shown: 'It did not work.' })])).toBe('The result reads as done, but write_file failed: It did not work.');
  });

  it('stands or falls with the last act, else the last measurement, else the last look', verifies('ART-R4A-06'), () => {
    const [look, test, act] = [read('a', 'x'), ranTests({ run: 1 }), wrote('a', { after: 'x' })];
    expect(primaryCallOf([act, look, test, look])).toBe(act);
    expect(primaryCallOf([look, test, look])).toBe(test);
    expect(primaryCallOf([look, shell('echo x')])).toBe(look);
    expect(primaryCallOf([shell('echo x')])).toBeUndefined();
    expect(contradictionOf(DONE, [made('read_file', { errorCode: 'path.missing' })])).toBe('The result reads as done, but read_file failed: It did not work.');
  });
});

describe('a number that a call gave', () => {
  const gives = (command: string, stdout: string, value: number): boolean => worldGave(shell(command, { stdout }), (leaves) => numbersOf(leaves).includes(value));

  it('is not that of the program in the command, which has its version in its name', verifies('KEL-LIE-141'), () => {
    expect([gives('python3 count.py', '3', 3), gives('python3.11 count.py', '11', 11), gives('md5sum a.txt', '5', 5), gives('cd src && node22 count.mjs', '22', 22)]).toEqual([true, true, true, true]);
  });

  it('is that of the executor where it was handed in as one', verifies('KEL-LIE-141'), () => {
    expect([gives('python3 show.py 3', '3', 3), gives('python3 show3.py', '3', 3), gives('./say7 now', '7', 7), gives('say7 now', '7', 7), gives('python3 node22', '22', 22)]).toEqual([false, false, false, false, false]);
  });
});

describe('a look', () => {
  const failedWrite = made('write_file', { arguments: { path: 'src/a.ts' }, errorCode: 'path.denied' });

  it('is hollow after the act on the same place failed', verifies('ART-R4A-07'), () => {
    for (const look of [read('src/a.ts', 'x'), shell('ls src'), shell('ls'), made('list_directory', { arguments: { path: '.' } }), shell('cat ./src/a.ts')]) expect(isHollowLook(look, [failedWrite, look])).toBe(true);
    for (const look of [read('src/b.ts', 'x'), shell('cat src/b.ts')]) expect(isHollowLook(look, [failedWrite, look])).toBe(false);
  });

  it('is not hollow when the act succeeded, came later, or another one made it good', verifies('ART-R4A-07'), () => {
    const look = read('src/a.ts', 'x');
    expect(isHollowLook(look, [wrote('src/a.ts', { after: 'x' }), look])).toBe(false);
    expect(isHollowLook(look, [look, failedWrite])).toBe(false);
    expect(isHollowLook(look, [failedWrite, wrote('src/a.ts', { after: 'x' }), look])).toBe(false);
    expect(isHollowLook(look, [wrote('src/a.ts', { after: 'x' }), failedWrite, look])).toBe(true);
  });

  it('is hollow after a failed script or patch that speaks of the place, and printing is always hollow', verifies('ART-R4A-07'), () => {
    const look = read('src/a.ts', 'x');
    const acts = [shell('for f in src/a.ts; do touch $f; done', { exitCode: 1 }), made('apply_patch', { arguments: { patch: '--- a/src/a.ts\n+++ b/src/a.ts' }, errorCode: 'tool.failed' }), made('run_python', { arguments: { code: "open('src/a.ts')" }, errorCode: 'tool.timed_out' })];
    const elsewhere = read('notes.md', 'x');
    for (const failed of acts) expect([isHollowLook(look, [failed, look]), isHollowLook(elsewhere, [failed, elsewhere])]).toEqual([true, false]);
    const unplaced = made('git_status');
    expect(isHollowLook(unplaced, [made('mcp__x__y', { errorCode: 'mcp.request_failed' }), unplaced])).toBe(true);
    expect(isHollowLook(look, [made('write_file', { arguments: { path: 'b.md', content: 'src/a.ts' }, errorCode: 'path.denied' }), look])).toBe(false);
    const print = shell('echo done');
    expect(isHollowLook(print, [print])).toBe(true);
    const act = wrote('a', { after: 'x' });
    expect(isHollowLook(act, [failedWrite, act])).toBe(false);
  });
});

describe('an empty search', () => {
  const nothing = made('search_text', { output: { matches: [], total_matches: 0, left_out: { sensitive_paths: [], too_large_paths: [], is_walk_cut: false } } });

  it('is an answer when a search really ran and looked everywhere', verifies('ART-R4A-11'), () => {
    for (const call of [nothing, made('glob', { output: { paths: [], is_walk_cut: false } }), made('find_files', { output: { files: [], is_index_whole: true } }), made('web_search', { output: { results: [] } }), made('sql_query', { output: { rows: [], has_more: false } }), shell('grep -r x .', { exitCode: 1 }), shell('find . -name x')]) {
      expect(isEmptySearchAnswer(DONE, [call])).toBe(true);
    }
    expect(isEmptySearchAnswer({ status: 'uncertain' }, [read('a', 'x'), nothing])).toBe(true);
  });

  it('is none when no search ran, or it failed', verifies('ART-R4A-11'), () => {
    for (const calls of [[], [read('a', '')], [made('search_text', { errorCode: 'tool.failed' })], [shell('grep x a', { exitCode: 2, stderr: 'grep: a: No such file' })], [shell('make')], [shell('ls')], [made('search_text', { output: {} })]]) {
      expect(isEmptySearchAnswer(DONE, calls)).toBe(false);
    }
    expect(isEmptySearchAnswer({ status: 'failed' }, [nothing])).toBe(false);
  });

  it('is none when something was found, or not everything was looked at', verifies('ART-R4A-11'), () => {
    expect(isEmptySearchAnswer(DONE, [made('glob', { output: { paths: ['a'] } }), nothing])).toBe(false);
    expect(isEmptySearchAnswer(DONE, [shell('grep x a', { stdout: 'x' }), nothing])).toBe(false);
    const partial = [
      made('glob', { output: { paths: [], is_walk_cut: true } }),
      made('find_files', { output: { files: [], is_index_whole: false } }),
      made('search_text', { output: { matches: [], left_out: { sensitive_paths: ['.env'] } } }),
      made('search_text', { output: { matches: [], left_out: { too_large_paths: ['a.log'] } } }),
      made('search_text', { output: { matches: [], left_out: { is_walk_cut: true } } }),
      made('sql_query', { output: { rows: [], has_more: true } }),
      shell('find / -name x', { stderr: 'find: /root: Permission denied' }),
    ];
    for (const call of partial) expect(isEmptySearchAnswer(DONE, [call])).toBe(false);
  });
});

describe('a failure of what carries the work', () => {
  it('is a stop, an interruption, a timeout or the network under the primary call', () => {
    expect(isInfrastructureFailure({ calls: [], cutShort: 'stopped' })).toBe(true);
    expect(isInfrastructureFailure({ calls: [made('write_file', { status: 'interrupted' })] })).toBe(true);
    expect(isInfrastructureFailure({ calls: [made('shell', { arguments: { command: 'make' }, output: { exit_code: null, ending: 'timed_out' } })] })).toBe(true);
    for (const errorCode of ['tool.timed_out', 'network.unreachable', 'sandbox.failed', 'mcp.disconnected']) expect(isInfrastructureFailure({ calls: [made('mcp__x__y', { errorCode })] })).toBe(true);
    expect(['model.call_failed', 'model.cancelled', 'journal.cancelled'].map((code) => isInfrastructureError({ code }))).toEqual([true, true, true]);
  });

  it('is nothing that the work itself can put right', () => {
    expect(isInfrastructureFailure({ calls: [] })).toBe(false);
    expect(isInfrastructureFailure({ calls: [], cutShort: 'turns' })).toBe(false);
    expect(isInfrastructureFailure({ calls: [FAILED_COPY] })).toBe(false);
    expect(isInfrastructureFailure({ calls: [made('http_fetch', { errorCode: 'network.unreachable' }), wrote('a', { after: 'x' })] })).toBe(false);
    for (const errorCode of ['tool.failed', 'path.missing', 'tool.arguments_invalid']) expect(isInfrastructureFailure({ calls: [made('write_file', { errorCode })] })).toBe(false);
  });
});

describe('numbersIn', () => {
  it('reads digits with a point, a sign and commas between thousands', () => {
    expect(numbersIn('1,234 files, -5 and 2.50; 1,2 3-4 v1.2.3 12,3456')).toEqual([1234, -5, 2.5, 1, 2, 3, 4, 1.2, 3, 12, 3456]);
  });

  it('finds every number that is written into words', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        expect(numbersIn(`there are ${number} of them`)).toEqual([number]);
      }),
    );
  });
});
