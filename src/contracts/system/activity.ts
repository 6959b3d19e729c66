import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';

/**
 * The name under which the activity of a tenant is read: what runs did that a person may want to see or has to answer for,
 * taken from the log. It is no second record, so nothing can stand in one and not in the other.
 */
export const ACTIVITY_STREAM = 'activity:stream';

export const ActivityKind = z.enum([
  'run_started',
  'run_ended',
  'run_cancelled',
  'tool_success',
  'refusal',
  'violation',
  'warning',
  'limit_reached',
  'limit_raised',
  'circuit_opened',
  'approval_requested',
  'approval_resolved',
  'approval_refused',
  'approval_automatic',
  'question_raised',
  'question_resolved',
  'question_lapsed',
  'function_called',
  'function_answered',
  'function_lapsed',
  'words_withheld',
  'artifact_waived',
  'conflict_resolved',
  'left_the_product',
  'garbage_collection',
  'schedule_changed',
  'schedule_met',
  'artifact_marked',
  'deletion_announced',
]);
export type ActivityKind = z.infer<typeof ActivityKind>;

/** What one event means to whoever watches, in a line. */
export const Activity = z.strictObject({ kind: ActivityKind, says: NonEmptyText });
export type Activity = z.infer<typeof Activity>;
