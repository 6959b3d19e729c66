import { z } from 'zod';
import { Name, NonEmptyText, ScheduleId } from '../core/index.ts';
import { DueOccasion, Schedule, ScheduledEnd } from '../runs/index.ts';
import { defineEvent } from './define-event.ts';

export const scheduleAdded = defineEvent({ type: 'schedule.added', version: 1, payload: z.strictObject({ schedule: Schedule }) });

/** By a person's word. What was removed does not come back. */
export const scheduleChanged = defineEvent({ type: 'schedule.changed', version: 1, payload: z.strictObject({ schedule_id: ScheduleId, state: Schedule.shape.state, changed_by: Name }) });

/** A due time was met, and this came of it. */
export const scheduleMet = defineEvent({ type: 'schedule.met', version: 1, payload: z.strictObject({ schedule_id: ScheduleId, end: ScheduledEnd }) });

/** Work of the product's own was late or failed; what is done in time and well is told by what it did. Its stream is its name. */
export const scheduleWorkTold = defineEvent({ type: 'schedule.work_told', version: 1, payload: z.strictObject({ work: Name, occasion: DueOccasion, error: NonEmptyText.nullable() }) });

export const SCHEDULE_EVENTS = [scheduleAdded, scheduleChanged, scheduleMet, scheduleWorkTold] as const;
