import { describe, expect, it } from 'vitest';
import { CounterState, counterClosed, counterOpened, counterRaised, counterReserved, counterSettled, EVENTS, type ErrorBody } from '../../contracts/index.ts';
import { ledgerInMemory, movableTime, refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { GENESIS } from '../decide/chain.ts';
import { createDecider } from '../decide/decide.ts';
import type { DocumentBody } from '../projections/projection.ts';
import { foldRow } from '../projections/fold-row.ts';
import { bringUpToDate } from '../projections/rebuild.ts';
import type { LedgerOperation } from '../request.ts';
import { BUILTIN_SETUP, rulesOf } from '../setup.ts';
import { recordName, type Facts, type StoredRecord } from '../store.ts';
import { counterProjection } from './counter-projection.ts';
import { createCounters } from './counters.ts';

describe('counters', () => {
  it('settle in the same append as the work they pay for, each operation seeing those before it', verifies('KEL-COUNTER-13'), async () => {
    const { store, writer } = await ledgerInMemory();
    const { operations } = createCounters(writer);
    const work = { type: 'session.message_recorded', streamId: 'talk', payload: { session_id: 'talk', role: 'assistant', text: 'done' } };
    const append = {
      key: 'one',
      events: [work],
      operations: [
        operations.open('run', { tokens: 100 }),
        operations.open('task', { tokens: 50 }, { parent: 'run' }),
        operations.reserve('task', 'r1', { tokens: 50 }),
        operations.commit('task', 'r1', { tokens: 12, other: Number.NaN }),
        operations.close('task', { parent: 'run' }),
        operations.raise('run', { tokens: 101 }, 'a person said so'),
        operations.reserve('run', 'r2', { tokens: 89 }),
        operations.release('run', 'r2'),
      ],
    };
    const first = await writer.append(append);
    const settled = { reservation_id: 'r1', how: 'committed', reported: { tokens: 12 }, charged: { tokens: 12 }, refunded: { tokens: 38 }, disbelieved: [], overrun: [] };
    const released = { ...settled, reservation_id: 'r2', how: 'released', reported: {}, charged: { tokens: 0 }, refunded: { tokens: 89 } };
    expect(first.results).toEqual([
      { limits: { tokens: 100 } },
      { reservation_id: 'child/task', amounts: { tokens: 50 } },
      { reservation_id: 'r1', amounts: { tokens: 50 } },
      settled,
      { spent: { tokens: 12 }, forfeited_reservations: [] },
      { limits: { tokens: 101 }, reason: 'a person said so' },
      { reservation_id: 'r2', amounts: { tokens: 89 } },
      released,
    ]);
    const streams = ['session/talk', 'run', 'run', 'task', 'task', 'task', 'task', 'run', 'run', 'run', 'run'];
    expect(first.events.map(({ stream }) => stream.replace('counter/', ''))).toEqual(streams);
    expect((await writer.append(append)).results).toEqual(first.results);
    expect((await store.record({ space: 'document', key: 'counter:run' }))?.body).toMatchObject({ spent: { tokens: 12 }, reserved: { tokens: 0 }, operations: 6 });
  });

  it('undo everything when one operation of an append is refused', verifies('KEL-COUNTER-13'), async () => {
    const { store, writer } = await ledgerInMemory();
    const { operations } = createCounters(writer);
    const asked = [operations.open('run', { tokens: 1 }), operations.reserve('run', 'r1', { tokens: 2 })];
    expect((await refusalOf(writer.append({ key: 'one', events: [], operations: asked }))).code).toBe('counter.exhausted');
    expect([(await store.head()).position, await store.record({ space: 'document', key: 'counter:run' })]).toEqual([0, undefined]);
  });

  it('bring exactly one stamp for each event', verifies('KEL-COUNTER-13'), async () => {
    const { writer } = await ledgerInMemory();
    const { operations } = createCounters(writer);
    for (const stamps of [[], writer.stamps(2)]) {
      const open = { ...operations.open('run', { tokens: 1 }), stamps };
      const refusal = await refusalOf(writer.append({ key: 'one', events: [], operations: [open] }));
      expect(refusal.data).toEqual({ detail: 'an operation brings a stamp for each event it writes' });
    }
  });

  it('refuse everything while they are being counted again', verifies('KEL-COUNTER-14'), async () => {
    const { store, writer } = await ledgerInMemory();
    const counters = createCounters(writer);
    await counters.open('a', 'run', { tokens: 100 });
    const advance = { kind: 'projection.start', name: 'counter', version: 1, types: [], again: true } as const;
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [advance] });
    const stale = {
      code: 'ledger.projection_stale',
      message: 'The counters are being counted again and have come to entry 0; until then none can be trusted.',
      next_step: 'Wait until the counters are up to date, then try again.',
      data: { projection: 'counter', rebuilt_to: 0, validation_code: 'validation.projection_event_seq_out_of_date' },
    };
    expect(await refusalOf(counters.open('b', 'other', { tokens: 1 }))).toEqual(stale);
    expect(await refusalOf(counters.reserve('c', 'run', 'r1', { tokens: 1 }))).toEqual(stale);
    await bringUpToDate({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, projections: BUILTIN_SETUP.projections });
    await counters.reserve('d', 'run', 'r1', { tokens: 1 });
  });

  it('are not trusted before they were ever counted, nor as another version counted them', verifies('KEL-COUNTER-14'), async () => {
    const { writer } = await ledgerInMemory();
    const open = createCounters(writer).operations.open('other', { tokens: 1 });
    const rebuiltTo = async (state: unknown) => (await refusal(factsWith({ source: 'counter@1', body: {} }, state), open)).data;
    const stale = (rebuilt_to: number) => ({ projection: 'counter', rebuilt_to, validation_code: 'validation.projection_event_seq_out_of_date' });
    expect(await rebuiltTo({ version: 1, rebuilt_to: 3 })).toEqual(stale(3));
    expect(await rebuiltTo({ version: 0, rebuilt_to: null })).toEqual(stale(0));
    expect(await rebuiltTo(null)).toEqual(stale(0));
  });

  it('take no other document for a counter, and no unreadable one', verifies('KEL-COUNTER-14'), async () => {
    const { writer } = await ledgerInMemory();
    const { operations } = createCounters(writer);
    const body = { limits: { tokens: 1 }, spent: {}, reserved: {}, reservations: {}, is_closed: false, operations: 1 };
    const decide = (found: { source: string; body: unknown }, operation: LedgerOperation) => refusal(factsWith(found), operation);
    const reserve = operations.reserve('run', 'r1', { tokens: 1 });
    expect((await decide({ source: 'artifact@1', body }, reserve)).code).toBe('counter.unknown');
    expect((await decide({ source: 'artifact@1', body }, operations.open('run', { tokens: 1 }))).code).toBe('counter.exists');
    expect(await decide({ source: 'counter@1', body: { ...body, spent: { tokens: -5 } } }, reserve)).toEqual({
      code: 'counter.invalid',
      message: 'The counter "run" was not changed: its document cannot be read.',
      next_step: 'Have the projections rebuilt from the log, then try again.',
      data: { counter: 'run', detail: 'its document cannot be read' },
    });
  });
});

const EMPTY_REQUEST = { append: { key: 'k', contentHash: GENESIS.chainHash }, fences: [], expected: [], events: [] };

function refusal(facts: Facts, operation: LedgerOperation): Promise<ErrorBody> {
  return refusalOf((async () => createDecider(BUILTIN_SETUP).decide({ ...EMPTY_REQUEST, operations: [operation] }, facts))());
}

/** A store in which a document of this kind stands under the counter's name. */
function factsWith(found: { source: string; body: unknown }, state: unknown = { version: 1, rebuilt_to: null }): Facts {
  const current: StoredRecord = { space: 'projection', key: 'counter', body: state, dueMs: null, position: null, source: null };
  const document: StoredRecord = { space: 'document', key: 'counter:run', dueMs: null, position: 0, ...found };
  const records = new Map([current, document].map((record) => [recordName(record), record]));
  return { time: movableTime().now(), head: GENESIS, streams: new Map(), records, due: [], blobs: new Set(), entries: new Map() };
}

describe('the counter projection', () => {
  it('folds exactly the events of counters, each into the document of its counter', () => {
    const { name, version, types, key } = counterProjection;
    expect({ name, version, types }).toEqual({ name: 'counter', version: 1, types: EVENTS.map(({ type }) => type).filter((type) => type.startsWith('counter.')) });
    expect(types).toEqual([counterOpened, counterRaised, counterReserved, counterSettled, counterClosed].map(({ type }) => type));
    expect(key({ type: counterOpened.type, streamId: 'budget:global' })).toBe('counter:budget:global');
  });

  it('leaves a counter whose opening was erased without limits', async () => {
    const { store, writer } = await ledgerInMemory();
    const counters = createCounters(writer);
    await counters.open('a', 'run', { tokens: 10 });
    await counters.reserve('b', 'run', 'r1', { tokens: 4 });
    await counters.commit('c', 'run', 'r1', { tokens: 3 });
    const { catalogue } = rulesOf(BUILTIN_SETUP);
    const rows = await store.entries({ after: 1, limit: 9 });
    const folded = rows.reduce((current, row) => foldRow(catalogue, counterProjection, current, row) ?? current, undefined as DocumentBody | undefined);
    expect(CounterState.parse(folded)).toEqual({ limits: {}, spent: { tokens: 3 }, reserved: { tokens: 0 }, reservations: {}, is_closed: false, operations: 2 });
  });
});
