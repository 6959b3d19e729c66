import { z } from 'zod';
import { Count, NonEmptyText, Sha256, Timestamp, UnitInterval } from '../core/index.ts';
import { ToolHealth } from './audit-report.ts';

/** Lists of a report hold this many entries at most; the rest is counted. */
export const AUDIT_LISTED_MAX = 200;
/** Earlier windows that a new one is compared with. */
export const AUDIT_WINDOWS_KEPT = 12;
/** Ended runs that are remembered, to know a second end when it comes. */
export const AUDIT_ENDED_RUNS_KEPT = 500;

const figures = { tasks: Count, corrections: Count, runs_ended: Count, runs_failed: Count, tool_calls: Count, tool_calls_failed: Count };

/** The figures of a window that has ended. */
export const AuditWindowFigures = z.strictObject(figures);
export type AuditWindowFigures = z.infer<typeof AuditWindowFigures>;

/** The window that is open. */
export const AuditWindow = z.strictObject({
  ...figures,
  start: Timestamp,
  events: Count,
  task_ids: z.array(NonEmptyText),
  /** By task: the distances of its rounds, the first and the last of this window. */
  distances: z.record(NonEmptyText, z.strictObject({ first: UnitInterval, last: UnitInterval })),
  boundary_violations: z.array(NonEmptyText).max(AUDIT_LISTED_MAX),
  drift_alerts: z.array(NonEmptyText).max(AUDIT_LISTED_MAX),
  anomalies: z.array(NonEmptyText).max(AUDIT_LISTED_MAX),
  left_off: Count,
  tool_health: ToolHealth,
});
export type AuditWindow = z.infer<typeof AuditWindow>;

/** What the auditor keeps in mind of a run that has not ended. */
export const WatchedRun = z.strictObject({
  task_id: NonEmptyText,
  /** What was begun or asked and is waited for, by name. */
  open: z.array(NonEmptyText),
  /** What was seen: `accepted`, `tool_evidence`, `unreadable`, … */
  seen: z.array(NonEmptyText),
  distance: UnitInterval.nullable(),
  /** How many orders to break the symmetry came one after another without the distance having fallen. */
  symmetry_breaks: Count,
  /** How many rounds one after another became worse. */
  worsened: Count,
});
export type WatchedRun = z.infer<typeof WatchedRun>;

/** Folded from the lines of the audit; losing it costs a fold, never a line. */
export const AuditStats = z.strictObject({
  schema_version: z.literal('1.0'),
  /** The last line that is in it. */
  sequence: Count,
  hash: Sha256,
  window: AuditWindow,
  earlier: z.array(AuditWindowFigures).max(AUDIT_WINDOWS_KEPT),
  runs: z.record(NonEmptyText, WatchedRun),
  ended_runs: z.array(NonEmptyText).max(AUDIT_ENDED_RUNS_KEPT),
  /** Reservations that are not settled and approvals that are not used, by name. */
  open: z.array(NonEmptyText),
  /** The versions last seen: of prompts, contracts, tools, models. */
  versions: z.record(NonEmptyText, NonEmptyText),
  reports: Count,
  reported_at: Timestamp,
});
export type AuditStats = z.infer<typeof AuditStats>;
