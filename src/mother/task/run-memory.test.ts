import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, taskRig, type TaskRig } from '../../../test/support/task-rig.ts';
import { DAY_MS, learnt, LOSS } from '../../../test/support/memory-rig.ts';
import { RUN } from '../../../test/support/run-samples.ts';
import { artifactRegistered, memoryMegramWritten, RunSummary, runTerminated, TaskId, type DreamReport, type RecalledPlace } from '../../contracts/index.ts';
import { fixedClock } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Experience } from '../../loops/index.ts';
import { createExperienceMemory, createWriteQueue, dream } from '../../memory/index.ts';
import { withMemory } from './run-memory.ts';
import type { TaskPorts } from './task-ports.ts';

/** Reads, and hands back what it read. */
const READS = [{ when: { tool_result: { name: 'read_file' } }, answer: [finishes('It says hello.')] }, { answer: [{ type: 'tool_call' as const, name: 'read_file', arguments: { path: 'notes.txt' } as never }], when: {} }];

async function rigWithMemory(queued?: number): Promise<{ readonly rig: TaskRig; readonly openMemory: NonNullable<TaskPorts['openMemory']> }> {
  const rig = await taskRig({ turns: READS });
  await rig.write('notes.txt', 'hello from the file\n');
  const openMemory: NonNullable<TaskPorts['openMemory']> = (runId, taintOf) => {
    const queue = createWriteQueue(queued);
    return { calibration: { read: async () => [] }, experience: createExperienceMemory({ writer: rig.ports.roleWriters.solver, clock: rig.ports.clock, ids: rig.ports.ids, queue, runId, taintOf }), drained: queue.drained };
  };
  return { rig, openMemory };
}

const written = (rig: TaskRig) => rig.entries().then((entries) => entries.filter(({ event }) => event.type === memoryMegramWritten.type));

async function summaryOf(rig: TaskRig): Promise<RunSummary> {
  const { artifact } = artifactRegistered.payload.parse((await rig.told('artifact.registered')).at(-1));
  return RunSummary.parse(JSON.parse(new TextDecoder().decode(await rig.blobs.read(artifact.content))));
}

/** Lets everything else that waits have its turn. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a pass of the Dreamer', () => {
  it('changes nothing about a run that it goes on beside: the same course, the same appends', verifies('ART-DRM-01', 'ART-P-03', 'KEL-DREAM-08'), async () => {
    const play = async (isDreaming: boolean) => {
      const { rig, openMemory } = await rigWithMemory();
      // The rig has opened the whole of it.
      const ledger = rig.ports.ledger as Ledger;
      const { leases, clock, ids, roleWriters } = rig.ports;
      const old = fixedClock(clock.nowMs() - 100 * DAY_MS);
      const queue = createWriteQueue();
      const before = createExperienceMemory({ writer: roleWriters.solver, clock: old, ids, queue, runId: RUN, taintOf: async () => 'owner_typed' });
      for (let nth = 0; nth < 30; nth += 1) before.write(learnt('refine', 'tool:shell', `path:${nth}`, `old-${nth}`));
      await queue.drained();
      const over = new AbortController();
      const reports: DreamReport[] = [];
      const dreaming = async (): Promise<void> => {
        for (; !over.signal.aborted; await turn()) reports.push(await dream({ ledger, leases, clock, ids, writer: ledger.log.writerFor({ ...roleWriters.solver.author, actor: 'dreamer' }), lastEndAt: async () => null, isWorkedOn: async () => true }, { isDryRun: false, signal: new AbortController().signal }));
      };
      const from = (await ledger.store.head()).position;
      await Promise.all([rig.run({}, { openMemory }).finally(() => over.abort()), ...(isDreaming ? [dreaming()] : [])]);
      const entries = (await ledger.store.entries({ after: from, limit: 10_000 })).filter(({ header }) => !header.includes('"actor":"dreamer"'));
      return { forgotten: reports.reduce((total, { forgotten }) => total + forgotten.megrams, 0), appends: entries.map(({ stream, header, append }) => [stream.split('/')[0], (JSON.parse(header) as { type: string }).type, append !== null]) };
    };
    const [alone, beside] = [await play(false), await play(true)];
    expect([alone.forgotten, beside.forgotten]).toEqual([0, 30]);
    expect(beside.appends).toEqual(alone.appends);
  });
});

describe('what a run has learnt', () => {
  it('is durable before its end is written, in the one memory that there is, by the solver alone', verifies('ART-R5-07', 'KEL-MEM-17', 'ART-P-10'), async () => {
    const { rig, openMemory } = await rigWithMemory();
    await rig.run({}, { openMemory });
    const [kept] = await written(rig);
    expect(memoryMegramWritten.payload.parse(kept?.event.payload)).toMatchObject({ megram: { space: 'intent:what_is_in', entity: 'env:local', state: 'accept', level: 'M' }, origin: { from: 'experience', round: 1 } });
    const end = (await rig.entries()).find(({ event }) => event.type === runTerminated.type);
    expect((kept?.position ?? Infinity) < (end?.position ?? 0)).toBe(true);
    expect([...new Set((await rig.entries()).filter(({ event }) => event.aggregate === 'memory').map(({ event }) => event.actor))]).toEqual(['solver']);
  });

  it('is there after a break before the end, and once', verifies('KEL-MEM-17', 'KEL-MEM-04'), async () => {
    const { rig, openMemory } = await rigWithMemory();
    const breaks: NonNullable<TaskPorts['openMemory']> = (runId, taintOf) => ({ ...openMemory(runId, taintOf), experience: { write: () => undefined }, drained: () => Promise.reject(new TypeError('the process is gone')) });
    await expect(rig.run({}, { openMemory: breaks })).rejects.toThrow('the process is gone');
    expect([await written(rig), await rig.told('run.terminated')]).toEqual([[], []]);
    await rig.run({}, { openMemory });
    await rig.run({}, { openMemory });
    expect([(await written(rig)).length, (await rig.told('run.terminated')).length]).toEqual([1, 1]);
  });

  it('and could not be kept is told with the end, which stays what it is, and charged to memory', verifies('KEL-MEM-05', 'ART-ACC-09'), async () => {
    const { rig, openMemory } = await rigWithMemory(0);
    const { termination } = await rig.run({}, { openMemory });
    expect([termination.reason, termination.contributing_factors.includes('memory.lost')]).toEqual(['success', true]);
    expect(termination.details).toContain('One thing that it learnt could not be kept for later runs.');
    expect((await summaryOf(rig)).charges).toEqual([{ role: 'memory', why: 'What the run had learnt could not be kept for later runs.' }]);
  });

  it('and is handed over wrongly is left out of the plan, told with the end, and charged to memory', verifies('ART-ACC-09'), async () => {
    const { rig, openMemory } = await rigWithMemory();
    const at = '2026-11-01T00:00:00.000Z';
    const place = (space: string, entity: string, more: object = {}): RecalledPlace => ({ space, entity, potentials: { attention: 0.95, decision: -0.95, action: 'avoid' }, sops: [], action: 'avoid', written: 1, states: { abandon: 1 }, first_at: at, last_at: at, latest: [], taint_class: 'owner_typed', ...more }) as RecalledPlace;
    const [right, stranger, broken] = [place('tool:read_file', 'path:gone.txt'), place('tool:elsewhere', 'path:notes.txt'), place('tool:read_file', 'path:b.txt', { potentials: { attention: Number.NaN, decision: 0, action: 'avoid' } })];
    const remembering = (...places: RecalledPlace[]): NonNullable<TaskPorts['openMemory']> => (runId, taintOf) => ({ ...openMemory(runId, taintOf), calibration: { read: async () => places } });
    const { termination } = await rig.run({}, { openMemory: remembering(right, stranger, broken) });
    expect(await rig.told('run.plan_made')).toMatchObject([{ calibration: [{ space: 'tool:read_file', entity: 'path:gone.txt', action: 'avoid' }] }]);
    expect([termination.reason, termination.contributing_factors]).toEqual(['success', ['memory.misread']]);
    expect(termination.details).toContain('Some of what is remembered could not be used for its plan: keelson ledger verify.');
    expect((await summaryOf(rig)).charges).toEqual([{ role: 'memory', why: 'What was remembered did not read, or was not what the plan had asked for.' }]);
  });

  it('and can be read and kept is charged to nobody', verifies('ART-ACC-09'), async () => {
    const { rig, openMemory } = await rigWithMemory();
    expect((await rig.run({}, { openMemory })).termination.contributing_factors).toEqual([]);
    expect((await summaryOf(rig)).charges).toBeUndefined();
  });

  it('in rounds that a fork took over was learnt by the run that it was forked off', verifies('KEL-MEM-17'), async () => {
    const { rig, openMemory } = await rigWithMemory();
    const kept: Experience[] = [];
    const opened: NonNullable<TaskPorts['openMemory']> = (runId, taintOf) => ({ ...openMemory(runId, taintOf), experience: { write: (one) => kept.push(one) } });
    const overseers = await rig.ports.openOverseers('run_00000000000000000000000000' as never);
    const { ports } = withMemory('run_00000000000000000000000000' as never, { ...rig.ports, openMemory: opened, isRecorded: (key: string) => key === 'review/1/elapsed' }, overseers);
    const one = { key: 'k', taskId: TaskId.parse(`task_${'0'.repeat(26)}`), state: 'accept', space: 'intent:a', entity: 'env:local', content: 'x', f: 0.9, sigma: 1, k: 0.05, loss: LOSS } as const;
    for (const round of [1, 2]) ports.experience?.write({ ...one, round });
    expect(kept.map(({ round }) => round)).toEqual([2]);
  });
});
