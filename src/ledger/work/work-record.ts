import { z } from 'zod';
import { Count, JsonObject } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import type { StoredRecord } from '../store.ts';

const WorkHold = z.strictObject({ owner: z.string(), epoch: z.string(), granted_monotonic_ms: z.number(), expires_monotonic_ms: z.number() });

/** A piece of work as it is stored; when it falls due stands beside it, where the store can look for it. */
export const WorkRecord = z.strictObject({
  body: JsonObject,
  /** The time it was first due, by which a repeated enqueue is recognised. */
  enqueued_due_ms: Count,
  attempts: Count,
  /** Of the latest claim; 0 before the first. */
  token: Count,
  claim: WorkHold.nullable(),
  /** Why the last attempt failed. */
  reason: z.string().optional(),
  /** Tried too often: it waits for a person, not for a time. */
  is_set_aside: z.boolean(),
});
export type WorkRecord = z.infer<typeof WorkRecord>;

/** Tokens are counted per queue and never go back, so that an id used anew cannot be settled by a claim on the old. */
export const QueueRecord = z.strictObject({ last_token: Count });
export type QueueRecord = z.infer<typeof QueueRecord>;

export function workKey(queue: string, id: string): string {
  return `${workPrefix(queue)}${id}`;
}

/** No queue has a slash in its name, so no prefix is the beginning of another. */
export function workPrefix(queue: string): string {
  return `${queue}/`;
}

export function workOf(record: StoredRecord): WorkRecord {
  const stored = WorkRecord.safeParse(record.body);
  invariant(stored.success, 'work is stored in one form');
  return stored.data;
}

export function lastTokenOf(record: StoredRecord | undefined): number {
  if (record === undefined) return 0;
  const stored = QueueRecord.safeParse(record.body);
  invariant(stored.success, 'a queue is stored in one form');
  return stored.data.last_token;
}
