import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { Name, NonEmptyText, Timestamp } from '../core/index.ts';
import { DueOccasion, ResourceBudget, Schedule, ScheduledEnd } from '../runs/index.ts';

const storeFailures = ['ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'];
const reading = {
  empty: 'There are none: it says so.',
  blocked: 'Nothing blocks it: it only reads.',
  degraded: 'What cannot be read any more is left out.',
  error: 'Shows the error with its code and what to do next.',
};

export const ScheduleAddRequest = z.strictObject({
  cron: NonEmptyText,
  request: NonEmptyText,
  workspace: NonEmptyText.optional(),
  /** That of this machine when left out. */
  time_zone: NonEmptyText.optional(),
  budget: ResourceBudget.shape.per_run.partial().optional(),
});
export type ScheduleAddRequest = z.infer<typeof ScheduleAddRequest>;

/** A schedule with when it is due next; null while it is paused, and when it never is again. */
export const ScheduleStanding = z.strictObject({ schedule: Schedule, next_due_at: Timestamp.nullable() });
export type ScheduleStanding = z.infer<typeof ScheduleStanding>;

const changing = {
  empty: 'There is always one schedule that is meant.',
  blocked: 'What was removed stays so.',
  degraded: 'Nothing is done until somebody works: keelson schedule work.',
  error: 'Shows the error with its code and what to do next; nothing was changed.',
};

export const scheduleAdd = defineCommand({ id: 'schedule.add', request: ['ScheduleAddRequest', ScheduleAddRequest], response: ['ScheduleStanding', ScheduleStanding], durableWrite: 'required', policyChecks: ['unattended'], invalidates: [], failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'schedule.cron_invalid', 'path.missing', ...storeFailures], behaviours: changing });

/** By its id, or by as much of its end as no other has. */
export const ScheduleShowRequest = z.strictObject({ schedule: NonEmptyText });
export type ScheduleShowRequest = z.infer<typeof ScheduleShowRequest>;

export const scheduleShow = defineQuery({ id: 'schedule.show', request: ['ScheduleShowRequest', ScheduleShowRequest], response: ['ScheduleStanding', ScheduleStanding], failureCodes: ['input.invalid', 'schedule.unknown'], behaviours: reading });

export const ScheduleChangeRequest = z.strictObject({ schedule: NonEmptyText, state: Schedule.shape.state });
export type ScheduleChangeRequest = z.infer<typeof ScheduleChangeRequest>;

export const scheduleChange = defineCommand({ id: 'schedule.change', request: ['ScheduleChangeRequest', ScheduleChangeRequest], response: ['ScheduleStanding', ScheduleStanding], durableWrite: 'required', policyChecks: ['owner'], invalidates: [], failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'schedule.unknown', ...storeFailures], behaviours: changing });

export const ScheduleListRequest = z.strictObject({});
export type ScheduleListRequest = z.infer<typeof ScheduleListRequest>;

/** What people had scheduled, and what the product does by itself. */
export const ScheduleListReport = z.strictObject({ schedules: z.array(ScheduleStanding), own: z.array(z.strictObject({ work: Name, next_due_at: Timestamp.nullable() })) });
export type ScheduleListReport = z.infer<typeof ScheduleListReport>;

export const scheduleList = defineQuery({ id: 'schedule.list', request: ['ScheduleListRequest', ScheduleListRequest], response: ['ScheduleListReport', ScheduleListReport], failureCodes: [], behaviours: reading });

export const ScheduleWorkRequest = z.strictObject({
  /** Whether this is what is left of a run: the product's own work alone, and no longer than is configured. */
  after_run: z.boolean().default(false),
  /** Whether whoever serves asks for it beside that: nothing is begun where nothing was recorded yet, and the same setting leaves it to others. */
  while_serving: z.boolean().default(false),
  /** Waits so long for something to fall due. */
  wait_ms: z.int().min(0).max(30_000).default(0),
});
export type ScheduleWorkRequest = z.infer<typeof ScheduleWorkRequest>;

export const ScheduleWorkReport = z.strictObject({
  done: z.array(z.strictObject({ work: NonEmptyText, occasion: DueOccasion, outcome: z.enum(['done', 'failed', 'put_off']), error: NonEmptyText.nullable(), /** What a person's own task came to. */ came_to: ScheduledEnd.pick({ run_id: true, reason: true, error: true }).optional() })),
  next_due_at: Timestamp.nullable(),
});
export type ScheduleWorkReport = z.infer<typeof ScheduleWorkReport>;

export const scheduleWork = defineCommand({ id: 'schedule.work', request: ['ScheduleWorkRequest', ScheduleWorkRequest], response: ['ScheduleWorkReport', ScheduleWorkReport], durableWrite: 'required', policyChecks: ['unattended'], invalidates: ['AttentionLedger'], failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'model.settings_invalid', ...storeFailures], behaviours: { empty: 'Nothing is due: it says when something is.', blocked: 'What another process does is left to it.', degraded: 'What fails is told of and due again at its next time.', error: 'Shows the error with its code and what to do next.' } });
