import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { callRef, made } from '../../../test/support/made-calls.ts';
import { textIndexInMemory } from '../../../test/support/text-index-in-memory.ts';
import { toolRig } from '../../../test/support/tool-rig.ts';
import type { JsonObject } from '../../contracts/index.ts';
import { retrieveTool } from '../retrieve-tool.ts';
import { citationsIn, quotedSources, resolveCitation } from './quoted-sources.ts';

const QUOTE = 'The harbour gate opens at 06:00.';

async function retrieved() {
  const rig = await toolRig();
  await rig.write('docs/a.md', `# Harbour\n${QUOTE}\nIt shuts late.\n`);
  const output = await rig.call(retrieveTool({ openIndex: async () => textIndexInMemory() }), { query: 'gate' });
  const [hit] = output.hits;
  if (hit === undefined) throw new Error('the passage was not found');
  const { text, path: _path, score: _score, ...citation } = hit;
  return { call: made('retrieve', { nth: 3, arguments: { query: 'gate' }, output: output as unknown as JsonObject }), citation: { ...citation, quote: QUOTE }, text, hits: output.hits };
}

const notes = (...citations: unknown[]) => ({ question: 'When?', claims: [{ claim: 'At six.', citations }], open_questions: [], next_steps: [] });

describe('citations', () => {
  it('are found wherever they stand, and nothing else is taken for one', verifies('KEL-LIB-10'), async () => {
    const { citation } = await retrieved();
    const source = { source: 'a.md', quote: QUOTE };
    expect(citationsIn(notes(source, citation, { source: 'a.md' }, 'a.md'))).toEqual([source, citation]);
    expect([citationsIn(QUOTE), citationsIn(null), citationsIn({ source: 'a.md', quote: 'x'.repeat(241) })]).toEqual([[], [], []]);
  });

  it('resolve in the passage they name when it says what they quote', verifies('ROLES-28', 'KEL-LIB-10'), async () => {
    const { citation, hits } = await retrieved();
    expect(resolveCitation({ ...citation, quote: 'opens  at\n06:00.' }, hits)).toEqual(hits[0]);
    expect(resolveCitation({ ...citation, quote: 'The harbour gate opens at 05:00.' }, hits)).toBeUndefined();
    expect(resolveCitation({ ...citation, library_id: 'other' }, hits)).toBeUndefined();
    expect(resolveCitation(citation, [])).toBeUndefined();
  });
});

describe('what work cites', () => {
  it('is held against the passages that were really retrieved', verifies('ROLES-28', 'KEL-LIB-10'), async () => {
    const { call, citation, text } = await retrieved();
    const output = JSON.stringify({ answer: 'At six.', citations: [citation] });
    const cited = { quote: QUOTE, chunkText: text, ref: callRef(3) };
    expect(quotedSources({ output, contents: [] }, [call])).toEqual([cited]);
    const backs = { claim: 'At six.', context: 'When?\ndocs/a.md Harbour', sourceText: text };
    expect(quotedSources({ output: 'At six.', contents: [notes(citation)] }, [call])).toEqual([{ ...cited, backs }]);
    expect(quotedSources({ output: '', contents: [notes({ ...citation, quote: 'At five it opens.' })] }, [call])).toEqual([{ ...cited, quote: 'At five it opens.', backs }]);
    expect(quotedSources({ output, contents: [] }, [])).toEqual([{ quote: QUOTE, chunkText: undefined, ref: { kind: 'document', key: citation.chunk_id } }]);
  });

  it('is held against what a call read from the source it names, and from no other', verifies('KEL-LIB-10'), async () => {
    const { call } = await retrieved();
    const search = made('search_text', { nth: 4, arguments: { pattern: 'gate', path: 'docs' }, output: { matches: [{ path: 'docs/a.md', line: 1, text: QUOTE }, { path: 'docs/b.md', line: 9, text: 'Other words here.' }, { path: 'docs/a.md', line: 2, text: 'It shuts late.' }] } });
    const read = made('read_file', { nth: 5, arguments: { path: './docs/c.md' }, output: { path: 'docs/c.md', text: 'Pilots board early.' } });
    const from = (source: string, quote: string, ...calls: (typeof call)[]) => quotedSources({ output: '', contents: [notes({ source, quote })] }, calls)[0];
    expect(from('docs/a.md', QUOTE, call)).toMatchObject({ ref: callRef(3) });
    const backing = (source: string, sourceText: string) => ({ claim: 'At six.', context: `When?\n${source}`, sourceText });
    expect(from('docs/a.md', QUOTE, search)).toEqual({ quote: QUOTE, chunkText: QUOTE, ref: callRef(4), source: 'docs/a.md', backs: backing('docs/a.md', `${QUOTE}\nIt shuts late.`) });
    expect(from('docs/a.md', `${QUOTE} It shuts late.`, search)?.chunkText).toBe(QUOTE);
    expect(from('docs/a.md', 'docs/a.md', search)?.chunkText).toBe(QUOTE);
    expect(from('docs/b.md', QUOTE, search)?.chunkText).not.toContain('gate');
    expect(from('docs/c.md', 'Pilots board early.', search, read)).toEqual({ quote: 'Pilots board early.', chunkText: 'Pilots board early.', ref: callRef(5), source: 'docs/c.md', backs: backing('docs/c.md', 'Pilots board early.') });
    expect(from('docs/d.md', QUOTE, search, read)).toEqual({ quote: QUOTE, chunkText: undefined, ref: { kind: 'document', key: 'docs/d.md' }, source: 'docs/d.md', backs: backing('docs/d.md', '') });
  });

  it('is not held against what failed, or what the work itself wrote', verifies('KEL-LIB-10', 'KEL-LIE-22'), () => {
    const failed = made('read_file', { arguments: { path: 'a.md' }, status: 'failed', output: { path: 'a.md', text: QUOTE } });
    const wrote = made('write_file', { arguments: { path: 'a.md', content: QUOTE }, output: { path: 'a.md', text: QUOTE } });
    expect(quotedSources({ output: '', contents: [notes({ source: 'a.md', quote: QUOTE })] }, [failed, wrote])[0]?.chunkText).toBeUndefined();
    const readBack = made('read_file', { arguments: { path: 'a.md' }, output: { path: 'a.md', text: QUOTE } });
    expect(quotedSources({ output: '', contents: [notes({ source: 'a.md', quote: QUOTE })] }, [wrote, readBack])[0]?.chunkText).toBeUndefined();
    expect(quotedSources({ output: '', contents: [notes({ source: 'a.md', quote: QUOTE })] }, [readBack])[0]?.chunkText).toBe(QUOTE);
  });
});
