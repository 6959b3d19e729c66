import { describe, expect, it } from 'vitest';
import { logOver } from '../../../test/contract-suites/ledger-samples.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { dispatched, judged, left, started, stated } from '../../../test/support/run-history.ts';
import { ENDED, RUN, subtaskId, TASK } from '../../../test/support/run-samples.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { documentKey, RunState } from '../../contracts/index.ts';
import { createDocuments } from '../documents.ts';
import { BUILTIN_SETUP } from '../setup.ts';
import type { FoldedEvent } from './projection.ts';
import { runStateProjection } from './run-state.ts';

const AT = '2026-11-15T09:00:00.000Z';
const LATER = '2026-11-15T09:00:07.000Z';

/** Folds what was written, each event at its own time. */
function foldedFrom(told: readonly (readonly [type: string, payload: object, recordedAt?: string])[]): RunState {
  const folded = told.reduce<ReturnType<typeof runStateProjection.fold> | undefined>((body, [type, payload, recordedAt = AT], at) => {
    const event: FoldedEvent = { type, aggregate: 'run', streamId: RUN, position: at + 1, sequence: at + 1, recordedAt, actor: 'mother', governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false }, payload: payload as Record<string, unknown> };
    return runStateProjection.fold(body, event);
  }, undefined);
  return RunState.parse(folded);
}

const START = ['run.started', started()] as const;
const NEW: RunState = {
  run_id: RUN,
  task_id: TASK,
  user_id: 'owner',
  phase: 'plan',
  last_exit: null,
  last_gate_id: null,
  retries_remaining: { plan: 2, execute: 1, review: 2, repair: 2, approve: 2, finalize: 2, terminate: 2 },
  role_retries_remaining: { critic: 1 },
  repair_escalations_remaining: 1,
  timers: { phase_entered_at: AT, phase_active_ms: 0, run_active_ms: 0 },
  spawned_agents: [],
  suspension: null,
  delivery: { state: 'not_attempted' },
  termination_reason: null,
  pinned_versions: { prompts: {}, contracts: {}, formulas: {} },
};

const SUSPENSION = { waiting_for: 'input', since: AT, questions: ['Which?'] } as const;
const REMAINING = { run_id: RUN, why: 'The plan was unclear.' };

describe('the state of a run', () => {
  it('is the document run:{run_id}, from its start to its end', verifies('ACI-32'), async () => {
    const { store } = await ledgerInMemory();
    const { log, writer } = logOver(store, BUILTIN_SETUP);
    const documents = createDocuments(store, BUILTIN_SETUP.projections);
    const write = (key: string, type: string, payload: object) => writer.append({ key, events: [stated(type, payload)] });
    await write('1', 'run.started', started());
    const read = async () => RunState.parse((await documents.get(`run:${RUN}`))?.body);
    const first = await read();
    expect([documentKey.run(RUN), first]).toEqual([`run:${RUN}`, { ...NEW, timers: first.timers }]);
    await write('2', 'run.phase_exited', left('plan', 'execute'));
    await write('3', 'run.terminated', { termination: ENDED });
    const last = await read();
    expect(last).toEqual({ ...NEW, timers: last.timers, phase: 'terminate', last_exit: { exit: 'success', reason: 'Done.' }, last_gate_id: 'rcp_01JFGWZ0000000000000000001', delivery: ENDED.delivery, termination_reason: 'success' });
    expect((await log.readAll({ limit: 10 })).map(({ event }) => event.type)).toEqual(['run.started', 'run.phase_exited', 'run.terminated']);
  });

  it('goes on with each receipt, and the time of the new phase begins then', verifies('ACI-32'), () => {
    expect(foldedFrom([START])).toEqual(NEW);
    expect(foldedFrom([START, ['run.phase_exited', left('plan', 'execute'), LATER]])).toEqual({ ...NEW, phase: 'execute', last_exit: { exit: 'success', reason: 'Done.' }, last_gate_id: 'rcp_01JFGWZ0000000000000000001', timers: { ...NEW.timers, phase_entered_at: LATER } });
  });

  it('is not moved by a receipt of another phase, by one that was used, or by none', verifies('ACI-32', 'KEL-RUN-03'), () => {
    const without = { run_id: RUN, phase: 'plan', exit: { exit: 'success', reason: 'Done.' }, gate: null };
    for (const payload of [left('execute', 'review'), without]) expect(foldedFrom([START, ['run.phase_exited', payload, LATER]])).toEqual(NEW);
    const asks = left('plan', 'plan', { exit: 'needs_input', reason: 'Unclear.', questions: ['Which?'] });
    const once = foldedFrom([START, ['run.phase_exited', asks, LATER]]);
    expect(foldedFrom([START, ['run.phase_exited', asks, LATER], ['run.phase_exited', asks, '2026-11-15T09:00:09.000Z']])).toEqual({ ...once, last_gate_id: null });
  });

  it('counts the retries of each phase down, and those of the critic apart', verifies('ACI-32'), () => {
    expect(foldedFrom([START, ['run.retry_taken', { ...REMAINING, phase: 'plan', role_id: null, remaining: 1 }]])).toEqual({ ...NEW, retries_remaining: { ...NEW.retries_remaining, plan: 1 } });
    expect(foldedFrom([START, ['run.retry_taken', { ...REMAINING, phase: 'execute', role_id: 'coder', remaining: 0 }]])).toEqual({ ...NEW, retries_remaining: { ...NEW.retries_remaining, execute: 0 } });
    expect(foldedFrom([START, ['run.retry_taken', { ...REMAINING, phase: 'review', role_id: 'critic', remaining: 0 }]])).toEqual({ ...NEW, role_retries_remaining: { critic: 0 } });
  });

  it('knows who is at work, once for each subtask, and who has come back', verifies('ACI-32'), () => {
    const first = ['run.subtask_dispatched', dispatched(1, 'execute/1/1/attempt-1')] as const;
    const second = ['run.subtask_dispatched', dispatched(2, 'execute/1/2/attempt-1')] as const;
    const again = ['run.subtask_dispatched', dispatched(1, 'execute/1/1/attempt-2', 2), LATER] as const;
    const agent = (nth: number, role: string, state: string, at = AT) => ({ role_id: role, subtask_id: subtaskId(nth), spawned_at: at, state });
    expect(foldedFrom([START, first, second]).spawned_agents).toEqual([agent(1, 'research', 'running'), agent(2, 'analyst', 'running')]);
    expect(foldedFrom([START, first, second, again]).spawned_agents).toEqual([agent(2, 'analyst', 'running'), agent(1, 'research', 'running', LATER)]);
    expect(foldedFrom([START, first, second, ['run.subtask_judged', judged(2, [])]]).spawned_agents).toEqual([agent(1, 'research', 'running'), agent(2, 'analyst', 'returned')]);
    expect(foldedFrom([START, first, second, ['run.subtask_judged', judged(2, [])], ['run.terminated', { termination: ENDED }]]).spawned_agents).toEqual([agent(1, 'research', 'cancelled'), agent(2, 'analyst', 'returned')]);
  });

  it('tells what it waits for until the wait is over, or the run', verifies('ACI-32'), () => {
    const waits = ['run.suspended', { run_id: RUN, suspension: SUSPENSION, why: 'It asks.' }] as const;
    expect(foldedFrom([START, waits])).toEqual({ ...NEW, suspension: SUSPENSION });
    expect(foldedFrom([START, waits, ['run.suspension_ended', { run_id: RUN, why: 'Answered.' }]])).toEqual(NEW);
    expect(foldedFrom([START, waits, ['run.terminated', { termination: ENDED }]])).toMatchObject({ phase: 'terminate', suspension: null, termination_reason: 'success' });
  });

  it('of a run whose start was erased is empty', verifies('ACI-32'), () => {
    expect(runStateProjection.fold(undefined, { type: 'run.retry_taken', payload: { ...REMAINING, phase: 'plan', role_id: null, remaining: 1 } } as unknown as FoldedEvent)).toEqual({});
    expect(runStateProjection.key({ type: 'run.started', streamId: sample.runId })).toBe(`run:${sample.runId}`);
  });
});
