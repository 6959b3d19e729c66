import { z } from 'zod';
import { Count, NonEmptyText, RunId, SessionId, TaintClass, Timestamp } from '../core/index.ts';
import { RunEngine } from './engine.ts';
import { Phase } from './phase.ts';
import { TerminationReason } from './termination.ts';
import { SessionEarlier } from './session-earlier.ts';

/** One run as lists show it, kept under `run_index:{run_id}`. */
export const RunIndexEntry = z.strictObject({
  run_id: RunId,
  request: NonEmptyText,
  /** Null for runs of before engines were told apart. */
  engine: RunEngine.nullable(),
  session_id: SessionId.nullable(),
  phase: Phase,
  is_waiting: z.boolean(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  reason: TerminationReason.nullable(),
  /** Of a run that another one started. */
  parent_run_id: RunId.optional(),
});
export type RunIndexEntry = z.infer<typeof RunIndexEntry>;

/** How many runs ended for a reason, and which of them were the latest, the oldest first. */
export const RunsOfReason = z.strictObject({ count: Count, latest: z.array(RunId) });
export type RunsOfReason = z.infer<typeof RunsOfReason>;

const CountsByReason = z.partialRecord(TerminationReason, Count);

/** Where runs are found without reading each of them; kept under `runs:directory`. */
export const RunDirectory = z.strictObject({
  total: Count,
  /** The oldest first. */
  latest: z.array(RunId),
  by_reason: z.partialRecord(TerminationReason, RunsOfReason),
  /** By the date on which they ended, in UTC. */
  by_day: z.record(z.iso.date(), CountsByReason),
});
export type RunDirectory = z.infer<typeof RunDirectory>;

/** What a conversation came to so far; kept under `session:{session_id}`. */
export const SessionState = z.strictObject({
  session_id: SessionId,
  started_at: Timestamp,
  exchanges: Count,
  /** What stands for those before the last ones. */
  earlier: SessionEarlier.optional(),
  /** The last of them, the oldest first. */
  latest: z.array(z.strictObject({ run_id: RunId, input: NonEmptyText, summary: NonEmptyText, taint_class: TaintClass.optional(), at: Timestamp })),
});
export type SessionState = z.infer<typeof SessionState>;

/** The latest conversations, the oldest first; kept under `sessions:directory`. */
export const SessionDirectory = z.strictObject({ latest: z.array(SessionId) });
export type SessionDirectory = z.infer<typeof SessionDirectory>;
