import type { LogEntry, Name, Sha256 } from '../../contracts/index.ts';
import { createIds, fixedClock, hasCode, seededRandom, type FixedClock, type Ids, type Random } from '../../kernel/index.ts';
import { bringUpToDate, BUILTIN_SETUP, createDecider, createLeases, createMemoryStore, openLedger, rulesOf, type Leases, type Ledger, type LedgerStore, type LogWriter, type Timer } from '../../ledger/index.ts';
import type { SourceRun } from './source-run.ts';

/** A ledger in memory in which a run is gone through again. It is gone with the process, and nothing else is written. */
export interface Scratch {
  readonly ledger: Ledger;
  readonly leases: Leases;
  readonly clock: FixedClock;
  readonly ids: Ids;
  readonly random: Random;
  readonly timer: Timer;
  writerOf(actor: Name): LogWriter;
  /** Brings contents over that events are about to refer to. */
  bring(blobs: readonly Sha256[]): Promise<void>;
}

/** No time passes by itself: whatever waited in the run has its end in the record. */
const NO_TIMER: Timer = { after: () => () => undefined };
/** Ids of a replay must not meet those of the run, also where that one was seeded. */
const SCRATCH_SEED = 719_304;

export async function openScratch({ start }: SourceRun, source: Pick<Ledger, 'blobs' | 'store'>): Promise<Scratch> {
  const [first] = start.entries as readonly [LogEntry];
  const clock = fixedClock(Date.parse(first.event.recorded_at));
  const random = seededRandom(SCRATCH_SEED);
  const ids = createIds({ clock, random });
  // Leases are held for as long as the replay takes, so the time of the store stands still.
  const time = { epoch: 'replay', monotonicMs: 0, wallMs: clock.nowMs() };
  const memory = createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: () => time });
  const store: LedgerStore = { ...memory, blob: async (sha256) => (await memory.blob(sha256)) ?? source.store.blob(sha256) };
  await bringUpToDate({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, projections: BUILTIN_SETUP.projections });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  return {
    ledger,
    clock,
    ids,
    random,
    timer: NO_TIMER,
    leases: createLeases({ transact: store.transact.bind(store), pause: untilStopped }),
    writerOf: (actor) => ledger.log.writerFor({ actor, governance: first.event.governance }),
    async bring(blobs) {
      for (const sha256 of blobs) {
        if ((await memory.blob(sha256)) !== undefined) continue;
        // What was erased cannot be brought; whoever needs it says so.
        await ledger.blobs.put(source.blobs.stream({ key: sha256 })).catch((error: unknown) => {
          if (!hasCode(error, 'blob.missing')) throw error;
        });
      }
    },
  };
}

function untilStopped(_durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}
