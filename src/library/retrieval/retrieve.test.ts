import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { textIndexInMemory } from '../../../test/support/text-index-in-memory.ts';
import { DEFAULT_RETRIEVAL_GATES, RetrievalFallback, RetrievalReport } from '../../contracts/index.ts';
import { fixedClock } from '../../kernel/index.ts';
import { chunkDocument } from '../workspace/chunk-document.ts';
import { openCollection } from './collection.ts';
import { retrieve, type RetrievalOptions, type RetrievalPorts } from './retrieve.ts';

const clock = fixedClock(1_800_000_000_000);
const FILLER = Array.from({ length: 60 }, (_, at) => `Note ${at}: wind, water and light were written down for every watch of the night.`).join('\n');

async function asked(files: Readonly<Record<string, string>>, options: Partial<RetrievalOptions> & { query: string }, ports: Partial<RetrievalPorts> = {}) {
  const chunks = Object.entries(files).flatMap(([path, text]) => chunkDocument('workspace', { path, text, kind: 'plain' }));
  const collection = await openCollection('workspace', chunks, textIndexInMemory());
  const retrieval = await retrieve({ runId: sample.runId, roleId: 'research', ...options }, { collection, clock, ...ports });
  expect(RetrievalReport.parse(retrieval.report)).toEqual(retrieval.report);
  return { ...retrieval, paths: [...new Set(retrieval.found.map(({ chunk }) => chunk.path))], tried: retrieval.report.fallbacks_tried };
}

const TWO = { 'gate.txt': `The harbour gate opens early.\n${FILLER}`, 'pilots.txt': `Pilots wait at the harbour gate until it opens.\n${FILLER}` };
const CHEAP = { min_top1_score: 0.1, min_total_tokens: 0, min_documents: 0 };

describe('a retrieval', () => {
  it('reports what was asked, what came and that it is enough, without a fallback when none is needed', verifies('ROLES-26', 'KEL-LIB-05'), async () => {
    const { report, found, wishes } = await asked(TWO, { query: 'harbour gate opens watch' });
    expect(report).toEqual({
      run_id: sample.runId,
      role_id: 'research',
      library_ids: ['workspace'],
      query: 'harbour gate opens watch',
      embed_space: 'emb:v1',
      k: 8,
      hits: found.map(({ hit }) => hit),
      gates: DEFAULT_RETRIEVAL_GATES,
      measured: { top1_score: Math.max(...found.map(({ hit }) => hit.score)), total_tokens: found.reduce((sum, { hit }) => sum + hit.token_count, 0), documents: 2 },
      gates_passed: true,
      fallbacks_tried: [],
      retrieved_at: '2027-01-15T08:00:00.000Z',
    });
    expect(wishes).toEqual([]);
    expect(found[0]?.hit).toEqual({ library_id: 'workspace', document_id: found[0]?.chunk.documentId, chunk_id: found[0]?.chunk.chunkId, page: null, section_path: [], score: found[0]?.hit.score, token_count: found[0]?.chunk.tokens });
  });

  it('reports also when nothing was found, after every fallback that it can try itself, and wishes for the others', verifies('ROLES-26', 'ROLES-30', 'KEL-LIB-05'), async () => {
    const { report, tried, wishes } = await asked(TWO, { query: 'quarterly salaries' }, { rewriteByModel: async () => 'monthly wages' });
    expect([report.hits, report.gates, report.gates_passed, report.k]).toEqual([[], DEFAULT_RETRIEVAL_GATES, false, 24]);
    expect(tried).toEqual(RetrievalFallback.options.slice(0, 5));
    expect(wishes).toEqual(['ask_user']);
    expect((await asked({}, { query: 'gate' })).report.measured).toEqual({ top1_score: 0, total_tokens: 0, documents: 0 });
  });

  it('wishes for a larger model only when there is something to make sense of', verifies('ROLES-30'), async () => {
    const { wishes, report } = await asked(TWO, { query: 'harbour salaries wages pensions bonuses' });
    expect([report.gates_passed, wishes]).toEqual([false, ['escalate_model_for_synthesis', 'ask_user']]);
  });

  it('raises k first', verifies('ROLES-30'), async () => {
    const files = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`${at}.txt`, `gate ${'filler '.repeat(300)}`]));
    const { tried, report } = await asked(files, { query: 'gate', k: 1, gates: { ...CHEAP, min_documents: 3 } });
    expect([tried, report.k, report.measured.documents]).toEqual([['raise_k'], 3, 3]);
  });

  it('then reads on around what it found, only as far as is needed, and gives that no score', verifies('ROLES-30'), async () => {
    const { tried, found } = await asked({ 'a.txt': `The gate opens.\n${FILLER}` }, { query: 'gate', gates: { ...CHEAP, min_total_tokens: 700 } });
    expect(tried).toEqual(['raise_k', 'fetch_adjacent_chunks']);
    expect(found.map(({ hit }) => hit.score > 0)).toEqual([true, false]);
  });

  it('then looks for words that are spelt nearly so', verifies('ROLES-30', 'KEL-LIB-06'), async () => {
    const { tried, paths } = await asked({ 'a.txt': 'The harbour is here.', 'b.txt': 'Other words.' }, { query: 'harbor', gates: CHEAP });
    expect([tried, paths]).toEqual([['raise_k', 'fetch_adjacent_chunks', 'hybrid_retrieval'], ['a.txt']]);
  });

  it('then says it by rule in other words: quoted words one by one, and without words that stand nowhere', verifies('ROLES-30', 'KEL-LIB-06'), async () => {
    const order = ['raise_k', 'fetch_adjacent_chunks', 'hybrid_retrieval', 'rewrite_query_deterministically'];
    const quoted = await asked({ 'a.txt': 'The gate of the harbour.' }, { query: '"harbour gate"', gates: CHEAP });
    expect([quoted.tried, quoted.report.gates_passed]).toEqual([order, true]);
    const dropped = await asked({ 'a.txt': 'gate harbour' }, { query: 'gate harbour xylophone', gates: { ...CHEAP, min_top1_score: 0.4 } });
    expect([dropped.tried, dropped.report.gates_passed]).toEqual([order, true]);
    const about = await asked({ 'a.txt': 'gate harbour' }, { query: 'gate xylophone zebra', gates: { ...CHEAP, min_top1_score: 0.4 } });
    expect(about.report.gates_passed).toBe(false);
  });

  it('then asks a model for other words, when there is one', verifies('ROLES-30'), async () => {
    const files = { 'a.txt': 'The gate opens.' };
    const { tried, report, paths } = await asked(files, { query: 'portal', gates: CHEAP }, { rewriteByModel: async (query) => (query === 'portal' ? 'gate' : undefined) });
    expect([tried.at(-1), report.query, paths]).toEqual(['rewrite_query_by_model', 'portal', ['a.txt']]);
    expect(report.fallbacks_skipped).toBeUndefined();
  });

  it('says in its report that nobody said it in other words, where it came to that', verifies('ROLES-30', 'KEL-RETR2-01'), async () => {
    const files = { 'a.txt': 'The gate opens.' };
    const skipped = [{ fallback: 'rewrite_query_by_model', reason: 'No model said it in other words.' }];
    for (const ports of [{}, { rewriteByModel: async () => undefined }]) {
      const { tried, report } = await asked(files, { query: 'portal', gates: CHEAP }, ports);
      expect([tried, report.fallbacks_skipped]).toEqual([RetrievalFallback.options.slice(0, 4), skipped]);
    }
    expect((await asked(files, { query: 'gate', gates: CHEAP })).report.fallbacks_skipped).toBeUndefined();
  });

  it('keeps what it found for the question as it was asked when looking wider brings nothing better', verifies('KEL-LIB-05'), async () => {
    const { paths, report } = await asked({ 'a.txt': 'gate', 'b.txt': 'other' }, { query: 'gate missing absent', gates: { ...CHEAP, min_top1_score: 0.9 } }, { rewriteByModel: async () => 'nowhere' });
    expect([paths, report.gates_passed]).toEqual([['a.txt'], false]);
  });

  it('asks for no more than the files hold about it, and never lowers how well the best must fit', verifies('KEL-LIB-07'), async () => {
    const { report } = await asked({ 'a.txt': 'The gate opens at six.', 'b.txt': 'Eggs.' }, { query: 'gate opens' });
    expect([report.gates, report.gates_passed]).toEqual([{ min_top1_score: 0.3, min_total_tokens: report.hits[0]?.token_count, min_documents: 1 }, true]);
    const weak = await asked({ 'a.txt': 'The gate opens at six.', 'b.txt': 'Eggs.' }, { query: 'gate salaries wages pensions' });
    expect([weak.report.gates.min_top1_score, weak.report.gates_passed]).toEqual([0.3, false]);
  });

  const DOCS = {
    'storage.md': '# Storage\n\nBatteries must not be stored above 45 degrees.\n\nA cabinet holds 12 batteries. The door stays locked at night.',
    'docs/transport.md': '# Transport\n\nBatteries travel by road only. Each driver carries a fire blanket.',
    'firms.md': '# Firms\n\nNordvolt was founded in 1998 in Lund. Sudvolt was founded in 2004 in Graz.',
  };

  it.each([
    ['Find the highest temperature for storing batteries', 'storage.md'],
    ['Find out whether batteries may be stored at 50 degrees', 'storage.md'],
    ['Find the page that says how many batteries a cabinet holds', 'storage.md'],
    ['Find out whether the door is open at night', 'storage.md'],
    ['Tell in which year Nordvolt was founded, according to docs', 'firms.md'],
    ['Read in docs about transport, as a second reader', 'docs/transport.md'],
  ])('is enough for a question in other words than those of the page: %s', verifies('KEL-LIE-40'), async (query, path) => {
    const { report, found } = await asked(DOCS, { query });
    expect([report.gates.min_top1_score, report.gates_passed, found[0]?.chunk.path]).toEqual([0.3, true, path]);
  });

  it.each([['Find the salary of the pilots'], ['Which insurance covers the harbour gate?'], ['Find out who sells batteries to hospitals overseas']])('is not enough where the files speak of little of it: %s', verifies('KEL-LIE-40'), async (query) => {
    expect((await asked(DOCS, { query })).report.gates_passed).toBe(false);
  });

  it('looks past words that only build a question, unless there are no others', verifies('KEL-LIB-03'), async () => {
    const files = { 'a.txt': 'what is to be', 'b.txt': 'gate' };
    expect((await asked(files, { query: 'What is the gate?', gates: CHEAP })).paths).toEqual(['b.txt']);
    expect((await asked(files, { query: 'to be', gates: CHEAP })).paths).toEqual(['a.txt']);
    expect((await asked(files, { query: 'an odd "mark gate', gates: CHEAP })).paths).toEqual(['b.txt']);
  });
});
