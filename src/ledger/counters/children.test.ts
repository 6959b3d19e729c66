import { describe, expect, it } from 'vitest';
import { CounterState, type CounterAmounts, type StreamId } from '../../contracts/index.ts';
import { ledgerInMemory, refusalOf, type LedgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createCounters, type Counters } from './counters.ts';

interface Bench extends LedgerInMemory {
  readonly counters: Counters;
  readonly state: (counter: StreamId) => Promise<CounterState>;
}

async function bench(limits: CounterAmounts): Promise<Bench> {
  const ledger = await ledgerInMemory();
  const counters = createCounters(ledger.writer);
  await counters.open('open', 'run', limits);
  return { ...ledger, counters, state: async (counter) => CounterState.parse((await ledger.store.record({ space: 'document', key: `counter:${counter}` }))?.body) };
}

const parent = 'run';

describe('a child counter', () => {
  it('charges its parent all it spent when it closes, however far beyond what was set aside', verifies('KEL-COUNTER-11'), async () => {
    const { counters, state } = await bench({ tokens: 1_000_000, calls: 100 });
    await counters.open('open-task', 'task', { tokens: 10, calls: 10 }, { parent });
    for (const id of ['r1', 'r2', 'r3']) await counters.reserve(`reserve-${id}`, 'task', id, { calls: 1 });
    for (const id of ['r1', 'r2', 'r3']) await counters.commit(`commit-${id}`, 'task', id, { calls: 1, tokens: 900 });
    await counters.close('close', 'task', { parent });
    expect(await state('run')).toMatchObject({ spent: { tokens: 2_700, calls: 3 }, reserved: { tokens: 0, calls: 0 } });
  });

  it('is carved out of what its parent has left', verifies('KEL-COUNTER-10'), async () => {
    const { counters, state, store } = await bench({ tokens: 100, calls: 5 });
    await counters.open('a', 'task', { tokens: 70 }, { parent });
    expect(await state('run')).toMatchObject({ reserved: { tokens: 70, calls: 0 }, reservations: { 'child/task': { tokens: 70 } } });
    expect(await state('task')).toEqual({
      limits: { tokens: 70 },
      spent: { tokens: 0 },
      reserved: { tokens: 0 },
      reservations: {},
      parent: { counter: 'run', reservation_id: 'child/task' },
      is_closed: false,
      operations: 1,
    });
    expect((await store.entries({ after: 1, limit: 9 })).map(({ stream, payload }) => [stream, JSON.parse(String(payload)) as unknown])).toEqual([
      ['counter/run', { reservation_id: 'child/task', amounts: { tokens: 70 } }],
      ['counter/task', { limits: { tokens: 70 }, parent: { counter: 'run', reservation_id: 'child/task' } }],
    ]);
  });

  it('is refused whole when its parent cannot give what it asks for', verifies('KEL-COUNTER-10'), async () => {
    const { counters, store } = await bench({ tokens: 100 });
    expect((await refusalOf(counters.open('a', 'task', { tokens: 101 }, { parent }))).data).toEqual({ counter: 'run', unit: 'tokens', asked: 101, available: 100 });
    expect((await refusalOf(counters.open('b', 'task', { calls: 1 }, { parent }))).code).toBe('counter.exhausted');
    expect((await refusalOf(counters.open('c', 'task', { tokens: 1 }, { parent: 'nobody' }))).code).toBe('counter.unknown');
    expect((await refusalOf(counters.open('d', 'task', { tokens: 1 }, { parent: 'task' }))).code).toBe('counter.unknown');
    expect((await refusalOf(counters.open('e', 'task', { tokens: 1 }, { parent: '../x' }))).code).toBe('counter.invalid');
    expect((await refusalOf(counters.open('f', 'run', { tokens: 1 }, { parent: 'run' }))).code).toBe('counter.exists');
    expect((await store.head()).position).toBe(1);
  });

  it('gives its parent back what it did not spend when it closes', verifies('KEL-COUNTER-11'), async () => {
    const { counters, state } = await bench({ tokens: 100 });
    await counters.open('a', 'task', { tokens: 70 }, { parent });
    await counters.reserve('b', 'task', 'r1', { tokens: 30 });
    await counters.commit('c', 'task', 'r1', { tokens: 20 });
    await counters.reserve('d', 'task', 'r3', { tokens: 4 });
    await counters.reserve('e', 'task', 'r2', { tokens: 1 });
    expect(await counters.close('f', 'task', { parent })).toEqual({ spent: { tokens: 25 }, forfeited_reservations: ['r2', 'r3'] });
    expect(await state('task')).toEqual({
      limits: { tokens: 70 },
      spent: { tokens: 25 },
      reserved: { tokens: 0 },
      reservations: {},
      parent: { counter: 'run', reservation_id: 'child/task' },
      is_closed: true,
      operations: 6,
    });
    expect(await state('run')).toEqual({
      limits: { tokens: 100 },
      spent: { tokens: 25 },
      reserved: { tokens: 0 },
      reservations: {},
      is_closed: false,
      operations: 3,
    });
  });

  it('charges its parent all it spent, also beyond its limits', verifies('KEL-COUNTER-11'), async () => {
    const { counters, state, store } = await bench({ tokens: 100 });
    await counters.open('a', 'task', { tokens: 10 }, { parent });
    await counters.reserve('b', 'task', 'r1', { tokens: 10 });
    await counters.commit('c', 'task', 'r1', { tokens: 500 });
    await counters.close('d', 'task', { parent });
    expect(JSON.parse(String((await store.entries({ stream: 'counter/run', after: 2, limit: 1 }))[0]?.payload))).toEqual({
      reservation_id: 'child/task',
      how: 'committed',
      reported: { tokens: 500 },
      charged: { tokens: 500 },
      refunded: { tokens: 0 },
      disbelieved: [],
      overrun: ['tokens'],
    });
    expect(await state('run')).toMatchObject({ spent: { tokens: 500 }, reserved: { tokens: 0 } });
  });

  it('can be settled with its parent only by closing it', verifies('KEL-COUNTER-05', 'KEL-COUNTER-12'), async () => {
    const { counters, state } = await bench({ tokens: 100 });
    await counters.open('a', 'task', { tokens: 70 }, { parent });
    for (const attempt of [counters.release('b', 'run', 'child/task'), counters.commit('c', 'run', 'child/task', { tokens: 0 })]) {
      expect(await refusalOf(attempt)).toMatchObject({
        code: 'counter.invalid',
        next_step: 'Use another id; a reservation under "child/" is settled by closing that child.',
      });
    }
    expect((await state('run')).reserved).toEqual({ tokens: 70 });
  });

  it('closes only with the parent it was opened with', verifies('KEL-COUNTER-11', 'KEL-COUNTER-12'), async () => {
    const { counters, writer } = await bench({ tokens: 100 });
    await counters.open('a', 'task', { tokens: 70 }, { parent });
    await counters.open('b', 'other', { tokens: 100 });
    const wrong = counters.operations.close('task', { parent });
    const named = { ...wrong, parent: { counter: 'run', reservation_id: 'child/other' } };
    const attempts = [
      counters.close('c', 'task'),
      counters.close('d', 'task', { parent: 'other' }),
      writer.append({ key: 'e', events: [], operations: [named] }),
    ];
    for (const attempt of attempts) {
      expect(await refusalOf(attempt)).toEqual({
        code: 'counter.invalid',
        message: 'The counter "task" was not changed: it has another parent.',
        next_step: 'Close it with the parent it was opened with, or with none if it had none.',
        data: { counter: 'task', detail: 'it has another parent' },
      });
    }
    expect((await refusalOf(counters.close('f', 'other', { parent }))).code).toBe('counter.invalid');
  });

  it('names its reservation on the parent after itself', verifies('KEL-COUNTER-10', 'KEL-COUNTER-12'), async () => {
    const { counters, writer } = await bench({ tokens: 100 });
    const open = { ...counters.operations.open('task', { tokens: 1 }, { parent }), parent: { counter: 'run', reservation_id: 'mine' } };
    expect(await refusalOf(writer.append({ key: 'a', events: [], operations: [open] }))).toEqual({
      code: 'counter.invalid',
      message: 'The counter "task" was not changed: the reservation on its parent has another name.',
      next_step: 'Call it "child/task".',
      data: { counter: 'task', detail: 'the reservation on its parent has another name' },
    });
  });

  it('cannot be raised', verifies('KEL-COUNTER-07'), async () => {
    const { counters } = await bench({ tokens: 100 });
    await counters.open('a', 'task', { tokens: 70 }, { parent });
    expect(await refusalOf(counters.raise('b', 'task', { tokens: 71 }, 'more'))).toEqual({
      code: 'counter.invalid',
      message: 'The counter "task" was not changed: its limits are a reservation of its parent.',
      next_step: 'Raise the parent and carve a new child from it.',
      data: { counter: 'task', detail: 'its limits are a reservation of its parent' },
    });
  });

  it('outlives its parent with what the parent has paid for, and has nothing left to settle', verifies('KEL-COUNTER-11'), async () => {
    const { counters, state } = await bench({ tokens: 100 });
    await counters.open('a', 'task', { tokens: 70 }, { parent });
    expect(await counters.close('b', 'run')).toEqual({ spent: { tokens: 70 }, forfeited_reservations: ['child/task'] });
    await counters.reserve('c', 'task', 'r1', { tokens: 70 });
    expect((await refusalOf(counters.close('d', 'task', { parent }))).data).toEqual({ counter: 'run' });
    expect(await state('run')).toMatchObject({ spent: { tokens: 70 }, is_closed: true });
  });
});
