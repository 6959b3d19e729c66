import { z } from 'zod';
import { PositiveCount, StorageRef, Timestamp } from '../core/index.ts';

/** Ties a current record to the fact behind it, and says how much of the log had been folded into it, and when. */
export const EventProjectionLink = z.strictObject({
  canonical_event_ref: StorageRef,
  current_projection_ref: StorageRef,
  /** The position in the log of the last event folded in. */
  projection_event_seq: PositiveCount,
  projection_valid_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type EventProjectionLink = z.infer<typeof EventProjectionLink>;
