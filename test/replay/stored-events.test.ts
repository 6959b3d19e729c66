import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogueFaults, eventCatalogue, EVENTS, readEvent, type ReadEvent } from '../../src/contracts/index.ts';
import { canonicalHash } from '../../src/kernel/index.ts';
import { verifies } from '../requirements/verifies.ts';

const catalogue = eventCatalogue(EVENTS);
const histories = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'));
const stored = histories.flatMap((name) =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .trim()
    .split('\n')
    .map((line, at) => ({ place: `${name}:${at + 1}`, event: JSON.parse(line) as Record<string, unknown> })),
);

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

function without(payload: unknown, key: string): Record<string, unknown> {
  const { [key]: _gone, ...rest } = payload as Record<string, unknown>;
  return rest;
}

describe('the event catalogue', () => {
  it('stands together', verifies('KEL-EVENTS-03'), () => {
    expect(catalogueFaults(EVENTS)).toEqual([]);
  });

  it('has a stored example of every event, so that none can change unseen', () => {
    const written = new Set(stored.map(({ event }) => event['type']));
    expect(EVENTS.map((one) => one.type).filter((type) => !written.has(type))).toEqual([]);
  });
});

describe('an event of a derived value', () => {
  const derivedEvents = stored.filter(({ event }) => (catalogue.get(String(event['type']))?.derived.length ?? 0) > 0);

  it('is a metric, and says which value which receipt proves', verifies('KEL-EVENTS-05'), () => {
    expect(EVENTS.filter((one) => one.derived.length > 0).map(({ type, aggregate, version, derived }) => ({ type, aggregate, version, derived }))).toEqual([
      { type: 'metric.observed', aggregate: 'metric', version: 1, derived: [{ value: 'observation.value', receipt: 'receipt' }] },
      { type: 'metric.rolled_up', aggregate: 'metric', version: 1, derived: [{ value: 'rollup.value', receipt: 'receipt' }] },
    ]);
    expect(derivedEvents).toHaveLength(2);
  });

  it.each(derivedEvents)('holds exactly the value and its proof: $place', verifies('KEL-EVENTS-05'), ({ event }) => {
    const payload = event['payload'] as Record<string, unknown>;
    for (const key of Object.keys(payload)) {
      expect(readEvent(catalogue, { ...event, payload: without(payload, key) })).toMatchObject({ ok: false, fault: { kind: 'invalid_payload' } });
    }
    expect(readEvent(catalogue, { ...event, payload: { ...payload, more: 1 } })).toMatchObject({ ok: false });
  });
});

describe('a stored event', () => {
  it.each(stored)('still reads: $place', verifies('KEL-EVENTS-04'), ({ event }) => {
    const read: ReadEvent = readEvent(catalogue, event);
    expect(read.ok ? 'read' : read.fault).toBe('read');
    expect(event['payload_hash']).toBe(canonicalHash(event['payload']));
  });

  it.each(stored)('carries the receipt of each derived value: $place', verifies('KEL-EVENTS-05'), ({ event }) => {
    const derived = catalogue.get(String(event['type']))?.derived ?? [];
    for (const { value, receipt } of derived) {
      const proof = at(event['payload'], receipt) as { output_value_hash: string };
      expect(proof.output_value_hash).toBe(canonicalHash(at(event['payload'], value)));
      const unproven = readEvent(catalogue, { ...event, payload: without(event['payload'], receipt) });
      expect(unproven).toMatchObject({ ok: false, fault: { kind: 'invalid_payload' } });
    }
  });
});
