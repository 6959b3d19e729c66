import { StorageRef } from '../contracts/index.ts';

export type Payload = Record<string, unknown>;

/**
 * Masks what is sensitive in a payload. First each text by itself, as it was before it was written as JSON; then the
 * whole as JSON, where names stand beside their values. When masking would break the JSON, the masked text is given
 * instead: showing less is never a fault.
 */
export function redactPayload(payload: Payload, redactText: (text: string) => string): Payload {
  const text = redactText(JSON.stringify(withPlaces(mapTexts(payload, redactText))));
  try {
    return withKeys(JSON.parse(text)) as Payload;
  } catch {
    return { redacted_json: text };
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}

/** A member called `key` looks like one that opens something; where it says where a record lies it is told by another name while it is looked through. */
const PLACE = 'record_place';

function withPlaces(value: unknown): unknown {
  return renamed(value, (name, object) => (name === 'key' && StorageRef.safeParse(object).success ? PLACE : name));
}

function withKeys(value: unknown): unknown {
  return renamed(value, (name) => (name === PLACE ? 'key' : name));
}

function renamed(value: unknown, nameOf: (name: string, object: object) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name, value), renamed(member, nameOf)]));
}
