import { runReplaySealed, type EventEnvelope, type LogEntry, type ReplayDivergenceKind, type ReplayDivergenceRecord, type TaskReplayRequest } from '../../contracts/index.ts';
import { canonicalHash, hasCode, KeelsonError, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import type { EventDifference } from './compare-events.ts';
import type { Simulation } from './simulate-run.ts';
import { STEP_TYPES, type SourceRun } from './source-run.ts';

/** What a run tells while a step of it waits for somebody, and what others tell of it. A replay asks nobody, so it tells none of it. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['run.suspended', 'run.suspension_ended', 'run.steered', 'run.cancel_requested', 'run.budget_adjusted', 'run.versions_accepted', 'run.changes_undone', 'run.taken_over', 'run.hold_awaited']);
const OUTSIDE_AGGREGATES: ReadonlySet<string> = new Set(['approval', 'hard_call']);

export function isFromOutside({ event }: Pick<LogEntry, 'event'>): boolean {
  return OUTSIDE_AGGREGATES.has(event.aggregate) || FROM_OUTSIDE.has(event.type);
}

/**
 * The journal's own bookkeeping is held against the record step by step, and counters follow from what the steps used. The
 * seal names events by the hashes that they have in their own log, and each of these is compared by itself.
 */
export function isCompared({ event }: Pick<LogEntry, 'event'>): boolean {
  return !event.type.startsWith(STEP_TYPES) && event.aggregate !== 'counter' && event.type !== runReplaySealed.type;
}

export interface DivergencePorts {
  readonly request: TaskReplayRequest;
  readonly run: SourceRun;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function divergenceOfEvent({ original, replayed, path }: EventDifference<EventEnvelope>, ports: DivergencePorts): ReplayDivergenceRecord {
  const type = original?.type ?? replayed?.type ?? '';
  const explanation = original === undefined ? `The replay wrote ${type}, which the run did not.` : replayed === undefined ? `The run wrote ${type}; the replay did not.` : `${type} differs at ${path}.`;
  return recordOf('policy_changed', original?.event_id, explanation, ports, { ...(original !== undefined && { original_output_hash: canonicalHash(original.payload) }), ...(replayed !== undefined && { replay_output_hash: canonicalHash(replayed.payload) }) });
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
