import { z } from 'zod';
import { EventId, Governance, Name, PositiveCount, Sha256, Timestamp } from '../core/index.ts';
import { AppendKey } from '../ledger/stream.ts';

/** What kinds of thing have a stream of events of their own. */
export const AggregateKind = z.enum(['run', 'artifact', 'collection', 'metric', 'counter', 'session', 'ledger', 'read_model', 'externalization', 'model', 'tool', 'registry', 'sandbox', 'approval', 'hard_call', 'taint', 'conflict', 'context', 'task_replay', 'checkpoint', 'schedule', 'memory', 'calibration', 'api_key', 'response', 'function_call']);
export type AggregateKind = z.infer<typeof AggregateKind>;

/** `aggregate.happened`, in the past tense: an event is a fact. */
export const EventType = z.string().regex(/^[a-z][a-z_]*\.[a-z][a-z_]*$/, 'expected aggregate.past_tense_verb');
export type EventType = z.infer<typeof EventType>;

/**
 * An event as it is stored. Governance stands here and not in the payload, so that access,
 * taint and erasure can be decided without reading it. The chain covers `payload_hash`, never
 * the payload, so that an erased payload (null) leaves the chain whole.
 */
export const EventEnvelope = z.strictObject({
  event_id: EventId,
  type: EventType,
  version: z.int().min(1),
  aggregate: AggregateKind,
  aggregate_id: z.string().min(1).max(128),
  sequence: z.int().min(1),
  recorded_at: Timestamp,
  actor: Name,
  governance: Governance,
  payload_hash: Sha256,
  payload: z.record(z.string(), z.unknown()).nullable(),
  schema_version: z.literal('1.0'),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

/**
 * An event with its place in the tenant's log. `chain_hash` covers everything before it and everything here but the
 * payload itself; the key stands on the first event of an append, so an append reaches to the next key.
 */
export const LogEntry = z.strictObject({
  position: PositiveCount,
  chain_hash: Sha256,
  append: z.strictObject({ key: AppendKey, content_hash: Sha256 }).optional(),
  event: EventEnvelope,
});
export type LogEntry = z.infer<typeof LogEntry>;
