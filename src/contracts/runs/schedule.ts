import { z } from 'zod';
import { Count, Name, NonEmptyText, RunId, ScheduleId, Timestamp } from '../core/index.ts';
import { ResourceBudget } from './budget.ts';
import { TerminationReason } from './termination.ts';

/** How a due time was met: once for all times that had passed since. */
export const DueOccasion = z.strictObject({ due_at: Timestamp, started_at: Timestamp, /** Due times after it that had passed too, and are not made up for one by one. */ missed: Count });
export type DueOccasion = z.infer<typeof DueOccasion>;

/** What came of it: why the run ended, or why there is none. */
export const ScheduledEnd = z.strictObject({ occasion: DueOccasion, run_id: RunId.nullable(), reason: TerminationReason.nullable(), error: NonEmptyText.nullable() });
export type ScheduledEnd = z.infer<typeof ScheduledEnd>;

/** A task that is done again and again with nobody there, kept under `schedule:{schedule_id}`. */
export const Schedule = z.strictObject({
  schedule_id: ScheduleId,
  /** Minute, hour, day of the month, month and day of the week. */
  cron: NonEmptyText,
  time_zone: NonEmptyText,
  /** The task in the person's own words. */
  request: NonEmptyText,
  workspace: NonEmptyText,
  /** Other limits of each run than the configured ones. */
  budget: ResourceBudget.shape.per_run.partial().optional(),
  state: z.enum(['active', 'paused', 'removed']),
  added_by: Name,
  added_at: Timestamp,
  runs: Count,
  failures: Count,
  last: ScheduledEnd.nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

/** The section `schedules` of the configuration file. */
export const SchedulesSection = z.strictObject({
  /** How long whoever did a run may go on afterwards with what fell due, the answer being given; 0 to leave it, also beside `keelson serve`, to `keelson schedule work`. */
  after_run_ms: Count.max(60_000).optional(),
});
export type SchedulesSection = z.infer<typeof SchedulesSection>;

export const AFTER_RUN_MS = 5_000;
