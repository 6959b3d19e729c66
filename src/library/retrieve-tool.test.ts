import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { runnerRig } from '../../test/support/runner-rig.ts';
import { sample } from '../../test/support/sample-values.ts';
import { textIndexInMemory } from '../../test/support/text-index-in-memory.ts';
import { toolRig } from '../../test/support/tool-rig.ts';
import { DEFAULT_RETRIEVAL_GATES, RetrievalReport } from '../contracts/index.ts';
import type { TextIndex } from './retrieval/text-index.ts';
import { RetrieveOutput } from './retrieve-output.ts';
import { retrieveTool } from './retrieve-tool.ts';
import { FILE_BYTES_MAX } from './workspace/limits.ts';

const NOTES = 'The pilots keep a record of wind, water and light for every watch, and read it aloud.\n\n'.repeat(30);

function tool() {
  const opened: TextIndex[] = [];
  const closed: TextIndex[] = [];
  const openIndex = async (): Promise<TextIndex> => {
    const index: TextIndex = { ...textIndexInMemory(), close: () => void closed.push(index) };
    opened.push(index);
    return index;
  };
  return { retrieve: retrieveTool({ openIndex }), opened, closed };
}

async function folder() {
  const rig = await toolRig();
  await rig.write('docs/harbour.md', `# Harbour\n\n## Gate\n\nThe harbour gate opens at 06:00 on weekdays.\n\n# Notes\n${NOTES}`);
  await rig.write('docs/page.html', `<html><head><title>T</title><script>gate()</script></head><body><h1>Pilots</h1><p>Pilots board before the harbour gate opens.</p></body></html>`);
  await rig.write('src/openGate.ts', '// The lock of the harbour.\nexport const openGate = 1;\n');
  return rig;
}

describe('retrieve', () => {
  it('gives passages of the files with a valid report, their places, and words to quote', verifies('ROLES-26', 'ROLES-28', 'KEL-LIB-08'), async () => {
    const rig = await folder();
    const output = await rig.call(tool().retrieve, { query: 'when does the harbour gate open?' });
    expect(RetrievalReport.parse(output.report)).toEqual(output.report);
    expect([output.report.run_id, output.report.role_id, output.report.gates_passed]).toEqual([sample.runId, 'research', true]);
    expect(output.hits.map(({ chunk_id, score }) => [chunk_id, score])).toEqual(output.report.hits.map(({ chunk_id, score }) => [chunk_id, score]));
    expect(output.hits.slice(0, 3).map(({ path, section_path, quote }) => [path, section_path, quote]).toSorted()).toEqual([
      ['docs/harbour.md', ['Harbour', 'Gate'], 'The harbour gate opens at 06:00 on weekdays.'],
      ['docs/page.html', ['Pilots'], 'Pilots board before the harbour gate opens.'],
      ['src/openGate.ts', [], 'export const openGate = 1;'],
    ]);
    expect(output.hits.every(({ text, quote }) => text.includes(quote))).toBe(true);
  });

  it('tells a model the passages, where they disagree, what is missing, and how to cite', verifies('KEL-LIB-08'), async () => {
    const rig = await toolRig();
    await rig.write('old.md', 'The harbour gate opens at 07:00.');
    await rig.write('new.md', 'The harbour gate opens at 06:00.');
    const { retrieve } = tool();
    const output = await rig.call(retrieve, { query: 'harbour gate' });
    const [first, second] = output.hits;
    expect(retrieve.show(output)).toBe(
      [
        `[1] new.md (${first?.chunk_id}, score ${first?.score.toFixed(2)})\nThe harbour gate opens at 06:00.`,
        `[2] old.md (${second?.chunk_id}, score ${second?.score.toFixed(2)})\nThe harbour gate opens at 07:00.`,
        '[These passages disagree about "the harbour gate opens at …": 06:00 (new.md), 07:00 (old.md).]',
        '[Cite as {"source": the path, "quote": words of the passage, exactly as they stand there}.]',
      ].join('\n\n'),
    );
    expect(retrieve.show(await rig.call(retrieve, { query: 'salaries' }))).toBe(
      'No passage was found.\n\n[This is not enough to rest an answer on: the best passage scores 0.00 of the 0.3 that are asked for; 0 tokens of 900; 0 of 2 documents. Look in other words, or say what is missing.]',
    );
  });

  it('looks for other words when the first do not bring enough, and says in its report whether it could', verifies('ROLES-30', 'KEL-RETR2-01'), async () => {
    const rig = await folder();
    const { retrieve } = tool();
    const alone = await rig.call(retrieve, { query: 'portal schedule' });
    expect([alone.hits, alone.report.fallbacks_skipped]).toEqual([[], [{ fallback: 'rewrite_query_by_model', reason: 'No model said it in other words.' }]]);
    const told = await rig.call(retrieve, { query: 'portal schedule', other_words: 'harbour gate opens' });
    expect([told.report.query, told.report.gates_passed, told.report.fallbacks_tried.at(-1), told.report.fallbacks_skipped]).toEqual(['portal schedule', true, 'rewrite_query_by_model', undefined]);
    expect((await rig.call(retrieve, { query: 'harbour gate opens', other_words: 'portal' })).report.fallbacks_tried).not.toContain('rewrite_query_by_model');
  });

  it('holds what it brings against the gates that it is given, and the default ones otherwise', verifies('ROLES-29', 'KEL-RETR2-03'), async () => {
    const rig = await toolRig();
    await rig.write('a.txt', 'The gate opens.');
    const gates = { min_top1_score: 0.99, min_total_tokens: 0, min_documents: 1 };
    const strict = await rig.call(retrieveTool({ openIndex: async () => textIndexInMemory(), gates }), { query: 'gate' });
    expect([strict.report.gates, strict.report.gates_passed]).toEqual([gates, false]);
    expect((await rig.call(tool().retrieve, { query: 'xylophone' })).report.gates).toEqual(DEFAULT_RETRIEVAL_GATES);
  });

  it('reads only what may be read without asking, and names what it left out', verifies('KEL-LIB-08'), async () => {
    const rig = await folder();
    await rig.write('.env', 'GATE=harbour\n');
    await rig.write('.gitignore', 'build\n');
    await rig.write('build/gate.txt', 'harbour gate\n');
    await rig.write('large.txt', 'gate '.repeat(FILE_BYTES_MAX / 4));
    await rig.write('picture.bin', new Uint8Array([0, 1, 2, 103, 97, 116, 101]));
    await rig.write('empty.txt', ' \n');
    const output = await rig.call(tool().retrieve, { query: 'harbour gate', k: 50 });
    expect(output.left_out).toEqual({ sensitive_paths: ['.env'], too_large_paths: ['large.txt'], is_cut: false });
    expect([...new Set(output.hits.map(({ path }) => path))].toSorted()).toEqual(['docs/harbour.md', 'docs/page.html', 'src/openGate.ts']);
  });

  it('looks only into the folder that is named', verifies('KEL-LIB-08'), async () => {
    const rig = await folder();
    const output = await rig.call(tool().retrieve, { query: 'harbour', folder: 'src' });
    expect(output.hits.map(({ path }) => path)).toEqual(['src/openGate.ts']);
    expect(tool().retrieve.intentions({ query: 'x', k: 8, folder: 'src' }, rig.hands.place)).toEqual([{ kind: 'path', op: 'list', path: 'src' }]);
  });

  it('makes an index once for what lies there, and closes those that are long out of use', verifies('KEL-LIB-08'), async () => {
    const rig = await folder();
    const { retrieve, opened, closed } = tool();
    for (const query of ['gate', 'harbour']) await rig.call(retrieve, { query });
    expect(opened.length).toBe(1);
    for (const text of ['one', 'two', 'three']) {
      await rig.write('docs/new.txt', text);
      await rig.call(retrieve, { query: 'gate' });
    }
    await Promise.resolve();
    expect([opened.length, closed]).toEqual([4, [opened[0]]]);
  });

  it('costs one call and one retrieval, and is not made when no retrieval is left', verifies('MH4-5-09'), async () => {
    const { retrieve } = tool();
    const rig = await runnerRig({ tools: [retrieve], alsoLimits: { retrieval_queries: 1 } });
    await rig.write('a.txt', 'The gate opens.');
    const { outcome } = await rig.call({ toolId: 'retrieve', arguments: { query: 'gate' }, roleId: 'research' });
    expect(RetrieveOutput.parse(outcome.output).hits.map(({ path }) => path)).toEqual(['a.txt']);
    expect(await rig.spent()).toEqual({ tool_calls: 1, retrieval_queries: 1 });
    await expect(rig.call({ toolId: 'retrieve', arguments: { query: 'gate' }, roleId: 'research' })).rejects.toMatchObject({ code: 'counter.exhausted', data: { unit: 'retrieval_queries' } });
    expect(await rig.spent()).toEqual({ tool_calls: 1, retrieval_queries: 1 });
  });
});
