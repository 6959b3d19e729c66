import { describe, expect, it } from 'vitest';
import { CounterState, type CounterAmounts, type StreamId } from '../../contracts/index.ts';
import { ledgerInMemory, refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { COUNTER_RESERVATIONS_MAX, REASON_CHARS_MAX } from '../limits.ts';
import { createCounters, type Counters } from './counters.ts';

interface Bench {
  readonly counters: Counters;
  readonly state: (counter: StreamId) => Promise<unknown>;
  readonly streams: () => Promise<string[]>;
}

async function bench(limits?: CounterAmounts): Promise<Bench> {
  const { store, writer } = await ledgerInMemory();
  const counters = createCounters(writer);
  if (limits !== undefined) await counters.open('open', 'run', limits);
  return {
    counters,
    state: async (counter) => CounterState.parse((await store.record({ space: 'document', key: `counter:${counter}` }))?.body),
    streams: async () => (await store.entries({ after: 0, limit: 100 })).map(({ stream, header }) => `${stream} ${(JSON.parse(header) as { type: string }).type}`),
  };
}

const MAX = Number.MAX_SAFE_INTEGER;

describe('a counter', () => {
  it('opens with its limits and nothing spent', async () => {
    const { state } = await bench({ tokens: 100, tool_calls: 3 });
    expect(await state('run')).toEqual({
      limits: { tokens: 100, tool_calls: 3 },
      spent: { tokens: 0, tool_calls: 0 },
      reserved: { tokens: 0, tool_calls: 0 },
      reservations: {},
      is_closed: false,
      operations: 1,
    });
  });

  it('sets a reservation aside before anything is spent, up to the very limit', verifies('KEL-COUNTER-01'), async () => {
    const { counters, state } = await bench({ tokens: 100 });
    expect(await counters.reserve('a', 'run', 'r1', { tokens: 40 })).toEqual({ reservation_id: 'r1', amounts: { tokens: 40 } });
    await counters.reserve('b', 'run', 'r2', { tokens: 60 });
    expect(await state('run')).toEqual({
      limits: { tokens: 100 },
      spent: { tokens: 0 },
      reserved: { tokens: 100 },
      reservations: { r1: { tokens: 40 }, r2: { tokens: 60 } },
      is_closed: false,
      operations: 3,
    });
    await counters.reserve('c', 'run', 'r3', { tokens: 0 });
  });

  it('refuses what would pass a limit and what it does not limit at all', verifies('KEL-COUNTER-01'), async () => {
    const { counters, state } = await bench({ tokens: 100, constructor: 1 });
    await counters.reserve('a', 'run', 'r1', { tokens: 60 });
    await counters.commit('b', 'run', 'r1', { tokens: 50 });
    await counters.reserve('c', 'run', 'r2', { tokens: 20 });
    const before = await state('run');
    expect(await refusalOf(counters.reserve('d', 'run', 'r3', { tokens: 31 }))).toEqual({
      code: 'counter.exhausted',
      message: 'The counter "run" has 30 tokens left and 31 were asked for; nothing was reserved.',
      next_step: 'Ask for less, wait until other reservations are settled, or have a person raise the limit.',
      data: { counter: 'run', unit: 'tokens', asked: 31, available: 30 },
    });
    for (const unit of ['cost_microusd', 'valueof']) {
      const refusal = await refusalOf(counters.reserve('e', 'run', 'r3', { [unit]: 0, tokens: 1 }));
      expect(refusal).toMatchObject({ code: 'counter.exhausted', data: { counter: 'run', unit, asked: 0, available: 0 } });
    }
    expect(await state('run')).toEqual(before);
  });

  it('refuses a second reservation under the same id, also one named like a built-in', verifies('KEL-COUNTER-01', 'KEL-COUNTER-02'), async () => {
    const { counters } = await bench({ tokens: 100 });
    await counters.reserve('a', 'run', 'constructor', { tokens: 1 });
    expect(await refusalOf(counters.reserve('b', 'run', 'constructor', { tokens: 1 }))).toEqual({
      code: 'counter.reservation_exists',
      message: 'The counter "run" already has an open reservation "constructor".',
      next_step: 'Choose another reservation id; to repeat a request safely, repeat its append key.',
      data: { counter: 'run', reservation_id: 'constructor' },
    });
  });

  it('answers a repeated request as it did at first and counts it once', verifies('KEL-COUNTER-02'), async () => {
    const { counters, state } = await bench({ tokens: 100 });
    const first = await counters.reserve('a', 'run', 'r1', { tokens: 100 });
    expect(await counters.reserve('a', 'run', 'r1', { tokens: 100 })).toEqual(first);
    const settled = await counters.commit('b', 'run', 'r1', { tokens: 7 });
    expect(await counters.commit('b', 'run', 'r1', { tokens: 7 })).toEqual(settled);
    expect(await state('run')).toMatchObject({ spent: { tokens: 7 }, reserved: { tokens: 0 }, operations: 3 });
  });

  it('charges what was used, rounded up, and gives the rest back', verifies('KEL-COUNTER-03'), async () => {
    const { counters, state } = await bench({ tokens: 100, seconds: 10, calls: 5 });
    await counters.reserve('a', 'run', 'r1', { tokens: 60, seconds: 4, calls: 2 });
    expect(await counters.commit('b', 'run', 'r1', { tokens: 25, seconds: 1.2, calls: 0 })).toEqual({
      reservation_id: 'r1',
      how: 'committed',
      reported: { tokens: 25, seconds: 1.2, calls: 0 },
      charged: { tokens: 25, seconds: 2, calls: 0 },
      refunded: { tokens: 35, seconds: 2, calls: 2 },
      disbelieved: [],
      overrun: [],
    });
    expect(await state('run')).toEqual({
      limits: { tokens: 100, seconds: 10, calls: 5 },
      spent: { tokens: 25, seconds: 2, calls: 0 },
      reserved: { tokens: 0, seconds: 0, calls: 0 },
      reservations: {},
      is_closed: false,
      operations: 3,
    });
  });

  it('charges use beyond the reservation in full, even past the limit, and then allows nothing more', verifies('KEL-COUNTER-04'), async () => {
    const { counters, state } = await bench({ tokens: 100 });
    await counters.reserve('a', 'run', 'r1', { tokens: 60 });
    expect(await counters.commit('b', 'run', 'r1', { tokens: 6_000 })).toMatchObject({
      charged: { tokens: 6_000 },
      refunded: { tokens: 0 },
      disbelieved: [],
      overrun: ['tokens'],
    });
    expect(await state('run')).toMatchObject({ limits: { tokens: 100 }, spent: { tokens: 6_000 }, reserved: { tokens: 0 } });
    expect((await refusalOf(counters.reserve('c', 'run', 'r2', { tokens: 1 }))).data).toEqual({ counter: 'run', unit: 'tokens', asked: 1, available: 0 });
  });

  it('that has spent too much of one unit gives nothing of any other', verifies('KEL-COUNTER-04'), async () => {
    const { counters } = await bench({ cloud_calls: 0, tokens: 100 });
    await counters.reserve('a', 'run', 'r1', { tokens: 1 });
    expect(await counters.commit('b', 'run', 'r1', { tokens: 1, cloud_calls: 7 })).toMatchObject({ charged: { tokens: 1, cloud_calls: 7 }, overrun: ['cloud_calls'] });
    expect((await refusalOf(counters.reserve('c', 'run', 'r2', { tokens: 1 }))).data).toEqual({ counter: 'run', unit: 'cloud_calls', asked: 0, available: 0 });
    expect((await refusalOf(counters.open('d', 'child', { tokens: 1 }, { parent: 'run' }))).code).toBe('counter.exhausted');
    await counters.raise('e', 'run', { cloud_calls: 7 }, 'Ada allowed it.');
    await counters.reserve('f', 'run', 'r2', { tokens: 1 });
  });

  it('takes what is left, at least, for use too large to be believed', verifies('KEL-COUNTER-09'), async () => {
    const { counters, state } = await bench({ tokens: 1_000 });
    await counters.reserve('a', 'run', 'r1', { tokens: 5 });
    await counters.reserve('b', 'run', 'r2', { tokens: 100 });
    expect(await counters.commit('c', 'run', 'r1', { tokens: 501 })).toEqual({
      reservation_id: 'r1', how: 'committed', reported: { tokens: 501 }, charged: { tokens: 900 }, refunded: { tokens: 0 }, disbelieved: ['tokens'], overrun: ['tokens'],
    });
    expect(await state('run')).toMatchObject({ spent: { tokens: 900 }, reserved: { tokens: 100 } });
  });

  it('refuses what is not a reservation of its own to settle', verifies('KEL-COUNTER-05'), async () => {
    const { counters } = await bench({ tokens: 100 });
    await counters.reserve('a', 'run', 'r1', { tokens: 60 });
    await counters.release('b', 'run', 'r1');
    for (const again of [counters.commit('c', 'run', 'r1', { tokens: 1 }), counters.release('d', 'run', 'r1')]) {
      expect(await refusalOf(again)).toEqual({
        code: 'counter.reservation_unknown',
        message: 'The counter "run" has no open reservation "r1".',
        next_step: 'Look the reservation up in the log: it was settled before, or never made.',
        data: { counter: 'run', reservation_id: 'r1' },
      });
    }
    expect((await refusalOf(counters.commit('e', 'run', 'constructor', {}))).code).toBe('counter.reservation_unknown');
  });

  it('gives a released reservation back whole', verifies('KEL-COUNTER-05'), async () => {
    const { counters, state } = await bench({ tokens: 100 });
    await counters.reserve('a', 'run', 'r1', { tokens: 60 });
    expect(await counters.release('b', 'run', 'r1')).toEqual({
      reservation_id: 'r1',
      how: 'released',
      reported: {},
      charged: { tokens: 0 },
      refunded: { tokens: 60 },
      disbelieved: [],
      overrun: [],
    });
    expect(await state('run')).toMatchObject({ spent: { tokens: 0 }, reserved: { tokens: 0 }, reservations: {} });
  });

  it('refuses everything on a counter that is unknown or closed', verifies('KEL-COUNTER-06', 'KEL-COUNTER-14'), async () => {
    const { counters } = await bench({ tokens: 100 });
    await counters.close('a', 'run');
    const attempts = (counter: StreamId) => [
      counters.raise('k1', counter, { tokens: 200 }, 'more'),
      counters.reserve('k2', counter, 'r1', { tokens: 0 }),
      counters.commit('k3', counter, 'r1', {}),
      counters.release('k4', counter, 'r1'),
      counters.close('k5', counter),
    ];
    for (const attempt of attempts('run')) {
      expect(await refusalOf(attempt)).toEqual({
        code: 'counter.closed',
        message: 'The counter "run" is closed; whatever was still reserved on it has been counted as spent.',
        next_step: 'Open a new counter for new work; a closed one has nothing left to settle.',
        data: { counter: 'run' },
      });
    }
    for (const attempt of attempts('nobody')) {
      expect(await refusalOf(attempt)).toEqual({
        code: 'counter.unknown',
        message: 'There is no counter "nobody", so nothing can be taken from it.',
        next_step: 'Open the counter with its limits first.',
        data: { counter: 'nobody' },
      });
    }
    expect(await refusalOf(counters.open('k6', 'run', { tokens: 1 }))).toEqual({
      code: 'counter.exists',
      message: 'The name "run" is taken; a counter is opened once.',
      next_step: 'Use the counter as it is, or open one under another name.',
      data: { counter: 'run' },
    });
  });

  it('is raised for a reason and never lowered', verifies('KEL-COUNTER-07'), async () => {
    const { counters, state } = await bench({ tokens: 100 });
    await counters.reserve('a', 'run', 'r1', { tokens: 90 });
    expect(await counters.raise('b', 'run', { tokens: 150, calls: 2 }, 'a person allowed more')).toEqual({
      limits: { tokens: 150, calls: 2 },
      reason: 'a person allowed more',
    });
    expect(await state('run')).toEqual({
      limits: { tokens: 150, calls: 2 },
      spent: { tokens: 0, calls: 0 },
      reserved: { tokens: 90, calls: 0 },
      reservations: { r1: { tokens: 90 } },
      is_closed: false,
      operations: 3,
    });
    await counters.raise('c', 'run', { tokens: 150 }, 'x'.repeat(REASON_CHARS_MAX));
    expect(await refusalOf(counters.raise('d', 'run', { tokens: 149, calls: 1 }, 'less'))).toEqual({
      code: 'counter.invalid',
      message: 'The counter "run" was not changed: a raise would lower calls, tokens.',
      next_step: 'Name only limits that grow; a lower limit needs a new counter.',
      data: { counter: 'run', detail: 'a raise would lower calls, tokens' },
    });
    for (const reason of ['', 'x'.repeat(REASON_CHARS_MAX + 1)]) {
      expect(await refusalOf(counters.raise('e', 'run', { tokens: 151 }, reason))).toMatchObject({
        code: 'counter.invalid',
        next_step: 'Say in a few words who allowed it and why.',
      });
    }
  });

  it('refuses amounts that cannot be counted and names that cannot be kept', verifies('KEL-COUNTER-07', 'KEL-COUNTER-08', 'KEL-COUNTER-10'), async () => {
    const { counters, streams } = await bench({ tokens: 100 });
    const units = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`unit_${at}`, 1]));
    for (const amounts of [{ tokens: -1 }, { tokens: 0.5 }, { tokens: MAX + 1 }, { Tokens: 1 }, {}, units(33)]) {
      const attempts = [counters.reserve('a', 'run', 'r1', amounts), counters.open('b', 'other', amounts), counters.raise('c', 'run', amounts, 'more')];
      for (const attempt of attempts) {
        expect(await refusalOf(attempt)).toMatchObject({ code: 'counter.invalid', next_step: 'State every amount as a whole number, money in millionths.' });
      }
    }
    expect((await refusalOf(counters.raise('c', 'run', units(32), 'more'))).code).toBe('counter.invalid');
    for (const counter of ['../run', 'a/b', '', 'x'.repeat(129)]) {
      expect(await refusalOf(counters.open('d', counter, { tokens: 1 }))).toMatchObject({
        code: 'counter.invalid',
        next_step: 'Use letters, digits, dot, dash, colon or underscore, at most 128.',
        data: { counter: counter.slice(0, 128), detail: 'this cannot name a counter' },
      });
    }
    for (const id of ['', 'a b', 'child/run', 'x'.repeat(513)]) {
      expect(await refusalOf(counters.reserve('e', 'run', id, { tokens: 1 }))).toMatchObject({
        code: 'counter.invalid',
        next_step: 'Use another id; a reservation under "child/" is settled by closing that child.',
        data: { counter: 'run', detail: 'this cannot name a reservation' },
      });
    }
    expect(await streams()).toEqual(['counter/run counter.opened']);
    await counters.open('f', 'wide', units(32));
  });

  it('never counts beyond what a number holds exactly', verifies('KEL-COUNTER-03', 'KEL-COUNTER-08', 'KEL-COUNTER-11'), async () => {
    const { counters, state } = await bench({ tokens: MAX });
    const most = Math.floor(MAX / 2);
    await counters.reserve('a', 'run', 'r1', { tokens: most });
    await counters.reserve('b', 'run', 'r2', { tokens: most });
    expect(await counters.commit('c', 'run', 'r1', { tokens: MAX })).toMatchObject({ charged: { tokens: MAX - most }, disbelieved: ['tokens'] });
    expect(await counters.commit('d', 'run', 'r2', { tokens: MAX })).toMatchObject({ charged: { tokens: most }, disbelieved: ['tokens'] });
    expect(await state('run')).toMatchObject({ spent: { tokens: MAX }, reserved: { tokens: 0 } });
  });

  it('cannot take more from its children than a number holds exactly', verifies('KEL-COUNTER-08', 'KEL-COUNTER-11'), async () => {
    const { counters, state } = await bench({ tokens: 10 });
    await counters.reserve('other', 'run', 'r', { tokens: 3 });
    for (const [child, used] of [['one', MAX - 4], ['two', 2]] as const) {
      await counters.open(`open-${child}`, child, { tokens: 0 }, { parent: 'run' });
      await counters.reserve(`reserve-${child}`, child, 'r', { tokens: 0 });
      await counters.commit(`commit-${child}`, child, 'r', { tokens: used });
    }
    await counters.close('close-one', 'one', { parent: 'run' });
    expect(await state('run')).toMatchObject({ spent: { tokens: MAX - 4 }, reserved: { tokens: 3 } });
    expect(await refusalOf(counters.close('close-two', 'two', { parent: 'run' }))).toEqual({
      code: 'counter.invalid',
      message: 'The counter "run" was not changed: the sum is too large to be counted exactly.',
      next_step: 'Close this counter and count on in a new one, or use a larger unit.',
      data: { counter: 'run', detail: 'the sum is too large to be counted exactly' },
    });
  });

  it('keeps a bounded number of reservations open', verifies('KEL-COUNTER-01'), async () => {
    const { counters } = await bench({ tokens: 100 });
    for (let at = 0; at < COUNTER_RESERVATIONS_MAX; at += 1) await counters.reserve(`k${at}`, 'run', `r${at}`, { tokens: 0 });
    expect(await refusalOf(counters.reserve('one-more', 'run', 'r', { tokens: 0 }))).toMatchObject({
      code: 'counter.invalid',
      next_step: 'Settle some of them first, or carve a child counter for this work.',
    });
  });
});
