import { describe, expect, it } from 'vitest';
import { heldRun, portsOf, sequenceOf, streamOf, turns } from '../../../test/support/fork-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { documentKey, type KnownGoodCheckpoint, type RunId, type StorageRef } from '../../contracts/index.ts';
import { createCheckpoint, listCheckpoints } from './checkpoints.ts';

const { writes, ends, sends } = turns;
const wish = { createdBy: 'owner', idempotencyKey: 'kept' };

describe('a checkpoint', () => {
  it('pins artifacts, files, plan, policies, capabilities, place and what cannot be taken back, and is the same for the same wish', verifies('KEL-FORK-09', 'ELN-G-04', 'ELN-G-17'), async () => {
    const run = await heldRun([writes('eggs\n'), sends, ends('It is written and sent.')]);
    const { rig, runId } = run;
    const before = await streamOf(run);
    const checkpoint = await createCheckpoint({ runId, label: 'the list is whole', ...wish }, portsOf(run));
    const read = async (ref: StorageRef | undefined): Promise<unknown> => JSON.parse(Buffer.from(await rig.blobs.read(ref as StorageRef)).toString());
    const event = async (type: string) => (await rig.entries()).find((one) => one.event.type === type)?.event;
    expect(checkpoint).toMatchObject({ run_id: runId, label: 'the list is whole', created_by_ref: 'owner', source_workspace_snapshot_refs: [], graph_topology_snapshot_ref: { kind: 'event', key: (await event('run.plan_made'))?.event_id }, schema_version: '1.0' });
    expect(checkpoint.artifact_head_refs.map(({ key }) => key)).toEqual((await rig.told('artifact.registered')).slice(0, -1).map(({ artifact }) => `artifact:${(artifact as { artifact_id: string }).artifact_id}`));
    expect(checkpoint.artifact_version_refs).toHaveLength(checkpoint.artifact_head_refs.length);
    const [snapshot, policy, capability] = [await read(checkpoint.run_workspace_snapshot_ref), await read(checkpoint.policy_snapshot_ref), await read(checkpoint.capability_snapshot_ref)];
    expect(snapshot).toMatchObject({ workspace: rig.folder, files: [{ path: 'out.txt', content: { kind: 'blob' } }] });
    const [{ pinned_versions: pins, budget }] = (await rig.told('run.started')) as [{ pinned_versions: Record<string, unknown>; budget: unknown }];
    expect(policy).toEqual({ policy: pins['policy'], contracts: pins['contracts'], limits: budget, attendance: 'attended', mode: null, schema_version: '1.0' });
    expect(capability).toEqual({ tools: pins['tools'], server_tools: pins['server_tools'], models: pins['models'], prompts: pins['prompts'], formulas: pins['formulas'], schema_version: '1.0' });
    expect(checkpoint.irreversible_side_effect_refs).toHaveLength(1);
    expect((await rig.documents.get(documentKey.runCheckpoints(runId)))?.body).toEqual({ checkpoints: [checkpoint] });
    const again: KnownGoodCheckpoint = await createCheckpoint({ runId, ...wish }, portsOf(run));
    expect([again, await streamOf(run)]).toEqual([checkpoint, before]);
  });

  it('cannot be made where a file is no longer as the run left it, and the file is named', verifies('KEL-FORK-09'), async () => {
    const run = await heldRun([writes('eggs\n'), ends('It is written.')]);
    await run.rig.write('out.txt', 'mine\n');
    await expect(createCheckpoint({ runId: run.runId, ...wish }, portsOf(run))).rejects.toMatchObject({ code: 'run.fork_refused', data: { subjects: ['out.txt: changed since, and what stood there was not kept'] } });
  });
});

describe('the places of a run', () => {
  it('are the phases that it left through their gates, and what somebody kept', verifies('KEL-FORK-09', 'ELN-G-04'), async () => {
    const run = await heldRun([sends, ends('It is sent.')], { request: 'Send word to ada.' });
    const { checkpoint_id: id, event_seq: last } = await createCheckpoint({ runId: run.runId, label: 'sent', ...wish }, portsOf(run));
    const { run_id: runId, checkpoints } = await listCheckpoints(run.runId, run.rig.ports.ledger);
    expect(runId).toBe(run.runId);
    expect(checkpoints.map(({ label, created_by_ref: by, irreversible_side_effects: effects }) => [label, by, effects])).toEqual([
      ['plan was left, execute follows', 'mother', 0],
      ['execute was left, review follows', 'mother', 1],
      ['review was left, approve follows', 'mother', 1],
      ['sent', 'owner', 1],
    ]);
    expect([checkpoints[0]?.event_seq, checkpoints.at(-1)?.checkpoint_id, checkpoints.at(-1)?.event_seq]).toEqual([await sequenceOf(run, 'run.phase_exited'), id, last]);
    await expect(listCheckpoints('run_01JCQZ9Y5D0000000000000009' as RunId, run.rig.ports.ledger)).rejects.toMatchObject({ code: 'run.replay_refused' });
  });
});
