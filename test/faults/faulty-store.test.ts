import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCode } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, bringUpToDate, createDecider, createMemoryStore, rulesOf, type LedgerSetup, type LedgerStore, type StoreTime } from '../../src/ledger/index.ts';
import { counterDocument } from '../../src/ledger/counters/counter-projection.ts';
import { createCounters } from '../../src/ledger/counters/counters.ts';
import { allEntries, logFaults, logOver, message } from '../contract-suites/ledger-samples.ts';
import { ledgerStoreSuite } from '../contract-suites/ledger-store.ts';
import { verifies } from '../requirements/verifies.ts';
import { createFaultyStore, type FaultRates, type FaultyStore } from '../support/faulty-store.ts';

const RATES: FaultRates = { refused: 0.2, ambiguous: 0.2, unanswered: 0.2, late: 0.2 };
/** At six failures in ten, nobody needs more than this. */
const ATTEMPTS_MAX = 100;

const time = (): StoreTime => ({ epoch: 'boot', monotonicMs: 1_000, wallMs: 1_800_000_000_000 });

function memoryStore(setup: LedgerSetup = BUILTIN_SETUP): LedgerStore {
  return createMemoryStore({ decider: createDecider(setup), time });
}

async function openFaulty(seed: number, rates: Partial<FaultRates> = RATES): Promise<{ inner: LedgerStore; faulty: FaultyStore }> {
  const inner = memoryStore();
  await bringUpToDate({ store: inner, catalogue: rulesOf(BUILTIN_SETUP).catalogue, projections: BUILTIN_SETUP.projections });
  return { inner, faulty: createFaultyStore(inner, seed, rates) };
}

/** What every caller is told to do: repeat with the same key until there is an answer. */
async function insist<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!hasCode(error, 'ledger.storage_failed') || made === ATTEMPTS_MAX) throw error;
    }
  }
}

ledgerStoreSuite({
  name: 'memory whose answers come out of order',
  lasts: false,
  histories: 50,
  createPlace: async () => ({
    open: async (setupModule) => createFaultyStore(memoryStore(((await import(setupModule)) as { setup: LedgerSetup }).setup), 7, { late: 0.7 }),
    remove: async () => {},
  }),
});

describe('a store that fails', () => {
  it('keeps every acknowledged append once, however often it was repeated by its key', verifies('KEL-FAULT-01'), async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), fc.integer({ min: 1, max: 30 }), async (seed, count) => {
        const { inner, faulty } = await openFaulty(seed);
        const { writer } = logOver(faulty, BUILTIN_SETUP);
        const keys = Array.from({ length: count }, (_, at) => `k${at}`);
        const acknowledged = await Promise.all(keys.map((key) => insist(() => writer.append({ key, events: [message('s1', key), message('s2', key)] }))));
        const rows = await allEntries(inner);
        expect(logFaults(rows)).toEqual([]);
        expect(rows.length).toBe(2 * count);
        expect(rows.flatMap(({ append }) => append?.key ?? []).sort()).toEqual([...keys].sort());
        for (const { events } of acknowledged) for (const { position, stream, sequence } of events) expect(rows[position - 1]).toMatchObject({ stream, sequence });
      }),
      { numRuns: 60 },
    );
  });

  it('gives up an append that was never acknowledged whole or not at all', verifies('KEL-FAULT-01'), async () => {
    const { inner, faulty } = await openFaulty(11, { refused: 0.3, unanswered: 0.3 });
    const { writer } = logOver(faulty, BUILTIN_SETUP);
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, at) => writer.append({ key: `k${at}`, events: [message('s1', 'a'), message('s1', 'b'), message('s1', 'c')] })));
    const written = await Promise.all(outcomes.map(async (_, at) => (await inner.appended(`k${at}`)).length));
    const acknowledged = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(new Set(written)).toEqual(new Set([0, 3]));
    expect(outcomes.every(({ status }, at) => status === 'rejected' || written[at] === 3)).toBe(true);
    expect(written.filter((count) => count === 3).length).toBe(acknowledged + faulty.injected.unanswered);
    expect(outcomes.length - acknowledged).toBe(faulty.injected.unanswered + faulty.injected.refused);
  });

  it('answers what it was in doubt about by the key, whether it had been written or not', verifies('KEL-FAULT-02'), async () => {
    const { inner, faulty } = await openFaulty(3, { ambiguous: 1 });
    const { writer } = logOver(faulty, BUILTIN_SETUP);
    const answers = [];
    for (let at = 0; at < 40; at += 1) answers.push(await writer.append({ key: `k${at}`, events: [message('s1', 'x')] }));
    expect(answers.map(({ events }) => events[0]?.position)).toEqual(answers.map((_, at) => at + 1));
    expect(new Set(answers.map(({ isReplay }) => isReplay))).toEqual(new Set([true, false]));
    expect([faulty.injected, logFaults(await allEntries(inner))]).toEqual([{ refused: 0, ambiguous: 40, unanswered: 0, late: 0 }, []]);
  });

  it('cannot answer a doubt about what had no key', verifies('KEL-FAULT-02'), async () => {
    const { faulty } = await openFaulty(3, { ambiguous: 1 });
    const advance = faulty.transact({ append: null, fences: [], expected: [], events: [], operations: [{ kind: 'cursor.advance', name: 'reader', position: 0 }] });
    await expect(advance).rejects.toMatchObject({ code: 'ledger.storage_failed', data: { detail: 'without a key nobody can tell whether it was written' } });
  });

  it('never charges a counter twice for what was committed once', verifies('KEL-FAULT-01'), async () => {
    const { inner, faulty } = await openFaulty(23);
    const { writer } = logOver(faulty, BUILTIN_SETUP);
    const counters = createCounters(writer);
    await insist(() => counters.open('open', 'budget', { tokens: 1_000 }));
    const spend = async (at: number): Promise<void> => {
      await insist(() => counters.reserve(`reserve-${at}`, 'budget', `r${at}`, { tokens: 10 }));
      await insist(() => counters.commit(`commit-${at}`, 'budget', `r${at}`, { tokens: 7 }));
    };
    await Promise.all(Array.from({ length: 40 }, (_, at) => spend(at)));
    const body = (await inner.record({ space: 'document', key: counterDocument('budget') }))?.body;
    expect(body).toMatchObject({ limits: { tokens: 1_000 }, spent: { tokens: 280 }, reserved: { tokens: 0 }, reservations: {} });
  });

  it('does the same again for the same seed', async () => {
    const once = async (): Promise<unknown> => {
      const { inner, faulty } = await openFaulty(5);
      const { writer } = logOver(faulty, BUILTIN_SETUP);
      for (let at = 0; at < 40; at += 1) await insist(() => writer.append({ key: `k${at}`, events: [message('s1', 'x')] }));
      return { injected: faulty.injected, length: (await inner.head()).position };
    };
    const first = await once();
    expect(await once()).toEqual(first);
    expect(first).toMatchObject({ length: 40 });
  });
});
