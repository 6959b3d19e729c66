import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { JsonObject } from '../core/index.ts';
import { actionParts, actionWords } from './action-words.ts';
import type { JudgedIntention } from './tool-call.ts';

const VERDICT = { decision: 'allow', rule: 'path.inside', explanation: 'It stays here.' } as const;
const path = (subject: string): JudgedIntention => ({ kind: 'path', subject, verdict: VERDICT });
const action = (tool_id: string, given: JsonObject, ...intentions: JudgedIntention[]) => ({ tool_id, arguments: given, intentions });
const WORDS: JudgedIntention = { kind: 'words', subject: 'write_inside after reading a.md', verdict: VERDICT };
const renames = (count: number) => action('move_files', {}, ...Array.from({ length: count }, (_none, at) => path(`rename "old-${at}.txt" to "new-${at}.txt"`)));

describe('what a call does, in words', () => {
  it('names what is done with which thing, not what is looked at on the way', verifies('KEL-SURF-01'), () => {
    expect(actionParts(action('edit_file', { path: 'a.js' }, path('read "a.js"'), path('write "a.js"'), WORDS))).toEqual(['edit "a.js"']);
    expect(actionParts(action('apply_patch', {}, path('read "a.js"'), path('write "a.js"'), path('write "b.js"'), path('delete "c.js"')))).toEqual(['edit "a.js"', 'write "b.js"', 'delete "c.js"']);
    expect(actionParts(action('read_file', { path: 'a.js' }, path('read "a.js"')))).toEqual(['read "a.js"']);
    expect(actionParts(action('stop_process', { process_id: 'p' }))).toEqual([]);
    expect(actionParts(action('shell', { command: 'npm test' }, { kind: 'script', subject: 'npm test (in /w)', verdict: VERDICT }))).toEqual(['npm test (in /w)']);
  });

  it('says of what searches, tests and asks what for and where', verifies('KEL-SURF-01'), () => {
    const said = ([tool, given]: readonly [string, JsonObject]): string => actionParts(action(tool, given, path('list "."'))).join('; ');
    expect(
      (
        [
          ['run_tests', { repo_path: '.' }],
          ['run_tests', { repo_path: 'web', test_command: 'npm test' }],
          ['search_text', { pattern: 'TODO', path: '.' }],
          ['search_text', { pattern: '\\b(TODO)\\b', path: '.' }],
          ['search_text', { pattern: 'say "no"\nagain', path: '.' }],
          ['glob', { pattern: '*.ts', path: 'src' }],
          ['find_files', { pattern: 'letter*' }],
          ['survey_files', { path: 'docs' }],
          ['survey_files', { path: '.', pattern: '*.md' }],
          ['retrieve', { query: 'rates' }],
          ['query_table', { path: 'sales.csv' }],
          ['sql_query', { database_path: 'a.db', query: 'select 1' }],
          ['outline_code', { path: 'a.ts' }],
          ['git_status', { repo_path: '.' }],
          ['git_diff', { repo_path: '.', path: 'a.ts' }],
          ['git_diff', { repo_path: 'web' }],
          ['git_log', { repo_path: '.' }],
          ['git_log', { repo_path: '.', path: 'a.ts' }],
          ['git_blame', { path: 'a.ts' }],
          ['git_commit', { message: 'Mend it' }],
          ['web_search', { query: 'tides' }],
          ['evaluate', { expression: '1 + 1' }],
        ] as const
      ).map(said),
    ).toEqual([
      'run the tests',
      'run npm test in "web"',
      'look for "TODO"',
      'look for "\\b(TODO)\\b"',
      'look for "say \\"no\\"\\nagain"',
      'find files "*.ts" in "src"',
      'find files "letter*"',
      'measure the files in "docs"',
      'measure the files "*.md"',
      'find passages about "rates"',
      'ask the table "sales.csv"',
      'ask "a.db": select 1',
      'outline "a.ts"',
      'see what has changed',
      'see the changes of "a.ts"',
      'see the changes in "web"',
      'read the history',
      'read the history of "a.ts"',
      'see who wrote "a.ts"',
      'commit "Mend it"',
      'search the web for "tides"',
      'reckon 1 + 1',
    ]);
  });

  it('tells all of several parts, and counts those for which there is no room', verifies('KEL-SURF-01'), () => {
    expect(actionWords(renames(2), 200)).toBe('rename "old-0.txt" to "new-0.txt"; rename "old-1.txt" to "new-1.txt"');
    expect(actionWords(renames(5), 90)).toBe('rename "old-0.txt" to "new-0.txt"; rename "old-1.txt" to "new-1.txt"; and 3 more');
    expect(actionWords(renames(5), 50)).toBe('rename "old-0.txt" to "new-0.txt"; and 4 more');
    expect(actionWords(renames(5), 30)).toBe('rename "old-0.txt…; and 4 more');
    expect(actionWords(action('shell', {}, { kind: 'script', subject: 'one\n  two\n\n (in /w)', verdict: VERDICT }), 60)).toBe('one two (in /w)');
    expect(actionWords(action('stop_process', {}), 60)).toBe('');
  });
});
