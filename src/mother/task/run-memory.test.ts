import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, taskRig, type TaskRig } from '../../../test/support/task-rig.ts';
import { LOSS } from '../../../test/support/memory-rig.ts';
import { memoryMegramWritten, runTerminated, TaskId } from '../../contracts/index.ts';
import type { Experience } from '../../loops/index.ts';
import { createExperienceMemory, createWriteQueue } from '../../memory/index.ts';
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

describe('what a run has learnt', () => {
  it('is durable before its end is written', verifies('ART-R5-07', 'KEL-MEM-17'), async () => {
    const { rig, openMemory } = await rigWithMemory();
    await rig.run({}, { openMemory });
    const [learnt] = await written(rig);
    expect(memoryMegramWritten.payload.parse(learnt?.event.payload)).toMatchObject({ megram: { space: 'intent:what_is_in', entity: 'env:local', state: 'accept', level: 'M' }, origin: { from: 'experience', round: 1 } });
    const end = (await rig.entries()).find(({ event }) => event.type === runTerminated.type);
    expect((learnt?.position ?? Infinity) < (end?.position ?? 0)).toBe(true);
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

  it('and could not be kept is told with the end, which stays what it is', verifies('KEL-MEM-05'), async () => {
    const { rig, openMemory } = await rigWithMemory(0);
    const { termination } = await rig.run({}, { openMemory });
    expect([termination.reason, termination.contributing_factors.includes('memory.lost')]).toEqual(['success', true]);
    expect(termination.details).toContain('One thing that it learnt could not be kept for later runs.');
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
