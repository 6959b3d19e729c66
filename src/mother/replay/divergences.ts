import { runLlmEnded, runReplaySealed, toolUsed, type EventEnvelope, type LogEntry, type ReplayDivergenceKind, type ReplayDivergenceRecord, type ReplayedVerdict, type RunId, type TaskReplayRequest } from '../../contracts/index.ts';
import { canonicalHash, hasCode, KeelsonError, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import type { RerunDivergence } from './asked-again.ts';
import type { EventDifference } from './compare-events.ts';
import type { Drift } from './done-again.ts';
import type { Simulation } from './simulate-run.ts';
import { STEP_TYPES, type SourceRun } from './source-run.ts';

/** What a run tells while a step of it waits for somebody, and what others tell of it, such as what its client was answered. A replay asks nobody, so it tells none of it. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['run.suspended', 'run.suspension_ended', 'run.steered', 'run.cancel_requested', 'run.budget_adjusted', 'run.versions_accepted', 'run.changes_undone', 'run.taken_over', 'run.hold_awaited', 'run.child_started', 'run.child_returned']);
const OUTSIDE_AGGREGATES: ReadonlySet<string> = new Set(['approval', 'hard_call', 'function_call', 'response']);

/** A run that was handed work begins and ends with the words of the one that handed it over, and is replayed by itself. */
export function isFromOutside({ event }: Pick<LogEntry, 'event'>, runId: RunId): boolean {
  return OUTSIDE_AGGREGATES.has(event.aggregate) || FROM_OUTSIDE.has(event.type) || (event.aggregate === 'run' && event.aggregate_id !== runId);
}

/**
 * The journal's own bookkeeping is held against the record step by step, and counters follow from what the steps used; so does
 * what is measured of models and tools, in the order in which those at work at the same time came to an end; of what a fork
 * only read nothing is measured. What was learnt is remembered beside the run, and a replay has nothing to remember. The seal names events by the hashes that they have in their own log, and each of these is
 * compared by itself.
 */
export function isCompared({ event }: Pick<LogEntry, 'event'>): boolean {
  return !event.type.startsWith(STEP_TYPES) && event.aggregate !== 'counter' && event.aggregate !== 'model' && event.aggregate !== 'memory' && event.type !== toolUsed.type && event.type !== runReplaySealed.type;
}

/** An event as it is compared: what a call was estimated at follows from what had been measured of its model by then. */
export function withoutEstimates(event: EventEnvelope): EventEnvelope {
  if (event.type !== runLlmEnded.type || event.payload === null) return event;
  const { estimated_input_tokens: _estimate, ...record } = runLlmEnded.payload.parse(event.payload).record;
  return { ...event, payload: { ...event.payload, record } };
}

export interface DivergencePorts {
  readonly request: TaskReplayRequest;
  readonly run: SourceRun;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function divergenceOfEvent({ original, replayed, path }: EventDifference<EventEnvelope>, ports: DivergencePorts): ReplayDivergenceRecord {
  const type = original?.type ?? replayed?.type ?? '';
  if (original?.payload === null) return recordOf('source_state_changed', original.event_id, `What ${type} said was archived or erased since, and the replay wrote something else there.`, ports, replayed === undefined ? {} : { replay_output_hash: canonicalHash(replayed.payload) });
  const explanation = original === undefined ? `The replay wrote ${type}, which the run did not.` : replayed === undefined ? `The run wrote ${type}; the replay did not.` : `${type} differs at ${path}.`;
  return recordOf('policy_changed', original?.event_id, explanation, ports, { ...(original !== undefined && { original_output_hash: canonicalHash(original.payload) }), ...(replayed !== undefined && { replay_output_hash: canonicalHash(replayed.payload) }) });
}

/** A step that was done again and came out otherwise: a tool, or the folder as somebody looked at it. */
export function divergenceOfDrift({ key, effect, originalHash, replayHash }: Drift, ports: DivergencePorts): ReplayDivergenceRecord {
  const kind = effect === 'tool.call' ? 'tool_output_drift' : 'source_state_changed';
  return recordOf(kind, lastEventOf(key, ports.run), `${key} (${effect}) came out otherwise when it was done again.`, ports, { original_output_hash: originalHash, replay_output_hash: replayHash });
}

/** What the run changed, and nobody kept, cannot be put as it was. */
export function divergenceOfFolder(ports: DivergencePorts): ReplayDivergenceRecord {
  return recordOf('source_state_changed', undefined, 'The folder cannot be put as it was: of something that changed nothing was kept.', ports);
}

export function divergenceOfRerun({ kind, key, explanation, originalHash, replayHash }: RerunDivergence, ports: DivergencePorts): ReplayDivergenceRecord {
  return recordOf(kind, key === undefined ? undefined : lastEventOf(key, ports.run), key === undefined ? explanation : `${key}: ${explanation}`, ports, { ...(originalHash !== undefined && { original_output_hash: originalHash }), ...(replayHash !== undefined && { replay_output_hash: replayHash }) });
}

/** Where whoever judges came to something else, though nothing it was judged by need have changed. */
export function divergenceOfVerdict({ criterion, original, replayed }: ReplayedVerdict, ports: DivergencePorts): ReplayDivergenceRecord {
  return recordOf('model_output_drift', undefined, `"${criterion}" was judged ${original ?? 'not at all'}, and is now judged ${replayed ?? 'not at all'}.`, ports);
}

/** Why a replay could not be gone through to the end. */
export function divergenceOfBreak(error: unknown, { steps }: Pick<Simulation, 'steps'>, ports: DivergencePorts): ReplayDivergenceRecord {
  const key = error instanceof KeelsonError && 'key' in error.data ? String(error.data.key) : undefined;
  return recordOf(kindOfBreak(error, steps.find((step) => step.key === key)?.sideEffect), key === undefined ? undefined : lastEventOf(key, ports.run), error instanceof Error ? error.message : 'Something else than an error was thrown.', ports);
}

function kindOfBreak(error: unknown, sideEffect: string | undefined): ReplayDivergenceKind {
  if (hasCode(error, 'journal.not_recorded')) return sideEffect === undefined || sideEffect === 'read_only' ? 'capability_unavailable' : 'non_replayable_side_effect';
  if (hasCode(error, 'journal.erased') || hasCode(error, 'blob.missing')) return 'source_state_changed';
  return hasCode(error, 'journal.versions_unavailable') ? 'capability_unavailable' : 'policy_changed';
}

function lastEventOf(key: string, { appends }: SourceRun): string | undefined {
  const names = JSON.stringify(key);
  return appends.flatMap(({ entries }) => entries).findLast(({ event }) => event.type.startsWith(STEP_TYPES) && JSON.stringify(event.payload).includes(names))?.event.event_id;
}

function recordOf(kind: ReplayDivergenceKind, eventId: string | undefined, explanation: string, { request, run, clock, ids }: DivergencePorts, hashes: Pick<ReplayDivergenceRecord, 'original_output_hash' | 'replay_output_hash'> = {}): ReplayDivergenceRecord {
  return {
    divergence_id: ids.mint('rcp'),
    replay_request_id: request.replay_request_id,
    divergence_kind: kind,
    // What has no place of its own in the run is told at its start.
    source_step_ref: { kind: 'event', key: eventId ?? run.start.entries[0]?.event.event_id ?? run.runId },
    ...hashes,
    explanation,
    created_at: timestamp(clock),
    schema_version: '1.0',
  };
}
