import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { defineEvent } from './define-event.ts';
import { EventEnvelope } from './envelope.ts';
import { catalogueFaults, eventCatalogue, readEvent } from './read-event.ts';

const started = defineEvent<'run', z.ZodType>({
  type: 'run.started',
  version: 3,
  payload: z.strictObject({ goal: z.string(), budget_usd: z.number(), owner: z.string() }),
  upcasters: {
    1: ({ task, ...rest }) => ({ ...rest, goal: task }),
    2: (payload) => ({ ...payload, owner: 'unknown' }),
  },
});
const catalogue = eventCatalogue([started]);

const stored = (changes: Record<string, unknown> = {}) => ({
  event_id: 'evt_01JCQZ9Y5D0000000000000001',
  type: 'run.started',
  version: 3,
  aggregate: 'run',
  aggregate_id: 'run_01JCQZ9Y5D0000000000000001',
  sequence: 1,
  recorded_at: '2026-11-15T09:00:00.000Z',
  actor: 'mother',
  governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false },
  payload_hash: 'a'.repeat(64),
  payload: { goal: 'tidy up', budget_usd: 2, owner: 'ada' },
  schema_version: '1.0',
  ...changes,
});

const payloadOf = (value: unknown): unknown => {
  const read = readEvent(catalogue, value);
  return read.ok ? read.payload : read.fault;
};

describe('readEvent', () => {
  it('reads the current version as it is', verifies('KEL-EVENTS-01'), () => {
    expect(payloadOf(stored())).toEqual({ goal: 'tidy up', budget_usd: 2, owner: 'ada' });
  });

  it('reads nothing with a hole in its envelope', verifies('KEL-EVENTS-01'), () => {
    const whole = stored();
    expect(requiredFieldsOf(EventEnvelope, whole)).toEqual(Object.keys(whole));
    const holes = Object.keys(whole).map((field) => Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field)));
    expect(holes.map((event) => readEvent(catalogue, event).ok)).toEqual(holes.map(() => false));
    const blank = { event_id: 'evt_1', type: 'Started', version: 0, aggregate_id: '', payload_hash: 'md5', schema_version: '1.1' };
    expect(readEvent(catalogue, stored(blank))).toEqual({
      ok: false,
      fault: {
        kind: 'invalid_envelope',
        detail: [
          'event_id: expected an id of the form evt_<ULID>',
          'type: expected aggregate.past_tense_verb',
          'version: Too small: expected number to be >=1',
          'aggregate_id: Too small: expected string to have >=1 characters',
          'payload_hash: expected 64 lower-case hexadecimal digits',
          'schema_version: Invalid input: expected "1.0"',
        ].join('; '),
      },
    });
    expect(readEvent(catalogue, stored({ aggregate_id: 'x'.repeat(128) })).ok).toBe(true);
    expect(readEvent(catalogue, stored({ aggregate_id: 'x'.repeat(129) })).ok).toBe(false);
  });

  it('lifts every older version through its upcasters, in order', verifies('KEL-EVENTS-01', 'KEL-EVENTS-02'), () => {
    expect(payloadOf(stored({ version: 1, payload: { task: 'tidy up', budget_usd: 2 } }))).toEqual({
      goal: 'tidy up',
      budget_usd: 2,
      owner: 'unknown',
    });
    expect(payloadOf(stored({ version: 2, payload: { goal: 'g', budget_usd: 2 } }))).toEqual({ goal: 'g', budget_usd: 2, owner: 'unknown' });
  });

  it('keeps an erased payload as null', verifies('KEL-EVENTS-01'), () => {
    expect(payloadOf(stored({ payload: null }))).toBeNull();
  });

  it.each([
    ['a newer version', { version: 4 }, 'newer_version'],
    ['an unknown type', { type: 'run.paused' }, 'unknown_type'],
    ['a foreign stream', { aggregate: 'artifact' }, 'aggregate_mismatch'],
    ['a payload that does not fit', { payload: { goal: 1 } }, 'invalid_payload'],
    ['a missing governance field', { governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed' } }, 'invalid_envelope'],
    ['a taint class nobody defined', { governance: { tenant: 'default', data_class: 'internal', taint_class: 'fine', privileged: false } }, 'invalid_envelope'],
    ['an unknown envelope field', { note: 'hello' }, 'invalid_envelope'],
    ['a sequence below one', { sequence: 0 }, 'invalid_envelope'],
    ['something that is no object', undefined, 'invalid_envelope'],
  ])('refuses %s', verifies('KEL-EVENTS-01'), (_what, changes, kind) => {
    const value = changes === undefined ? 'text' : stored(changes);
    expect(readEvent(catalogue, value)).toMatchObject({ ok: false, fault: { kind } });
  });

  it('reports an upcaster that is missing', verifies('KEL-EVENTS-01', 'KEL-EVENTS-02'), () => {
    const read = readEvent(eventCatalogue([{ ...started, upcasters: {} }]), stored({ version: 2, payload: {} }));
    expect(read).toEqual({ ok: false, fault: { kind: 'upcast_failed', detail: 'run.started has no upcaster from version 2' } });
  });

  it('reports an upcaster that fails instead of throwing', verifies('KEL-EVENTS-02'), () => {
    const fragile = eventCatalogue([
      { ...started, upcasters: { 1: () => JSON.parse('{') as Record<string, unknown>, 2: (payload) => ({ ...payload }) } },
    ]);
    const read = readEvent(fragile, stored({ version: 1, payload: {} }));
    expect(read).toMatchObject({ ok: false, fault: { kind: 'upcast_failed' } });
    expect(read.ok ? '' : read.fault.detail).toMatch(/^run\.started from version 1: SyntaxError/);
  });
});

describe('catalogueFaults', () => {
  it('accepts a catalogue with one definition per type and a full ladder of upcasters', verifies('KEL-EVENTS-03'), () => {
    expect(catalogueFaults([started])).toEqual([]);
  });

  it('refuses a second definition, a missing upcaster, and one past the version', verifies('KEL-EVENTS-03'), () => {
    const gap = { ...started, type: 'run.gap', upcasters: { 1: started.upcasters[1] ?? (() => ({})) } };
    const first = { ...started, type: 'run.first', version: 2, upcasters: {} };
    const past = { ...started, type: 'run.past', version: 1, upcasters: { 1: () => ({}), 2: () => ({}) } };
    expect(catalogueFaults([started, started, gap, first, past])).toEqual([
      'run.started is defined twice',
      'run.gap has no upcaster from version 2',
      'run.first has no upcaster from version 1',
      'run.past has an upcaster from version 1, 2, past its own',
    ]);
  });

  it('takes the aggregate from the type', verifies('KEL-EVENTS-03'), () => {
    expect(started.aggregate).toBe('run');
  });
});
