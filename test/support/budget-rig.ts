import { CounterState, documentKey, type CounterAmounts, type ResourceBudget, type RunId, type StreamId } from '../../src/contracts/index.ts';
import { createIds, fixedClock, seededRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, counterDocument, createBlobs, createCounters, createDocuments, createLeases, type HeldLease } from '../../src/ledger/index.ts';
import { runSettings } from '../../src/mother/budgets/budget-settings.ts';
import { runCounterLimits } from '../../src/mother/budgets/budget-units.ts';
import { openRunBudget, type RunBudget } from '../../src/mother/budgets/run-budget.ts';
import { startRun } from '../../src/mother/run-life.ts';
import { logOver } from '../contract-suites/ledger-samples.ts';
import { manualTimer } from './journal-fixture.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';

export const DAY = { userId: 'ada', date: '2027-01-15' } as const;
export const DAY_COUNTER = documentKey.userDailyBudget(DAY.userId, DAY.date);

/** Runs with counters over a ledger in memory, and a clock that stands until a test moves it. */
export async function budgetRig() {
  const { store, time } = await ledgerInMemory();
  const { log, writer } = logOver(store, BUILTIN_SETUP);
  const clock = fixedClock(1_800_000_000_000);
  const random = seededRandom(1);
  const ids = createIds({ clock, random });
  const ledger = { log, blobs: createBlobs(store), documents: createDocuments(store, BUILTIN_SETUP.projections), store };
  const leases = createLeases({ transact: store.transact.bind(store), pause: (_durationMs, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())) });
  const timer = manualTimer();
  const counters = createCounters(writer);
  const ports = { ledger, writer, owner: writer, leases, clock, ids, random, timer };
  let runs = 0;
  let opened = 0;
  return {
    ...ports,
    time,
    counters,
    state: async (counter: StreamId): Promise<CounterState> => CounterState.parse((await ledger.documents.get(counterDocument(counter)))?.body),
    document: async (key: string): Promise<unknown> => (await ledger.documents.get(key))?.body,
    told: async (type: string) => (await log.readAll({ limit: 1_000 })).flatMap(({ event }) => (event.type === type ? [event.payload] : [])),
    start: (limits: Partial<ResourceBudget['per_run']> = {}): Promise<RunId> => startRun({ key: `run-${(runs += 1)}`, userId: DAY.userId, request: 'tidy up', limits: runCounterLimits({ ...runSettings().budget.per_run, ...limits }) }, ports),
    held: (runId: RunId): Promise<HeldLease> => leases.acquire(`run:${runId}`, runId, { ttlMs: 60_000 }),
    /** As a process that goes on with the run; another one each time. */
    async open(runId: RunId, day: CounterAmounts = { runs: 50, cloud_calls: 200, tokens: 2_000_000 }): Promise<RunBudget> {
      opened += 1;
      if ((await ledger.documents.get(counterDocument(DAY_COUNTER))) === undefined) await counters.open('day', DAY_COUNTER, day);
      return openRunBudget({ runId, clock, timer, ledger, writer, held: { token: opened }, day: DAY, phases: runSettings().phases, contextTokens: 32_000 });
    },
  };
}
