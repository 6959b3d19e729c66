import { z } from 'zod';
import { EventId, Name, PositiveCount, Sha256, Timestamp } from '../core/index.ts';
import { EventType } from '../events/envelope.ts';
import { StreamId } from '../ledger/stream.ts';

/**
 * What is drawn from a payload, and who may write what, change with this number: a line or a report is compared only with what the
 * same number gives.
 */
export const AUDIT_FACTS_VERSION = 2;

/** A name, an id, a hash, a figure or a yes or no. Words of people and models never stand here. */
const AuditFact = z.union([z.string().max(512), z.number(), z.boolean(), z.null()]);

/** The few facts of a payload that figures and checks need. */
export const AuditFacts = z.record(z.string().regex(/^[a-z][a-z_]*$/i), AuditFact);
export type AuditFacts = z.infer<typeof AuditFacts>;

/**
 * One event of the log as the auditor saw it. The hash covers everything else here, the previous hash among it; so the
 * audit has a chain of its own, beside the chain of the log that it quotes.
 */
export const AuditLine = z.strictObject({
  schema_version: z.literal('1.0'),
  /** Of the audit itself, dense from 1. */
  sequence: PositiveCount,
  /** Of the event in the tenant's log. */
  position: PositiveCount,
  event_id: EventId,
  type: EventType,
  version: PositiveCount,
  actor: Name,
  /** Any: a log may hold kinds of a newer version than the auditor's. */
  aggregate: Name,
  stream_id: StreamId,
  stream_sequence: PositiveCount,
  recorded_at: Timestamp,
  observed_at: Timestamp,
  payload_hash: Sha256,
  chain_hash: Sha256,
  facts_version: PositiveCount,
  /** Null when the payload had been erased, or could not be read, before the auditor came to it. */
  facts: AuditFacts.nullable(),
  previous_hash: Sha256,
  hash: Sha256,
});
export type AuditLine = z.infer<typeof AuditLine>;

/** How far the audit had come, written after the lines that it counts. */
export const AuditHead = z.strictObject({
  schema_version: z.literal('1.0'),
  sequence: z.int().min(0),
  /** Of the last line. */
  hash: Sha256,
  position: z.int().min(0),
  /** Of the log, at that position. */
  chain_hash: Sha256,
  /** The segment that is being written, counted from 1, and how much it holds. */
  segment: PositiveCount,
  segment_lines: z.int().min(0),
  segment_bytes: z.int().min(0),
  /** When the first line was written, and where the log ended then: what stood before was seen only afterwards. */
  began_at: Timestamp,
  began_behind: z.int().min(0),
  /** When a person had the audit begun again, what it follows on; absent in the first. */
  follows_on: z.strictObject({ sequence: z.int().min(0), hash: Sha256, set_aside: z.string().min(1), reason: z.string().min(1) }).optional(),
});
export type AuditHead = z.infer<typeof AuditHead>;
