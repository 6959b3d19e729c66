import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { calls, ends, reads, replayed, writes, type Finished } from '../../../test/support/replay-rig.ts';
import { taskRig, type TaskRig, type TaskRigOptions } from '../../../test/support/task-rig.ts';
import type { LogWriter } from '../../ledger/index.ts';
import { builtinTools, defineTool, type Tool } from '../../tools/index.ts';

type Turn = TaskRigOptions['turns'][number];

/** Each turn is answered by what came before it, so that whoever asks again is answered again. */
const turns = (first: Turn, tool: string): TaskRigOptions['turns'] => [{ ...ends('The file holds milk.'), when: { tool_result: { name: tool } } }, { ...first, when: {} }];

/** Goes on with a run that was cut off, until it ends. */
async function goneOnWith(rig: TaskRig): Promise<Finished> {
  const { runId, termination } = await rig.run();
  return { rig, runId, reason: termination.reason };
}

/** A process that dies right before it writes an event like this: neither that nor anything after it is written. */
function dyingBefore(isLast: (type: string, payload: string) => boolean): (writer: LogWriter) => LogWriter {
  let isDead = false;
  return (writer) => ({
    ...writer,
    append: (request) => {
      isDead ||= request.events.some(({ type, payload }) => isLast(type, JSON.stringify(payload)));
      return isDead ? Promise.reject(new Error('the process is dead')) : writer.append(request);
    },
  });
}

/** The answer of the second turn comes to nothing. */
const IN_AN_ANSWER = 'turn-2/model/ask-1/try-1';

describe('a run that was cut off in the middle of a step and gone on with', () => {
  it('comes out the same when its process died while a model answered: both times count, and both are told', verifies('KEL-REPLAY-12'), async () => {
    const rig = await taskRig({ turns: turns(reads, 'read_file') });
    await rig.write('notes.txt', 'milk\n');
    await expect(rig.run({}, {}, dyingBefore((type, payload) => type === 'run.step_completed' && payload.includes(IN_AN_ANSWER)))).rejects.toThrow('the process is dead');
    const run = await goneOnWith(rig);
    const report = await replayed(run, 'simulation_from_recorded_outputs');
    expect(report.divergences).toEqual([]);
    expect([run.reason, report.verdict, (await rig.told('run.step_intended')).filter((payload) => JSON.stringify(payload).includes(IN_AN_ANSWER)).length]).toEqual(['success', 'identical', 2]);
  });

  it('comes out the same when its process died after a file was written, and the file is written once more', verifies('KEL-REPLAY-12'), async () => {
    const rig = await taskRig({ turns: turns(writes, 'write_file') });
    await expect(rig.run({}, {}, dyingBefore((type) => type === 'run.tool_ended'))).rejects.toThrow('the process is dead');
    const run = await goneOnWith(rig);
    expect(await replayed(run, 'simulation_from_recorded_outputs')).toMatchObject({ divergences: [], verdict: 'identical', ended: { original: 'success', replayed: 'success' } });
  });

  it('comes out the same when it was stopped during a call, which told what it had done by then', verifies('KEL-REPLAY-12'), async () => {
    const stop = new AbortController();
    const rig = await taskRig({ tools: [...builtinTools({ webSearch: {} }), waiting(stop)], turns: turns(calls('wait_for', {}), 'wait_for') });
    await expect(rig.run({ signal: stop.signal })).rejects.toMatchObject({ code: 'journal.cancelled' });
    const run = await goneOnWith(rig);
    const report = await replayed(run, 'simulation_from_recorded_outputs');
    expect([report.divergences, report.verdict, (await rig.told('run.tool_ended')).map(({ outcome }) => (outcome as { status: string }).status)]).toEqual([[], 'identical', ['interrupted', 'completed']]);
  });

  it('is checked as it stands by an audit, with nothing wrong in its log', verifies('KEL-REPLAY-12', 'KEL-REPLAY-04'), async () => {
    const rig = await taskRig({ turns: turns(reads, 'read_file') });
    await rig.write('notes.txt', 'milk\n');
    await expect(rig.run({}, {}, dyingBefore((type, payload) => type === 'run.step_completed' && payload.includes(IN_AN_ANSWER)))).rejects.toThrow('the process is dead');
    expect(await replayed(await goneOnWith(rig), 'audit_reconstruction')).toMatchObject({ verdict: 'reconstructed', faults: [], ended: { original: 'success' } });
  });
});

/** Stops the run the first time that it is called, in the middle of the call. */
function waiting(stop: AbortController): Tool {
  return defineTool({
    tool_id: 'wait_for',
    tool_name: 'Wait for something',
    category: 'compute',
    side_effects: 'read_only',
    priority: 50,
    timeout_ms: 5_000,
    allowed_roles: ['coder'],
    input: z.strictObject({}),
    output: z.strictObject({ came: z.boolean() }),
    touches: [],
    taint: 'owner_typed',
    intentions: () => [],
    async perform(_input, { signal }) {
      if (stop.signal.aborted) return { came: true };
      stop.abort();
      signal.throwIfAborted();
      return { came: false };
    },
    show: () => 'It came: milk.',
  }) as Tool;
}
