import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { journalFixture } from '../../../test/support/journal-fixture.ts';
import { documentKey } from '../../contracts/index.ts';
import { createIds, seededRandom, timestamp } from '../../kernel/index.ts';
import { BUILTIN_SETUP, createDocuments } from '../../ledger/index.ts';
import { readStanding, type CounterStanding } from './counter-reading.ts';
import { createDayPurse, type DayPurse } from './day-purse.ts';

interface Till {
  readonly purse: DayPurse;
  open(): DayPurse;
  standing(): Promise<CounterStanding | undefined>;
}

async function till(tokens: number): Promise<Till> {
  const { writer, clock, store } = await journalFixture();
  const ledger = { documents: createDocuments(store, BUILTIN_SETUP.projections) };
  const ids = createIds({ clock, random: seededRandom(1) });
  const open = (): DayPurse => createDayPurse({ userId: 'owner', limits: { max_runs: 10, max_cloud_calls: 100, max_total_tokens: tokens }, ledger, writer, clock, ids });
  return { purse: open(), open, standing: () => readStanding(documentKey.userDailyBudget('owner', timestamp(clock).slice(0, 10)), ledger) };
}

describe('a purse', () => {
  it('has set aside in the log whatever a call may cost before the call, and charges what it did cost', verifies('KEL-RESP-09'), async () => {
    const { purse, standing } = await till(100_000);
    const held = await purse.take({ tokens: 1_000, cost_microusd: 5, cloud_calls: 1 });
    expect((await standing())?.reserved['tokens']).toBeGreaterThanOrEqual(1_000);
    held.settle({ tokens: 300, cost_microusd: 1, cloud_calls: 1 });
    // Settled a second time, it counts once.
    held.settle({ tokens: 300 });
    const other = await purse.take({ tokens: 1_000 });
    other.settle({ tokens: 50 });
    await purse.close();
    expect(await standing()).toMatchObject({ spent: { tokens: 350, cloud_calls: 1 }, reserved: { tokens: 0, cloud_calls: 0 } });
  });

  it('gives no more than the day has, and goes on giving what is left', verifies('KEL-RESP-09'), async () => {
    const { purse, standing } = await till(2_500);
    const first = await purse.take({ tokens: 1_000 });
    const second = await purse.take({ tokens: 1_000 });
    await expect(purse.take({ tokens: 1_000 })).rejects.toMatchObject({ code: 'counter.exhausted' });
    first.settle({ tokens: 100 });
    second.settle({ tokens: 100 });
    (await purse.take({ tokens: 2_000 })).settle({ tokens: 2_000 });
    await purse.close();
    expect((await standing())?.spent['tokens']).toBe(2_200);
  });

  it('leaves taken what a process had set aside that is gone', verifies('KEL-RESP-09'), async () => {
    const { purse, open, standing } = await till(100_000);
    await purse.take({ tokens: 1_000 });
    const before = (await standing())?.reserved['tokens'] ?? 0;
    const next = open();
    (await next.take({ tokens: 1_000 })).settle({ tokens: 10 });
    await next.close();
    expect(await standing()).toMatchObject({ spent: { tokens: 10 } });
    expect((await standing())?.reserved['tokens']).toBeGreaterThanOrEqual(before);
  });

  it('pays many calls side by side, each once', verifies('KEL-RESP-09'), async () => {
    const { purse, standing } = await till(1_000_000);
    const calls = Array.from({ length: 40 }, async () => (await purse.take({ tokens: 1_000, cloud_calls: 1 })).settle({ tokens: 70, cloud_calls: 1 }));
    await Promise.all(calls);
    await purse.close();
    expect(await standing()).toMatchObject({ spent: { tokens: 40 * 70, cloud_calls: 40 }, reserved: { tokens: 0 } });
  });
});
