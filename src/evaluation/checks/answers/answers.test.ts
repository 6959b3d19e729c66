import { describe, expect, it } from 'vitest';
import { made, portsOf, workOf, type World } from '../../../../test/support/made-calls.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { AnswerBasis } from '../../../contracts/index.ts';
import type { MadeCall } from '../../work.ts';
import { runCheck } from '../run-check.ts';

const agrees = async (basis: AnswerBasis, calls: readonly MadeCall[], { output = '', ...world }: World & { output?: string } = {}) => (await runCheck({ kind: 'answer_agrees', with: basis }, workOf(calls, output), portsOf(world))).result;

const survey = (paths: readonly string[], more: object = {}) => made('survey_files', { nth: 1, output: { files: paths.map((path) => ({ path, size_bytes: 4, text: null, sha256: null, ...more })), total_files: paths.length, left_out: { links: [] } } });
const glob = (...paths: string[]) => made('glob', { nth: 2, output: { paths, total_matches: paths.length } });
const table = (nth: number, given: object, columns: string[], rows: unknown[][], matched = 3) => made('query_table', { nth, arguments: { path: 't.csv', ...given }, output: { columns, rows, has_more: false, matched_count: matched, table_row_count: matched } as never });

describe('an answer that no model gave', () => {
  it('counts only when a second tool finds the same files, and those read again are as they were counted', verifies('KEL-OFFUSE-05'), async () => {
    const counted = survey(['a.txt'], { text: { lines: 2, words: 3 } });
    expect(await agrees('second_count', [survey(['a', 'b']), glob('a', 'b')])).toBe('met');
    expect(await agrees('second_count', [survey(['a', 'b']), glob('a')])).toBe('unmet');
    expect(await agrees('second_count', [survey(['a', 'b']), glob('a', 'c')])).toBe('unmet');
    expect(await agrees('second_count', [survey(['a'])])).toBe('unmet');
    expect(await agrees('second_count', [counted, glob('a.txt')], { files: { 'a.txt': 'one two\nthree\n' } })).toBe('met');
    expect(await agrees('second_count', [counted, glob('a.txt')], { files: { 'a.txt': 'one two\nthree\nfour' } })).toBe('unmet');
  });

  it('quotes only lines, sentences and cells that stand where it says', verifies('KEL-OFFUSE-05'), async () => {
    const search = made('search_text', { output: { matches: [{ path: 'a.ts', line: 2, text: '// TODO moor' }], total_matches: 1, files_searched: 1 } });
    expect(await agrees('quoted_lines', [search], { files: { 'a.ts': 'x\n  // TODO moor\n' } })).toBe('met');
    expect(await agrees('quoted_lines', [search], { files: { 'a.ts': '// TODO moor\n' } })).toBe('unmet');
    const document = made('extract_text', { output: { path: 'a.md', text: 'The lens must never\nbe touched.' } });
    expect(await agrees('quoted_sentences', [document], { output: '- “The lens must never be touched.” (line 1)' })).toBe('met');
    expect(await agrees('quoted_sentences', [document], { output: '- “The lens must always be touched.” (line 1)' })).toBe('unmet');
    const rows = table(1, {}, ['city'], [['Oslo']]);
    expect(await agrees('quoted_cells', [rows], { files: { 't.csv': 'city\nOslo\n' } })).toBe('met');
    expect(await agrees('quoted_cells', [rows], { files: { 't.csv': 'city\nRome\n' } })).toBe('unmet');
  });

  it('reckons groups that come to the whole', verifies('KEL-OFFUSE-05'), async () => {
    const both = (how: string, groups: unknown[][], whole: unknown, matched = 3) => {
      const aggregates = [{ function: how, column: 'n', as: 'x' }, { function: 'count', column: 'n', as: '# filled' }];
      return [table(1, { group_by: ['g'], aggregates }, ['g', 'x', '# filled'], groups), table(2, { aggregates }, ['x', '# filled'], [[whole, 3]], matched)];
    };
    expect(await agrees('group_totals', both('sum', [['a', 0.1, 1], ['b', 0.2, 2]], 0.3))).toBe('met');
    expect(await agrees('group_totals', both('sum', [['a', 1, 1], ['b', 2, 2]], 4))).toBe('unmet');
    expect(await agrees('group_totals', both('avg', [['a', 1, 1], ['b', 4, 2]], 3))).toBe('met');
    expect(await agrees('group_totals', both('avg', [['a', 1, 1], ['b', 4, 2]], 2.5))).toBe('unmet');
    expect(await agrees('group_totals', both('min', [['a', 1, 1], ['b', 4, 2]], 1))).toBe('met');
    expect(await agrees('group_totals', both('max', [['a', 'x', 1], ['b', 'y', 2]], 'x'))).toBe('unmet');
    expect(await agrees('group_totals', both('count', [], 0))).toBe('met');
    expect(await agrees('group_totals', both('sum', [['a', 3, 3]], 3, 2))).toBe('unmet');
    expect(await agrees('group_totals', both('sum', [['a', 3, 3]], 3).slice(0, 1))).toBe('unmet');
  });

  it('calls files the same, moved or written only when they are', verifies('KEL-OFFUSE-05'), async () => {
    const twins = survey(['a', 'b'], { sha256: 'f'.repeat(64) });
    expect(await agrees('same_content', [twins], { files: { a: 'x', b: 'x' } })).toBe('met');
    expect(await agrees('same_content', [twins], { files: { a: 'x', b: 'y' } })).toBe('unmet');
    const moved = (after: string) => made('move_files', { output: { moved: [{ from: 'a', to: 'b' }] }, edits: { a: { before: 'x' }, b: { after } } });
    expect([await agrees('moved_files', [moved('x')]), await agrees('moved_files', [moved('y')]), await agrees('moved_files', [glob()])]).toEqual(['met', 'unmet', 'unmet']);
    const converted = (path: string) => made('convert_image', { output: { output_path: 'a.jpg' }, edits: { [path]: { after: 'x' } } });
    expect([await agrees('written_files', [converted('a.jpg')]), await agrees('written_files', [converted('b.jpg')])]).toEqual(['met', 'unmet']);
  });

  it('names only failures that the output names, and counts that add up', verifies('KEL-OFFUSE-05'), async () => {
    const run = (more: object) => [made('run_tests', { output: { exit_code: 1, stdout: '✖ adds', stderr: '', tests_run: 2, tests_passed: 1, tests_failed: 1, failures: [{ name: 'sums > adds' }], ...more } as never })];
    expect(await agrees('named_failures', run({}), { output: '- sums > adds' })).toBe('met');
    expect(await agrees('named_failures', run({ stdout: '✖ divides' }), { output: '- sums > adds' })).toBe('unmet');
    expect(await agrees('named_failures', run({}), { output: 'All is well.' })).toBe('unmet');
    expect([await agrees('test_counts', run({})), await agrees('test_counts', run({ exit_code: 0 })), await agrees('test_counts', run({ tests_passed: 2 })), await agrees('test_counts', run({ tests_run: null, tests_failed: null }))]).toEqual(['met', 'unmet', 'unmet', 'met']);
  });

  it('says again what was said, and hands on what a tool gave', verifies('KEL-OFFUSE-05'), async () => {
    const status = (nth: number, branch: string) => made('git_status', { nth, output: { branch } });
    expect([await agrees('asked_again', [status(1, 'main'), status(2, 'main')]), await agrees('asked_again', [status(1, 'main'), status(2, 'topic')]), await agrees('asked_again', [status(1, 'main')])]).toEqual(['met', 'unmet', 'unmet']);
    const read = made('read_file', { output: {}, shown: 'the words' });
    expect([await agrees('tool_words', [read], { output: 'Here: the words.' }), await agrees('tool_words', [read], { output: 'Here: other words.' })]).toEqual(['met', 'unmet']);
  });

  it('leaves alone what it was not to touch', verifies('KEL-OFFUSE-05'), async () => {
    const untouched = async (edits: NonNullable<Parameters<typeof made>[1]>['edits'], except: string[], allows: 'nothing' | 'new_files' | 'moved_files') => (await runCheck({ kind: 'untouched', except, allows }, workOf([made('write_file', { ...(edits && { edits }) })]), portsOf())).result;
    expect([await untouched({}, [], 'nothing'), await untouched({ a: { after: 'x' } }, ['a'], 'nothing'), await untouched({ b: { after: 'x' } }, ['a'], 'nothing')]).toEqual(['met', 'met', 'unmet']);
    expect([await untouched({ a: { after: 'x' } }, [], 'new_files'), await untouched({ a: { before: 'y', after: 'x' } }, [], 'new_files'), await untouched({ a: { before: 'x' } }, [], 'new_files')]).toEqual(['met', 'unmet', 'unmet']);
    expect([await untouched({ a: { before: 'x' }, b: { after: 'x' } }, [], 'moved_files'), await untouched({ a: { before: 'x' }, b: { after: 'y' } }, [], 'moved_files')]).toEqual(['met', 'unmet']);
  });
});
