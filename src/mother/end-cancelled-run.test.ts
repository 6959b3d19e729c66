import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { finishes, taskRig, type TaskRig } from '../../test/support/task-rig.ts';
import { GateReceipt, RunId, type TaskCancelReceipt, type TerminationRecord } from '../contracts/index.ts';
import { endCancelledRun } from './end-cancelled-run.ts';
import { holdRun } from './run-life.ts';

const reads = { answer: [{ type: 'tool_call' as const, name: 'read_file', arguments: { path: 'notes.txt' } as never }] };
const LATE = { first_byte: 30_000, between_chunks: 0 };

/** A run at which nobody is at work any more: it was stopped while it waited for the model. */
async function resting(turns: Parameters<typeof taskRig>[0]['turns'], stopAt: number): Promise<{ readonly rig: TaskRig; readonly runId: RunId }> {
  const stop = new AbortController();
  const rig = await taskRig({ turns, onRequest: ({ number }) => number === stopAt && stop.abort() });
  await rig.write('notes.txt', 'hello\n');
  await expect(rig.run({ signal: stop.signal })).rejects.toMatchObject({ code: 'journal.cancelled' });
  const [started] = await rig.told('run.started');
  return { rig, runId: RunId.parse(started?.['run_id']) };
}

function receiptOf(runId: RunId): TaskCancelReceipt {
  return { receipt_id: 'rcp_01JCQZ9Y5D0000000000000001' as never, cancel_request_id: 'cmd_01JCQZ9Y5D0000000000000001' as never, run_id: runId, stopped: 'was_not_running', executed_side_effects: [], cancelled_intents: [], created_at: '2026-11-15T09:00:00.000Z', schema_version: '1.0' };
}

function cancel({ ports }: TaskRig, runId: RunId): Promise<TerminationRecord> {
  return holdRun(runId, new AbortController().signal, ports, (held, signal) => endCancelledRun(runId, receiptOf(runId), held, signal, ports));
}

const wayOf = async (rig: TaskRig): Promise<string[]> => (await rig.told('run.phase_exited')).map(({ gate }) => GateReceipt.parse(gate)).map(({ phase, exit }) => `${phase} ${exit.exit}`);

describe('a run that is cancelled while nobody is at work on it', () => {
  it('leaves the phase in which it stands, and ends with the receipt, the summary and what is unmet', verifies('KEL-RUN-09', 'KEL-LOOP-08', 'termination.user_cancelled', 'MH4-1-01'), async () => {
    const { rig, runId } = await resting([reads, { answer: [finishes('Too late.')], latency_ms: LATE }], 2);
    const termination = await cancel(rig, runId);
    expect(termination).toMatchObject({ run_id: runId, reason: 'user_cancelled', phase_at_termination: 'execute', details: 'A person cancelled the run. It had changed nothing.', contributing_factors: ['rcp_01JCQZ9Y5D0000000000000001'], unmet_criteria: [{ criterion: 'It is done' }, { criterion: 'It was looked at' }], logged_by: 'mother' });
    expect([await wayOf(rig), termination.final_artifacts.length]).toEqual([['plan success', 'execute fail', 'finalize success'], 1]);
    expect((await rig.log.appended(`${runId}:terminated`)).map(({ event }) => event.type)).toEqual(['run.cancel_settled', 'run.replay_sealed', 'run.envelope_returned', 'run.terminated', 'counter.closed']);
    expect(await rig.run()).toMatchObject({ termination: { reason: 'user_cancelled' } });
  });

  it('ends as it was decided when it was only to be written down', verifies('KEL-RUN-09', 'KEL-RUN-06'), async () => {
    const rig = await taskRig({ turns: [reads, { answer: [finishes('It says hello.')] }] });
    await rig.write('notes.txt', 'hello\n');
    let isDead = false;
    const dying = (writer: TaskRig['writer']): TaskRig['writer'] => ({
      ...writer,
      append: (append) => {
        isDead ||= append.key.endsWith(':terminated');
        return isDead ? Promise.reject(new TypeError('the process died here')) : writer.append(append);
      },
    });
    await expect(rig.run({}, {}, dying)).rejects.toThrow('the process died here');
    const [started] = await rig.told('run.started');
    const termination = await cancel(rig, RunId.parse(started?.['run_id']));
    expect([termination.reason, await wayOf(rig)]).toEqual(['success', ['plan success', 'execute success', 'review success', 'approve success', 'finalize success']]);
    expect([await rig.told('run.cancel_settled'), (await rig.told('run.terminated')).length]).toEqual([[], 1]);
  });
});
