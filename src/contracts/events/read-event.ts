import type { z } from 'zod';
import { EventEnvelope } from './envelope.ts';
import type { EventDefinition } from './define-event.ts';

export type EventFaultKind =
  | 'invalid_envelope'
  | 'unknown_type'
  | 'newer_version'
  | 'aggregate_mismatch'
  | 'upcast_failed'
  | 'invalid_payload';

export interface EventFault {
  readonly kind: EventFaultKind;
  readonly detail: string;
}

export type ReadEvent =
  | { readonly ok: true; readonly envelope: EventEnvelope; readonly definition: EventDefinition; readonly payload: unknown }
  | { readonly ok: false; readonly fault: EventFault };

/** Event types by name. Build it once with `eventCatalogue`. */
export type EventCatalogue = ReadonlyMap<string, EventDefinition>;

/** Why these definitions cannot stand together; empty when they can. */
export function catalogueFaults(definitions: readonly EventDefinition[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const definition of definitions) {
    if (seen.has(definition.type)) faults.push(`${definition.type} is defined twice`);
    seen.add(definition.type);
    for (let version = 1; version < definition.version; version += 1) {
      if (!definition.upcasters[version]) faults.push(`${definition.type} has no upcaster from version ${version}`);
    }
    const ahead = Object.keys(definition.upcasters).filter((version) => Number(version) >= definition.version);
    if (ahead.length > 0) faults.push(`${definition.type} has an upcaster from version ${ahead.join(', ')}, past its own`);
  }
  return faults;
}

export function eventCatalogue(definitions: readonly EventDefinition[]): EventCatalogue {
  return new Map(definitions.map((definition) => [definition.type, definition]));
}

/**
 * Reads a stored event of any version: checks the envelope, lifts the payload to the current
 * version and checks it there. An erased payload stays null and is not an error. Must not throw.
 */
export function readEvent(catalogue: EventCatalogue, stored: unknown): ReadEvent {
  const parsed = EventEnvelope.safeParse(stored);
  if (!parsed.success) return fault('invalid_envelope', issueText(parsed.error));
  const envelope = parsed.data;
  const definition = catalogue.get(envelope.type);
  if (!definition) return fault('unknown_type', envelope.type);
  if (envelope.version > definition.version) {
    return fault('newer_version', `${envelope.type} version ${envelope.version}; this build knows ${definition.version}`);
  }
  if (envelope.aggregate !== definition.aggregate) return fault('aggregate_mismatch', `${envelope.type} in a stream of ${envelope.aggregate}`);
  if (envelope.payload === null) return { ok: true, envelope, definition, payload: null };
  const lifted = upcast(definition, envelope.version, envelope.payload);
  if (!lifted.ok) return fault('upcast_failed', lifted.detail);
  const payload = definition.payload.safeParse(lifted.payload);
  if (!payload.success) return fault('invalid_payload', `${envelope.type}: ${issueText(payload.error)}`);
  return { ok: true, envelope, definition, payload: payload.data };
}

type Upcast =
  | { readonly ok: true; readonly payload: Record<string, unknown> }
  | { readonly ok: false; readonly detail: string };

function upcast(definition: EventDefinition, from: number, payload: Record<string, unknown>): Upcast {
  let current = payload;
  for (let version = from; version < definition.version; version += 1) {
    const lift = definition.upcasters[version];
    if (!lift) return { ok: false, detail: `${definition.type} has no upcaster from version ${version}` };
    try {
      current = lift(current);
    } catch (error) {
      return { ok: false, detail: `${definition.type} from version ${version}: ${String(error)}` };
    }
  }
  return { ok: true, payload: current };
}

function fault(kind: EventFaultKind, detail: string): ReadEvent {
  return { ok: false, fault: { kind, detail } };
}

function issueText(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}
