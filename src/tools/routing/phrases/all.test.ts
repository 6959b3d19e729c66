import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { JsonObject } from '../../../contracts/index.ts';
import { readersByToolId } from './all.ts';

/** Every tool that reads the request as a call of it. */
function readingsOf(request: string): Record<string, JsonObject> {
  const read = [...readersByToolId].map(([toolId, reader]) => [toolId, reader(request)] as const);
  return Object.fromEntries(read.flatMap(([toolId, reading]) => (reading.kind === 'read' ? [[toolId, reading.arguments] as const] : [])));
}

const MEANT: readonly (readonly [request: string, toolId: string, args: JsonObject])[] = [
  ['git status', 'git_status', { repo_path: '.' }],
  ["What's the status of this repo?", 'git_status', { repo_path: '.' }],
  ['what branch am I on?', 'git_status', { repo_path: '.' }],
  ['Could you check the git status in ./api?', 'git_status', { repo_path: './api' }],
  ['git status of the api repo', 'git_status', { repo_path: 'api' }],
  ['any uncommitted changes?', 'git_status', { repo_path: '.' }],
  ['show me the diff', 'git_diff', { repo_path: '.' }],
  ['git diff --cached in ./web', 'git_diff', { repo_path: './web', staged: true }],
  ['show me the staged changes', 'git_diff', { repo_path: '.', staged: true }],
  ['git log -3', 'git_log', { repo_path: '.', count: 3 }],
  ['what were the last three commits?', 'git_log', { repo_path: '.', count: 3 }],
  ['show me the last commit', 'git_log', { repo_path: '.', count: 1 }],
  ['show the commit history of ./api', 'git_log', { repo_path: './api' }],
  ['who last changed src/index.ts?', 'git_blame', { path: 'src/index.ts' }],
  ['run the tests', 'run_tests', { repo_path: '.' }],
  ['could you please run the whole test suite in ./api for me? thanks!', 'run_tests', { repo_path: './api' }],
  ['run pytest tests/test_a.py -k login', 'run_tests', { repo_path: '.', test_command: 'pytest tests/test_a.py -k login' }],
  ['run `npm test` in packages/core', 'run_tests', { repo_path: 'packages/core', test_command: 'npm test' }],
  ['run the tests using cargo', 'run_tests', { repo_path: '.', test_command: 'cargo test' }],
  ['go test ./...', 'run_tests', { repo_path: '.', test_command: 'go test ./...' }],
  ['show me README.md.', 'read_file', { path: 'README.md' }],
  ['print the contents of the file notes', 'read_file', { path: 'notes' }],
  ['read "my file.txt"', 'read_file', { path: 'my file.txt' }],
  ['can you show me the Makefile?', 'read_file', { path: 'Makefile' }],
  ['view .gitignore', 'read_file', { path: '.gitignore' }],
  ['ls src', 'list_directory', { path: 'src' }],
  ['list the files in this directory', 'list_directory', { path: '.' }],
  ["what's in the src folder?", 'list_directory', { path: 'src' }],
  ['find all files matching src/**/*.ts', 'glob', { pattern: 'src/**/*.ts' }],
  ['find all .md files in docs', 'glob', { pattern: 'docs/**/*.md' }],
  ['search for TODO in src', 'search_text', { pattern: 'TODO', path: 'src' }],
  ['search the codebase for "connection refused"', 'search_text', { pattern: 'connection refused' }],
  ['find all occurrences of fooBar', 'search_text', { pattern: 'fooBar' }],
  ['grep -rn foo src', 'search_text', { pattern: 'foo', path: 'src' }],
  ['search for "a(b)" in src', 'search_text', { pattern: 'a(b)', path: 'src', literal: true }],
  ['search for the regex `a(b|c)` in src', 'search_text', { pattern: 'a(b|c)', path: 'src' }],
  ['resize photo.png to 800x600', 'resize_image', { input_path: 'photo.png', width: 800, height: 600 }],
  ['scale the image img/logo.jpg to 800 by 600 pixels', 'resize_image', { input_path: 'img/logo.jpg', width: 800, height: 600 }],
  ['resize photo.png to a width of 800px and a height of 600px', 'resize_image', { input_path: 'photo.png', width: 800, height: 600 }],
  ['run OCR on scan.png in German', 'ocr_extract', { image_path: 'scan.png', language: 'deu' }],
  ['extract the text from scan.png', 'ocr_extract', { image_path: 'scan.png' }],
  ['extract the text from report.pdf', 'extract_text', { path: 'report.pdf' }],
  ['convert page.html to plain text', 'extract_text', { path: 'page.html' }],
  ['show me the outline of src/main.ts', 'outline_code', { path: 'src/main.ts' }],
  ['run "SELECT * FROM users" on app.db', 'sql_query', { database_path: 'app.db', query: 'SELECT * FROM users' }],
  ["query app.db: SELECT count(*) FROM users WHERE name = 'x'", 'sql_query', { database_path: 'app.db', query: "SELECT count(*) FROM users WHERE name = 'x'" }],
  ['run select id, name from users against data/app.sqlite', 'sql_query', { database_path: 'data/app.sqlite', query: 'select id, name from users' }],
  ['fetch https://example.com/a?b=1', 'http_fetch', { url: 'https://example.com/a?b=1' }],
  ['search the web for rust async runtimes', 'web_search', { query: 'rust async runtimes' }],
  ['look up "zod 4" online', 'web_search', { query: 'zod 4' }],
  ['what is 2+2?', 'evaluate', { expression: '2+2' }],
];

const NOT_MEANT = [
  'fix pytest', 'install pytest', 'write tests for src/a.ts', 'the tests are failing', 'run the login tests', 'run the tests in tests/test_a.py', 'run the tests in parallel', 'run `npm test && rm -rf /`', 'run pytest in the background',
  'why is git status slow?', 'what does git status mean', 'explain git diff', 'git diff main', 'git log for src/foo.ts', 'show the last 5 commits by Anna', 'who wrote Hamlet?',
  'show me README.md and package.json', 'summarise README.md', 'show me the first 10 lines of README.md', 'show photo.png', 'show me Node.js', 'open example.com', 'cat README.md | grep foo', 'cat README.md > out.txt', 'read me a story',
  'list the largest files in src', 'list files in https://x.com', 'find all typescript files', 'find the bug in src/main.ts', 'search for jobs in London', 'search for cats', 'look for errors in app.log',
  'resize photo.png to 50%', 'resize all images to 800x600', 'resize photo.png to 800x600 without cropping', 'extract the table from report.pdf', 'outline an essay about cats',
  'select the best option from app.db', 'delete all users from app.db', 'query app.db: select * from users and then email it', 'download https://example.com/a.zip', 'google it', 'google cloud pricing', 'run "select 1; drop table users" on app.db', 'outline README.md', 'cat ..', 'see README.md for details', 'search online for that', 'search the web for rust books and rank them',
  'search the web for zod. Then write a guide.', 'what is 42', 'what is the meaning of 42', 'what is 2024-10-15', "what's 2 + 2 and why", 'show it', 'list them', 'never run pytest', "please don't show me README.md", 'if the tests pass, commit',
];

describe('requests in plain words', () => {
  it.each(MEANT)('means exactly one call: %s', verifies('KEL-ROUTE-05', 'MH4-4-14'), (request, toolId, args) => {
    expect(readingsOf(request)).toEqual({ [toolId]: args });
  });

  it.each(NOT_MEANT)('means no call of a tool: %s', verifies('KEL-ROUTE-05', 'MH4-4-14'), (request) => {
    expect(readingsOf(request)).toEqual({});
  });

  const OPEN_ENDED = new Set(['web_search']);
  const closed = MEANT.filter(([, toolId]) => !OPEN_ENDED.has(toolId)).map(([request]) => request.replace(/[.?!]$/, ''));
  it.each(['%s and then fix it', '%s and summarise the result', "don't %s", 'never %s', 'why does it say: %s', 'if it is late, %s', '%s if it is late', 'yesterday I asked you to %s', '%s because it is broken', '%s; rm -rf /', 'how do I %s', '%s, then commit', '%s or not'])(
    'means no call when more is said: %s',
    verifies('KEL-ROUTE-06'),
    (frame) => {
      const framed = closed.map((request) => frame.replace('%s', () => request));
      expect(framed.filter((request) => Object.keys(readingsOf(request)).length > 0)).toEqual([]);
    },
  );

  it('answers for any text, and soon', verifies('KEL-ROUTE-02'), () => {
    const words = fc.constantFrom('show', 'me', 'the', 'in', 'of', 'file', 'src', 'a.ts', 'find', 'all', 'select', 'from', 'run', 'tests', '"x y"', '2', '+', '(', ',', 'git', 'log', 'https://a.b', '*.ts', 'and');
    fc.assert(fc.property(fc.oneof(fc.string({ maxLength: 400 }), fc.array(words, { maxLength: 80 }).map((all) => all.join(' '))), (request) => {
      expect(Object.keys(readingsOf(request)).length).toBeLessThanOrEqual(readersByToolId.size);
    }), { numRuns: 200 });
  });
});
