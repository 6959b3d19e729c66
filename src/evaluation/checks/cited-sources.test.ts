import { expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { portsOf, read, workOf } from '../../../test/support/made-calls.ts';
import type { QuotedSource } from './check-ports.ts';
import { runCheck } from './run-check.ts';

const LINE = 'Who misses three rehearsals is struck off.';
const STATUTES = `# Article 7 (no longer in force)\n\n${LINE}\n`;
const claim = 'As it is in force today, who misses three rehearsals is struck off.';
const cited = (source: string): QuotedSource => ({ quote: LINE, chunkText: LINE, ref: { kind: 'document', key: 'line' }, source, backs: { claim, context: '', sourceText: LINE } });

it('looks up what stands around a quotation in the file it cites, of which only a line was read', verifies('KEL-LIE-82'), async () => {
  const resultOf = async (source: string, files: Record<string, string>): Promise<string> => (await runCheck({ kind: 'citations_resolve', min: 1 }, workOf([read('a', 'x')]), portsOf({ files, citations: [cited(source)] }))).evidence;
  expect(await resultOf('statutes.md', { 'statutes.md': STATUTES })).toBe(`The claim ${JSON.stringify(claim)} is not borne out by what it cites: in its source it stands under "Article 7 (no longer in force)".`);
  expect(await resultOf('statutes.md', {})).toBe('All 1 citations quote what was retrieved.');
  expect(await resultOf('https://example.org/statutes.md', { 'https://example.org/statutes.md': STATUTES })).toBe('All 1 citations quote what was retrieved.');
});

it('goes by what was read where a file cannot be opened', verifies('KEL-LIE-82'), async () => {
  const ports = { ...portsOf({ citations: [cited('statutes.md')] }), readFile: () => Promise.reject(new Error('It lies outside.')) };
  expect(await runCheck({ kind: 'citations_resolve', min: 1 }, workOf([read('a', 'x')]), ports)).toMatchObject({ result: 'met' });
});

it('looks up each file once, and none for a quotation that stands for itself', verifies('KEL-LIE-82'), async () => {
  const looked: string[] = [];
  const { backs: _backs, ...alone } = cited('alone.md');
  const ports = { ...portsOf({ citations: [cited('a.md'), cited('a.md'), cited('b.md'), alone] }), readFile: async (path: string) => void looked.push(path) };
  await runCheck({ kind: 'citations_resolve', min: 1 }, workOf([read('a', 'x')]), ports);
  expect(looked).toEqual(['a.md', 'b.md']);
});
