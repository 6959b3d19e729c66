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

it('does not take the page of one thing for that of another that lies beside it', verifies('KEL-LIE-120'), async () => {
  const depth = 'The lock is 3 metres deep.';
  const about: QuotedSource = { quote: depth, chunkText: depth, ref: { kind: 'document', key: 'line' }, source: 'locks/north.md', backs: { claim: 'The lock of Brack is 3 metres deep.', context: 'Brack', sourceText: depth } };
  const files = { 'locks/north.md': `# Ober\n\n${depth}\n`, 'locks/south.md': '# Brack\n\nThe lock is 2 metres deep.\n' };
  const work = { ...workOf([read('locks', 'locks/north.md:3: The lock is 3 metres deep.\nlocks/south.md:3: The lock is 2 metres deep.')]), asked: 'How deep is the lock of Brack?' };
  const resultOf = async (given: Partial<typeof work>, there: Record<string, string>): Promise<string> => (await runCheck({ kind: 'citations_resolve', min: 1 }, { ...work, ...given }, portsOf({ files: there, citations: [about] }))).result;
  expect(await resultOf({}, files)).toBe('unmet');
  expect(await resultOf({}, { ...files, 'locks/north.md': `# Ober, above Brack\n\n${depth}\n` })).toBe('met');
  expect(await resultOf({}, { ...files, 'locks/south.md': '# Another\n' })).toBe('met');
  expect(await resultOf({ calls: [read('locks', 'locks/north.md')], runCalls: [] }, files)).toBe('met');
  expect(await resultOf({ asked: 'How deep is the lock?' }, files)).toBe('met');
});
