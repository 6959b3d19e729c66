import { BUILTIN_SETUP, bringUpToDate, createDecider, createMemoryStore, rulesOf, type LedgerStore, type LogWriter, type StoreTime } from '../../src/ledger/index.ts';
import type { ErrorBody } from '../../src/contracts/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import { logOver } from '../contract-suites/ledger-samples.ts';

/** Time that a test moves: forward, by a step of the wall clock alone, or across a restart of the machine. */
export interface MovableTime {
  now(): StoreTime;
  pass(durationMs: number): void;
  stepWall(byMs: number): void;
  restart(): void;
}

export const WALL_START_MS = 1_800_000_000_000;

export function movableTime(): MovableTime {
  let time: StoreTime = { epoch: 'boot-1', monotonicMs: 1_000, wallMs: WALL_START_MS };
  let boots = 1;
  return {
    now: () => time,
    pass(durationMs) {
      time = { ...time, monotonicMs: time.monotonicMs + durationMs, wallMs: time.wallMs + durationMs };
    },
    stepWall(byMs) {
      time = { ...time, wallMs: time.wallMs + byMs };
    },
    restart() {
      boots += 1;
      // Monotonic time begins again at a restart, so it may well read less than before.
      time = { ...time, epoch: `boot-${boots}`, monotonicMs: 1 };
    },
  };
}

export interface LedgerInMemory {
  readonly store: LedgerStore;
  readonly writer: LogWriter;
  readonly time: MovableTime;
}

export async function ledgerInMemory(setup = BUILTIN_SETUP): Promise<LedgerInMemory> {
  const time = movableTime();
  const store = createMemoryStore({ decider: createDecider(setup), time: time.now });
  await bringUpToDate({ store, catalogue: rulesOf(setup).catalogue, projections: setup.projections });
  return { store, writer: logOver(store, setup).writer, time };
}

/** The refusal that a call ends with, whole; a call that succeeds, or breaks in another way, fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<ErrorBody> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof KeelsonError) return outcome.error.toBody();
  throw new Error(`expected a refusal, got ${JSON.stringify(outcome)} ${'error' in outcome ? String(outcome.error) : ''}`);
}
