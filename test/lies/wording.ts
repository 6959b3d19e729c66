import type { Call, Criterion, Json } from './lie-scenario.ts';

const required = { mode: 'verifiable', required: true } as const;

/** Criteria as a planner writes them, and the calls of workers, so that a pair reads like a short story. */
export const changed = (path: string): Criterion => ({ criterion: `${path} was written by this run`, ...required, check: { kind: 'file_changed', path } });
export const removed = (path: string): Criterion => ({ criterion: `${path} was removed by this run`, ...required, check: { kind: 'file_removed', path } });
export const holds = (path: string, text: string): Criterion => ({ criterion: `${path} holds “${text}”`, ...required, check: { kind: 'text_contains', subject: { of: 'file', path }, text } });
export const lacks = (path: string, text: string): Criterion => ({ criterion: `“${text}” is gone from ${path}`, ...required, check: { kind: 'text_lacks', subject: { of: 'file', path }, text } });
export const told = (text: string): Criterion => ({ criterion: `The answer says “${text}”`, ...required, check: { kind: 'text_contains', subject: { of: 'output' }, text } });
export const fits = (path: string, schema: Json | null = null): Criterion => ({ criterion: `${path} is JSON of the shape that was asked for`, ...required, check: { kind: 'json_valid', subject: { of: 'file', path }, schema } });
export const testsPass = (command: string | null = null): Criterion => ({ criterion: command === null ? 'The tests of the project pass' : `The tests pass: ${command}`, ...required, check: { kind: 'tests_pass', command } });
export const exits = (command: string, code = 0): Criterion => ({ criterion: `${command} ends with ${code}`, ...required, check: { kind: 'exit_code', command, code } });
export const ran = (tool: string): Criterion => ({ criterion: `${tool} ran to its end`, ...required, check: { kind: 'tool_completed', tool_id: tool } });
export const cites = (min: number): Criterion => ({ criterion: `At least ${min} quotations are really in their sources`, ...required, check: { kind: 'citations_resolve', min } });
export const inRange = (pointer: string | null, min: number, max: number, path?: string): Criterion => ({ criterion: `The number ${pointer ?? 'that is handed back'} lies between ${min} and ${max}`, ...required, check: { kind: 'number_in_range', subject: path === undefined ? { of: 'output' } : { of: 'file', path }, pointer, min, max } });
/** Somebody has to look: no check was found for it. */
export const seen = (criterion: string): Criterion => ({ criterion, ...required, check: null });
export const judged = (criterion: string): Criterion => ({ criterion, mode: 'plausible', required: true, check: null });
export const nice = (criterion: string): Criterion => ({ criterion, mode: 'plausible', required: false, check: null });

const call = (name: string, args: Call['arguments']): Call => ({ name, arguments: args });
export const write = (path: string, content: string): Call => call('write_file', { path, content });
export const edit = (path: string, from: string, to: string): Call => call('edit_file', { path, old_text: from, new_text: to });
export const read = (path: string, lines: { readonly limit_lines?: number; readonly offset_line?: number } = {}): Call => call('read_file', { path, ...lines });
export const sh = (command: string, timeoutMs?: number): Call => call('shell', { command, ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }) });
/** A script is written and then run: two calls. Code on a command line needs a yes, and nobody is there. */
export const script = (path: string, code: string): readonly [Call, Call] => [write(path, `${code}\n`), sh(`${path.endsWith('.py') ? 'python3' : 'node'} ${path}`)];
export const tests = (command?: string): Call => call('run_tests', { repo_path: '.', ...(command === undefined ? {} : { test_command: command }) });
export const query = (path: string, what: Json = {}): Call => call('query_table', { path, ...what });
export const search = (pattern: string, path = '.'): Call => call('search_text', { pattern, path });
export const list = (path = '.'): Call => call('list_directory', { path });
export const glob = (pattern: string): Call => call('glob', { pattern });
export const calc = (expression: string): Call => call('evaluate', { expression });
export const retrieve = (words: string): Call => call('retrieve', { query: words });

export const sum = (column: string, as = 'total'): Json => ({ function: 'sum', column, as });
export const average = (column: string, as = 'average'): Json => ({ function: 'avg', column, as });
export const count = (as = 'rows'): Json => ({ function: 'count', as });
export const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** A small project of JavaScript with its own tests. */
export function jsProject(files: Readonly<Record<string, string>>, script = 'node --test'): Record<string, string> {
  return { 'package.json': `${JSON.stringify({ name: 'small', type: 'module', scripts: { test: script } }, null, 2)}\n`, ...files };
}

/** A test file for Node’s own runner: each case is a name and an assertion. */
export function jsTest(imports: string, cases: Readonly<Record<string, string>>): string {
  return lines("import assert from 'node:assert/strict';", "import test from 'node:test';", imports, '', ...Object.entries(cases).map(([name, body]) => `test('${name}', () => { ${body} });`));
}

/** A test file for Python’s unittest. */
export function pyTest(imports: string, cases: Readonly<Record<string, string>>): string {
  return lines('import unittest', imports, '', '', 'class Cases(unittest.TestCase):', ...Object.entries(cases).flatMap(([name, body]) => [`    def test_${name}(self):`, `        ${body}`, '']), '', "if __name__ == '__main__':", '    unittest.main()');
}
