import { DEFAULT_BUDGET, type LogEntry, type RunId, type TerminationReason } from '../../src/contracts/index.ts';
import type { NewEvent } from '../../src/ledger/index.ts';
import { AT, ENDED, PLAN, RUN, TASK, TASK_SPEC, subtaskId } from './run-samples.ts';

export type Told = readonly [type: string, payload: object, atSec?: number, streamId?: string];

const START_MS = Date.parse(AT);
const MS_PER_SECOND = 1_000;

/** Entries of a log, as a reader gives them; each a second after the one before unless it says when. */
export function entries(told: readonly Told[]): LogEntry[] {
  return told.map(([type, payload, atSec, streamId = RUN], index) => {
    const aggregate = type.slice(0, type.indexOf('.'));
    const event = { event_id: 'evt_01JFGWZ0000000000000000001', type, version: 1, aggregate, aggregate_id: streamId, sequence: index + 1, recorded_at: new Date(START_MS + (atSec ?? index) * MS_PER_SECOND).toISOString(), actor: 'mother', governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false }, payload_hash: 'a'.repeat(64), payload, schema_version: '1.0' };
    return { position: index + 1, chain_hash: 'b'.repeat(64), event } as LogEntry;
  });
}

export function started(runId: RunId = RUN, request = 'mend the test'): object {
  return { run_id: runId, task_id: TASK, user_id: 'owner', request, budget: DEFAULT_BUDGET.per_run, pinned_versions: { prompts: {}, contracts: {}, formulas: {} } };
}

export const PREPARED = { run_id: RUN, engine: 'model', engine_reason: 'There is one.', workspace: '/w', session_id: null, attendance: 'attended', replay_capture: {} };
export const PERCEIVED = { run_id: RUN, task: TASK_SPEC };

export function planned(round = 1, plan: object = PLAN): object {
  return { run_id: RUN, round, plan, why: round === 1 ? '' : 'Other tools.', under: round === 1 ? null : 'change_approach', calibration: [] };
}

export function dispatched(subtask: number, call: string, attempt = 1, round = 1): object {
  return { run_id: RUN, round, subtask_id: subtaskId(subtask), role_id: PLAN.subtasks[subtask - 1]?.role_id ?? 'coder', aci_version: 'aci:v1', attempt, call, packet_receipt_id: null };
}

const NO_COST = { cost_vector_id: 'x', components: {}, basis: 'measured_actual', estimator_confidence: 'uncalibrated', assumptions: [], schema_version: '1.0' };

/** A call of a model, with the tokens and the money that it took. */
export function asked(call: string, { tokens = 10, usd = 0, isReused = false }: { readonly tokens?: number; readonly usd?: number; readonly isReused?: boolean } = {}): object {
  const components = usd === 0 ? {} : { usd: { expected: usd, unit: 'usd' } };
  const usage = { input_tokens: tokens, output_tokens: null, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] };
  return { run_id: RUN, call, record: { request_hash: 'a'.repeat(64), prefix_hash: 'a'.repeat(64), model_id: 'house/m', provider_response_id: null, attempts: [], stop_reason: 'end_turn', usage, estimated_input_tokens: tokens, cost: { ...NO_COST, components }, is_reused: isReused, error: null } };
}

const REFS = [{ kind: 'event', key: 'x' }];

export function verdict(criterion: string, verdictGiven: 'pass' | 'fail' | 'unresolved'): object {
  return { criterion, mode: 'verifiable', required: true, evidence: 'Looked.', evidence_refs: REFS, verdict: verdictGiven, ...(verdictGiven === 'fail' && { failure_class: 'logical' }) };
}

export function judged(subtask: number, criteria: readonly object[], round = 1, status: 'matched' | 'failed' = 'matched'): object {
  return { run_id: RUN, round, outcome: { subtask_id: subtaskId(subtask), parent_task_id: TASK, output: 'x', gap_trajectory: [{ attempt: 1, score: 1, unmet_criteria: [], failure_class: null }], criteria_verdicts: criteria, tool_calls: [], status, failure_reason: status === 'matched' ? null : 'The list is empty.' } };
}

export function left(phase: string, next: string, exit: object = { exit: 'success', reason: 'Done.' }): object {
  return { run_id: RUN, phase, exit, gate: { receipt_id: 'rcp_01JFGWZ0000000000000000001', run_id: RUN, phase, exit, next, checks: [{ gate_id: 'plan_valid', result: 'passed', detail: 'x', refs: [] }], evaluated_by: 'mother', evaluated_at: AT } };
}

export function ended(reason: TerminationReason = 'success', runId: RunId = RUN): { termination: object } {
  return { termination: { ...ENDED, run_id: runId, reason, suggested_action: reason === 'success' ? null : 'retry' } };
}

/** The same as an author states it. */
export function stated(type: string, payload: object, streamId: string = RUN): NewEvent {
  return { type, streamId, payload: payload as Record<string, unknown> };
}
