import { beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, taskRig, type TaskRig } from '../../../test/support/task-rig.ts';
import { ReplayBundle, ReplayExport } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { exportBundle } from './export-bundle.ts';
import { readSourceRun, type SourceRun } from './source-run.ts';

const calls = (name: string, given: object) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given as never }] });
const missing = (): Promise<never> => Promise.reject(new KeelsonError('blob.missing', { message: 'It is gone.', nextStep: 'Do without.', data: { sha256: 'a' } as never }));
const NOBODYS = { documents: { get: async () => undefined } as never };

let rig: TaskRig;
let run: SourceRun;
beforeEach(async () => {
  rig = await taskRig({ turns: [calls('read_file', { path: 'notes.txt' }), { answer: [finishes('It names ann.miller@example.org.')] }] });
  await rig.write('notes.txt', 'Write to ann.miller@example.org, the key is sk-proj-4fGk2LmN8pQr6StV0wXy3ZaB5cDe7FgH\n');
  const { runId } = await rig.run({ request: 'Whom does notes.txt name? Ask bob.smith@example.org.' });
  run = await readSourceRun(runId, rig.log);
});

/** The run as if its contracts had said otherwise of what is kept. */
const withCapture = (flags: object): SourceRun => ({
  ...run,
  appends: run.appends.map((append) => ({ ...append, entries: append.entries.map((entry) => (entry.event.type === 'run.prepared' ? { ...entry, event: { ...entry.event, payload: { ...entry.event.payload, replay_capture: { coder: { capture_prompts: true, capture_tool_calls: true, capture_retrieval: true, capture_artifacts: true, redaction_ruleset: 'default', ...flags } } } } } : entry)) })),
});

describe('the exported bundle of a run', () => {
  it('holds the bundle, what was sent to models with its parameters, what tools were given and gave, and nothing secret', verifies('KEL-REPLAY-08', 'ROLES-06'), async () => {
    const exported = ReplayExport.parse(await exportBundle(run, rig.ports.ledger));
    const [asked, tool] = exported.steps;
    expect(exported.bundle).toEqual(ReplayBundle.parse((await rig.documents.get(`replay:${run.runId}`))?.body));
    expect(exported.steps.map(({ effect }) => effect)).toEqual(['model.call', 'tool.call', 'model.call']);
    expect([asked?.asked, tool?.asked]).toMatchObject([{ request: { max_output_tokens: expect.any(Number), messages: expect.any(Array) }, candidates: ['scripted'] }, { tool_id: 'read_file', arguments: { path: 'notes.txt' } }]);
    const text = JSON.stringify(exported);
    expect(['ann.miller', 'bob.smith', 'sk-proj-4fGk2'].map((word) => text.includes(word))).toEqual([false, false, false]);
    expect([exported.redactions > 3, exported.left_out, exported.pinned_versions, exported.source]).toEqual([true, [], run.started.pinned_versions, { kind: 'document', key: `replay:${run.runId}` }]);
    expect(exported.artifacts.map(({ artifact_id: id }) => id).toSorted()).toEqual(exported.bundle.artifacts.map(({ artifact_id: id }) => id).toSorted());
  });

  it('leaves out what the contract of a role does not have kept, and says so', verifies('KEL-REPLAY-08', 'ACI-30'), async () => {
    const { blobs, documents } = rig.ports.ledger as never as Parameters<typeof exportBundle>[1];
    const [noPrompts, noCalls] = [await exportBundle(withCapture({ capture_prompts: false }), { blobs, documents }), await exportBundle(withCapture({ capture_tool_calls: false }), { blobs, documents })];
    expect([noPrompts.steps.map(({ effect }) => effect), noPrompts.left_out.length]).toEqual([['tool.call'], 2]);
    expect([noCalls.steps.map(({ effect }) => effect), noCalls.left_out]).toEqual([['model.call', 'model.call'], [expect.stringContaining('is not to be kept by the contract of its role')]]);
  });

  it('names what was erased, is made from the events of a run that has no seal, and refused for one that has not ended', verifies('KEL-REPLAY-08'), async () => {
    const { blobs } = rig.ports.ledger;
    const erased = await exportBundle(run, { ...rig.ports.ledger, ...NOBODYS, blobs: { ...blobs, read: missing } as never });
    expect([erased.artifacts.every(({ content }) => content === null), erased.left_out.length >= erased.artifacts.length]).toEqual([true, true]);
    const unsealed = await exportBundle(run, { ...rig.ports.ledger, ...NOBODYS });
    expect(unsealed.bundle).toEqual(ReplayBundle.parse((await rig.documents.get(`replay:${run.runId}`))?.body));
    await expect(exportBundle({ ...run, termination: null }, { ...rig.ports.ledger, ...NOBODYS })).rejects.toMatchObject({ code: 'run.replay_refused', data: { mode: 'export' } });
  });
});
