import type { EventEnvelope, EventId, Governance, Sha256 } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';

export interface HeaderFields {
  readonly eventId: EventId;
  readonly type: string;
  readonly version: number;
  readonly aggregate: string;
  readonly aggregateId: string;
  readonly recordedAt: string;
  readonly actor: string;
  readonly governance: Governance;
  readonly payloadHash: Sha256;
}

const written = new WeakMap<Governance, string>();

/** Canonical JSON, written once for each object: an author's governance is the same for all it writes. */
export function governanceText(governance: Governance): string {
  const known = written.get(governance);
  if (known !== undefined) return known;
  const text = canonicalJson(governance);
  written.set(governance, text);
  return text;
}

/**
 * The envelope without sequence and payload, as canonical JSON. Written by hand because it is made for every event:
 * each field has been parsed and none of their schemas lets a character through that JSON would have to escape.
 */
export function eventHeader(fields: HeaderFields): string {
  return (
    `{"actor":"${fields.actor}","aggregate":"${fields.aggregate}","aggregate_id":"${fields.aggregateId}",` +
    `"event_id":"${fields.eventId}","governance":${governanceText(fields.governance)},"payload_hash":"${fields.payloadHash}",` +
    `"recorded_at":"${fields.recordedAt}","schema_version":"1.0","type":"${fields.type}","version":${fields.version}}`
  );
}

/** Who wrote an event, and when, from its header. */
export function authorOf(text: string): { readonly recordedAt: EventEnvelope['recorded_at']; readonly actor: string; readonly governance: Governance } {
  const { recorded_at: recordedAt, actor, governance } = JSON.parse(text) as EventEnvelope;
  return { recordedAt, actor, governance };
}

/** The envelope of a stored entry, with its payload parsed or null when erased. */
export function envelopeOf(entry: { readonly header: string; readonly sequence: number; readonly payload: string | null }): EventEnvelope {
  const header = JSON.parse(entry.header) as Omit<EventEnvelope, 'sequence' | 'payload'>;
  const payload = entry.payload === null ? null : (JSON.parse(entry.payload) as Record<string, unknown>);
  return { ...header, sequence: entry.sequence, payload };
}

/** The same for whoever looks at most events by their type alone: a payload is parsed when somebody asks for it, once. */
export function envelopeOnDemand(entry: { readonly header: string; readonly sequence: number; readonly payload: string | null }): EventEnvelope {
  const header = JSON.parse(entry.header) as Omit<EventEnvelope, 'sequence' | 'payload'>;
  let parsed: Record<string, unknown> | null | undefined;
  return {
    ...header,
    sequence: entry.sequence,
    get payload() {
      parsed ??= entry.payload === null ? null : (JSON.parse(entry.payload) as Record<string, unknown>);
      return parsed;
    },
  };
}
