import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { RunState } from './run-state.ts';

const state = {
  run_id: sample.runId,
  task_id: sample.taskId,
  user_id: 'ada',
  phase: 'execute',
  last_exit: { exit: 'success', reason: 'the plan was approved' },
  last_gate_id: 'rcp_01JFGWZ0000000000000000001',
  retries_remaining: { plan: 2, execute: 1, review: 2, repair: 2, approve: 2, finalize: 2, terminate: 2 },
  role_retries_remaining: { critic: 1 },
  repair_escalations_remaining: 1,
  timers: { phase_entered_at: sample.time, phase_active_ms: 10, run_active_ms: 20 },
  spawned_agents: [{ role_id: 'coder', subtask_id: sample.subtaskId, spawned_at: sample.time, state: 'running' }],
  suspension: null,
  delivery: { state: 'not_attempted' },
  termination_reason: null,
  pinned_versions: { prompts: { planner: '1.0.0' }, contracts: {}, formulas: { 'solver.gradient': '1.0.0' } },
};

describe('a run state', () => {
  it('holds phase, retries, timers and spawned agents', verifies('KEL-RUNS-25'), () => {
    expect(RunState.parse(state)).toEqual(state);
    expect(requiredFieldsOf(RunState, state)).toEqual(Object.keys(state));
    expect(faultsOf(RunState, { ...state, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('counts retries for every phase and never below zero', () => {
    expect(faultsOf(RunState, { ...state, retries_remaining: { ...state.retries_remaining, repair: -1 } })).toEqual([
      'retries_remaining.repair: Too small: expected number to be >=0',
    ]);
    expect(RunState.safeParse({ ...state, retries_remaining: { plan: 2 } }).success).toBe(false);
  });

  it('counts what the critic and the escalation of repairs have left, from their limits down', verifies('KEL-RUNS-25'), () => {
    const spent = { role_retries_remaining: { critic: 0 }, repair_escalations_remaining: 0 };
    expect(faultsOf(RunState, { ...state, ...spent })).toEqual([]);
    expect(faultsOf(RunState, { ...state, role_retries_remaining: { critic: 2 }, repair_escalations_remaining: 2 })).toEqual([
      'role_retries_remaining.critic: Too big: expected number to be <=1',
      'repair_escalations_remaining: Too big: expected number to be <=1',
    ]);
    expect(faultsOf(RunState, { ...state, role_retries_remaining: { critic: -1 }, repair_escalations_remaining: -1 })).toEqual([
      'role_retries_remaining.critic: Too small: expected number to be >=0',
      'repair_escalations_remaining: Too small: expected number to be >=0',
    ]);
    expect(faultsOf(RunState, { ...state, role_retries_remaining: {} })).toEqual([
      'role_retries_remaining.critic: Invalid input: expected number, received undefined',
    ]);
    expect(faultsOf(RunState, { ...state, role_retries_remaining: { critic: 1, coder: 1 } })).toEqual([
      'role_retries_remaining: Unrecognized key: "coder"',
    ]);
  });

  it('waits without ending and ends without waiting', verifies('KEL-RUNS-03', 'KEL-RUNS-25'), () => {
    const suspension = { waiting_for: 'approval', since: sample.time, approval_id: sample.approvalId };
    expect(faultsOf(RunState, { ...state, phase: 'approve', suspension })).toEqual([]);
    expect(faultsOf(RunState, { ...state, phase: 'terminate', suspension, termination_reason: 'blocked' })).toEqual([
      'suspension: a run that has ended waits for nothing',
    ]);
  });

  it('has ended only in the last phase', verifies('KEL-RUNS-03', 'KEL-RUNS-25'), () => {
    expect(faultsOf(RunState, { ...state, termination_reason: 'success' })).toEqual([
      'phase: a run that has ended stands in its last phase',
    ]);
    expect(faultsOf(RunState, { ...state, phase: 'terminate', termination_reason: 'success' })).toEqual([]);
  });
});
