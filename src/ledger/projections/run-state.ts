import {
  documentKey,
  Phase,
  phaseLimits,
  REPAIR_ESCALATIONS_MAX,
  ROLE_RETRIES_MAX,
  RunId,
  runPhaseExited,
  runRetryTaken,
  runStarted,
  runSubtaskDispatched,
  runSubtaskJudged,
  runSuspended,
  runSuspensionEnded,
  runTerminated,
  type GateReceipt,
  type PinnedVersions,
  type RunState,
  type SpawnedAgent,
  type SubtaskOutcome,
  type Suspension,
  type TerminationRecord,
} from '../../contracts/index.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

/** Where a run stands: its phase, retries, roles at work, what it waits for, why it ended. */
export const runStateProjection: Projection = {
  name: 'run_state',
  version: 2,
  types: [runStarted.type, runPhaseExited.type, runRetryTaken.type, runSubtaskDispatched.type, runSubtaskJudged.type, runSuspended.type, runSuspensionEnded.type, runTerminated.type],
  key: ({ streamId }) => documentKey.run(RunId.parse(streamId)),
  fold: (current, event) => (event.type === runStarted.type ? started(event) : current === undefined ? {} : folded(current as RunState, event)) as DocumentBody,
};

function started({ payload, recordedAt }: FoldedEvent): RunState {
  const { run_id, task_id, user_id, pinned_versions } = payload as Pick<RunState, 'run_id' | 'task_id' | 'user_id'> & { pinned_versions: PinnedVersions };
  return {
    run_id,
    task_id,
    user_id,
    phase: 'plan',
    last_exit: null,
    last_gate_id: null,
    retries_remaining: Object.fromEntries(Phase.options.map((phase) => [phase, phaseLimits(phase).max_retries])) as RunState['retries_remaining'],
    role_retries_remaining: { critic: ROLE_RETRIES_MAX.critic },
    repair_escalations_remaining: REPAIR_ESCALATIONS_MAX,
    timers: { phase_entered_at: recordedAt, phase_active_ms: 0, run_active_ms: 0 },
    spawned_agents: [],
    suspension: null,
    delivery: { state: 'not_attempted' },
    termination_reason: null,
    pinned_versions,
  };
}

function folded(state: RunState, event: FoldedEvent): RunState {
  const { type, payload } = event;
  switch (type) {
    case runPhaseExited.type:
      return left(state, payload['gate'] as GateReceipt | null, event);
    case runRetryTaken.type:
      return retried(state, payload as { phase: Phase; role_id: string | null; remaining: number });
    case runSubtaskDispatched.type:
      return dispatched(state, payload as Pick<SpawnedAgent, 'role_id'> & { subtask_id: SpawnedAgent['subtask_id'] }, event);
    case runSubtaskJudged.type:
      return returned(state, (payload['outcome'] as SubtaskOutcome).subtask_id);
    case runSuspended.type:
      return { ...state, suspension: payload['suspension'] as Suspension };
    case runSuspensionEnded.type:
      return { ...state, suspension: null };
    case runTerminated.type: {
      const { reason, delivery } = payload['termination'] as TerminationRecord;
      return { ...state, phase: 'terminate', suspension: null, delivery, termination_reason: reason, spawned_agents: state.spawned_agents.map((one) => (one.state === 'running' ? { ...one, state: 'cancelled' } : one)) };
    }
    default:
      return state;
  }
}

/** A receipt of another phase than the one the run stands in, or one that was used before, moves nothing; the rule at the boundary then refuses it. */
function left(state: RunState, gate: GateReceipt | null, { recordedAt }: FoldedEvent): RunState {
  if (gate === null || gate.phase !== state.phase || gate.receipt_id === state.last_gate_id) return { ...state, last_gate_id: null };
  return { ...state, phase: gate.next, last_exit: gate.exit, last_gate_id: gate.receipt_id, timers: { ...state.timers, phase_entered_at: recordedAt, phase_active_ms: 0 } };
}

function retried(state: RunState, { phase, role_id, remaining }: { phase: Phase; role_id: string | null; remaining: number }): RunState {
  if (role_id === 'critic') return { ...state, role_retries_remaining: { critic: remaining } };
  return { ...state, retries_remaining: { ...state.retries_remaining, [phase]: remaining } };
}

function dispatched(state: RunState, { role_id, subtask_id }: Pick<SpawnedAgent, 'role_id' | 'subtask_id'>, { recordedAt }: FoldedEvent): RunState {
  const others = state.spawned_agents.filter((one) => one.subtask_id !== subtask_id);
  return { ...state, spawned_agents: [...others, { role_id, subtask_id, spawned_at: recordedAt, state: 'running' }] };
}

function returned(state: RunState, subtaskId: SpawnedAgent['subtask_id']): RunState {
  return { ...state, spawned_agents: state.spawned_agents.map((one) => (one.subtask_id === subtaskId ? { ...one, state: 'returned' } : one)) };
}
