import { AUDIT_FACTS_VERSION, AuditLine, type EventEnvelope, type Sha256, type Timestamp } from '../contracts/index.ts';
import { sha256Hex } from '../kernel/index.ts';
import type { EntryRow } from '../ledger/index.ts';
import { drawsFacts, factsOf } from './facts.ts';

/** Stands before the first line. */
export const AUDIT_GENESIS: Sha256 = '0'.repeat(64);

export interface Written {
  readonly line: AuditLine;
  /** As it stands in the file, with its line feed. */
  readonly text: string;
}

export interface Place {
  readonly sequence: number;
  readonly previousHash: Sha256;
  readonly observedAt: Timestamp;
}

/** One event as one line. The hash is of the very bytes before it, so no two spellings of a line can both be right. */
export function lineOf(entry: EntryRow, { sequence, previousHash, observedAt }: Place): Written {
  const header = JSON.parse(entry.header) as EventEnvelope;
  const body = {
    schema_version: '1.0' as const,
    sequence,
    position: entry.position,
    event_id: header.event_id,
    type: header.type,
    version: header.version,
    actor: header.actor,
    aggregate: header.aggregate,
    stream_id: header.aggregate_id,
    stream_sequence: entry.sequence,
    recorded_at: header.recorded_at,
    observed_at: observedAt,
    payload_hash: header.payload_hash,
    chain_hash: entry.chainHash,
    facts_version: AUDIT_FACTS_VERSION,
    facts: factsOfEntry(header.type, entry.payload),
    previous_hash: previousHash,
  };
  const open = JSON.stringify(body).slice(0, -1);
  const hash = sha256Hex(open);
  return { line: { ...body, hash }, text: `${open}${HASH_FIELD}${hash}${END}\n` };
}

/** What a payload says that cannot be parsed is nothing; that it cannot is for the verification to tell. */
export function factsOfEntry(type: string, payload: string | null): AuditLine['facts'] {
  if (payload === null) return null;
  if (!drawsFacts(type)) return {};
  try {
    return factsOf(type, JSON.parse(payload) as Record<string, unknown>);
  } catch {
    return null;
  }
}

const HASH_FIELD = ',"hash":"';
const END = '"}';
const HASH_CHARS = 64;
const AFTER_BODY = HASH_FIELD.length + HASH_CHARS + END.length;

export type ReadLine = { readonly ok: true; readonly line: AuditLine } | { readonly ok: false; readonly code: 'audit.line_unreadable' | 'audit.line_changed'; readonly detail: string };

/** Reads a line without its line feed. Must not throw: whatever stands there is an answer. */
export function readLine(text: string): ReadLine {
  const parsed = AuditLine.safeParse(parse(text));
  if (!parsed.success) return { ok: false, code: 'audit.line_unreadable', detail: 'it is no line of an audit' };
  if (sha256Hex(text.slice(0, -AFTER_BODY)) !== parsed.data.hash) return { ok: false, code: 'audit.line_changed', detail: 'it does not have the hash it was written with' };
  return { ok: true, line: parsed.data };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
