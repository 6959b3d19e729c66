import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ENDED, RUN, TASK } from '../../../test/support/run-samples.ts';
import { finishes, taskRig } from '../../../test/support/task-rig.ts';
import { ReplayBundle, type EventEnvelope } from '../../contracts/index.ts';
import { canonicalHash, canonicalJson, KeelsonError } from '../../kernel/index.ts';
import { draftBundle } from './seal-bundle.ts';

const LAST = { artifact_id: 'art_01JFGWZ0000000000000000009' as never, type: 'RunSummary', hash: '9'.repeat(64) };
const REPORT = { artifact_id: 'art_01JFGWZ0000000000000000001', type: 'RetrievalReport', schema_ref: '#/schemas/RetrievalReport', hash: '1'.repeat(64) };
const hash = (digit: string): string => digit.repeat(64);
const happened = (type: string, payload: object, recorded = hash('f')): EventEnvelope => ({ type, payload, payload_hash: recorded }) as unknown as EventEnvelope;
const STARTED = happened('run.started', { run_id: RUN, task_id: TASK, pinned_versions: { prompts: { coder: '1.0.0' }, contracts: {}, formulas: {} } });
const report = { run_id: RUN, role_id: 'research', library_ids: ['workspace'], query: 'port', embed_space: 'emb:v1', k: 5, hits: [{ library_id: 'workspace', document_id: 'doc_01JFGWZ0000000000000000001', chunk_id: 'chk_01JFGWZ0000000000000000001', page: null, section_path: [], score: 0.5, token_count: 40 }], gates: { min_top1_score: 0.3, min_total_tokens: 10, min_documents: 1 }, measured: { top1_score: 0.5, total_tokens: 40, documents: 1 }, gates_passed: true, fallbacks_tried: [], retrieved_at: ENDED.timestamp };
const blobs = { read: async ({ key }: { key: string }) => (key === REPORT.hash ? Buffer.from(canonicalJson(report)) : Promise.reject(new TypeError(`nobody keeps ${key}`))) };
const routed = (call: string, roleId: string) => happened('run.model_routed', { call, decision: { request: { role_id: roleId } } });
const answered = (call: string) => happened('run.llm_ended', { call, record: { model_id: 'house/model', request_hash: hash('b'), prefix_hash: hash('c') } }, hash('d'));

describe('the seal of a run', () => {
  it('names what a replay needs by id and hash, and holds nobody’s words', verifies('KEL-REPLAY-07', 'ACI-35', 'ROLES-06', 'MH4-3-18'), async () => {
    const draft = draftBundle();
    for (const event of [
      STARTED,
      routed('plan/1', 'planner'),
      answered('plan/1/ask-1'),
      answered('elsewhere/ask-1'),
      happened('run.tool_ended', { call: 'execute/1/tool-1', action_hash: hash('a'), evidence: { tool_id: 'read_file', outcome: 'completed', input: 'notes.txt', output_excerpt: 'milk' } }),
      happened('run.tool_refused', { call: 'execute/1/tool-2', tool_id: 'shell', arguments_hash: hash('e') }),
      happened('run.envelope_returned', { envelope: { artifacts: [REPORT] } }),
      happened('run.envelope_returned', { envelope: { artifacts: [REPORT] } }),
      happened('run.context_summarised', { summary: { summary_id: 'sum_01JFGWZ0000000000000000001', content_hash: hash('2'), summary_text: 'milk' } }),
      { ...happened('run.tool_ended', {}), payload: null },
    ])
      draft.add(event);
    const bundle = (await draft.complete(LAST, blobs))({ ...ENDED, suggested_action: 'retry' });
    const named = { role_id: 'planner', model_id: 'house/model', request_hash: hash('b'), prefix_hash: hash('c'), recorded: hash('d') };
    expect(ReplayBundle.parse(bundle)).toEqual({
      run_id: RUN,
      task_id: TASK,
      pins_hash: canonicalHash({ prompts: { coder: '1.0.0' }, contracts: {}, formulas: {} }),
      model_calls: [{ call: 'plan/1/ask-1', ...named }, { call: 'elsewhere/ask-1', ...named, role_id: null }],
      tool_calls: [{ call: 'execute/1/tool-1', tool_id: 'read_file', action_hash: hash('a'), outcome: 'completed', recorded: hash('f') }, { call: 'execute/1/tool-2', tool_id: 'shell', action_hash: hash('e'), outcome: 'refused', recorded: hash('f') }],
      retrievals: [{ report: REPORT.artifact_id, hits: [{ chunk_id: 'chk_01JFGWZ0000000000000000001', score: 0.5 }] }],
      artifacts: [{ artifact_id: REPORT.artifact_id, type: 'RetrievalReport', hash: REPORT.hash }, LAST],
      context_summaries: [{ summary_id: 'sum_01JFGWZ0000000000000000001', content_hash: hash('2') }],
      calls_not_named: 0,
      ended: { reason: 'success', phase: 'finalize', suggested_action: 'retry', final_artifacts: [] },
      schema_version: '1.0',
    });
    expect(JSON.stringify(bundle)).not.toContain('milk');
  });

  it('stays small for a run of very many calls, and says how many it does not name', verifies('KEL-REPLAY-07'), async () => {
    const draft = draftBundle();
    draft.add(STARTED);
    for (let at = 1; at <= 2_000; at += 1) draft.add(answered(`execute/1/turn-${at}/ask-1`));
    const bundle = (await draft.complete(LAST, blobs))(ENDED);
    expect([bundle.model_calls.length + bundle.calls_not_named, JSON.stringify(bundle).length < 160 * 1024, bundle.model_calls.length > 300]).toEqual([2_000, true, true]);
  });

  it('does not keep a run from ending when the report of a retrieval was erased', verifies('KEL-REPLAY-07'), async () => {
    const draft = draftBundle();
    draft.add(STARTED);
    draft.add(happened('run.envelope_returned', { envelope: { artifacts: [REPORT] } }));
    const erased = { read: () => Promise.reject(new KeelsonError('blob.missing', { message: 'It is gone.', nextStep: 'Do without.', data: { sha256: REPORT.hash } as never })) };
    expect((await draft.complete(LAST, erased))(ENDED).retrievals).toEqual([{ report: REPORT.artifact_id, hits: [] }]);
    await expect(draft.complete(LAST, { read: () => Promise.reject(new TypeError('a defect')) })).rejects.toThrow('a defect');
  });

  it('is written once, together with the end, and can be read under its own key', verifies('KEL-REPLAY-07', 'ACI-35', 'MH4-1-09'), async () => {
    const rig = await taskRig({ turns: [{ answer: [{ type: 'tool_call', name: 'read_file', arguments: { path: 'notes.txt' } as never }] }, { answer: [finishes('It holds milk.')] }] });
    await rig.write('notes.txt', 'milk\n');
    const { runId, termination } = await rig.run();
    const [seal, ...others] = await rig.told('run.replay_sealed');
    const bundle = ReplayBundle.parse((await rig.documents.get(`replay:${runId}`))?.body);
    const entries = await rig.entries();
    const atEnd = entries.slice(entries.findLastIndex(({ append }) => append !== undefined)).map(({ event }) => event.type);
    expect([seal, others, atEnd]).toEqual([{ bundle }, [], ['run.replay_sealed', 'run.envelope_returned', 'run.terminated', 'counter.closed']]);
    expect(bundle.ended).toEqual({ reason: termination.reason, phase: termination.phase_at_termination, suggested_action: null, final_artifacts: termination.final_artifacts });
    expect([bundle.model_calls.map(({ role_id: role }) => role), bundle.tool_calls.map(({ tool_id: tool, outcome }) => [tool, outcome]), bundle.artifacts.map(({ artifact_id: id }) => id)]).toEqual([['coder', 'coder'], [['read_file', 'completed']], termination.final_artifacts]);
    const hashes = new Set(entries.map(({ event }) => event.payload_hash));
    expect([...bundle.model_calls, ...bundle.tool_calls].every(({ recorded }) => hashes.has(recorded))).toBe(true);
  });
});
