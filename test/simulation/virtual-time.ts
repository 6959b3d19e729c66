import type { Clock } from '../../src/kernel/index.ts';
import type { StoreTime, Timer } from '../../src/ledger/index.ts';

/** Time that passes only when nothing else can happen: then it goes on to what is due next. */
export interface VirtualTime {
  readonly clock: Clock;
  readonly timer: Timer;
  storeTime(): StoreTime;
  /** Resolves after so long, or when the signal is raised. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets the world go on until this is done; `stuck` when nothing is due and it is not, or its time is over. */
  until<Result>(work: Promise<Result>, withinMs?: number): Promise<Result | 'stuck'>;
  /** Whatever was due is forgotten: a process died. */
  forget(owner: object): void;
  /** A timer whose waits end with its owner. */
  timerOf(owner: object): Timer;
}

const START_MS = 1_800_000_000_000;
/** A world in which so much happens at once never comes to an end. */
const TURNS_MAX = 200_000;

interface Due {
  readonly atMs: number;
  readonly number: number;
  readonly owner: object;
  run(): void;
}

export function virtualTime(): VirtualTime {
  let nowMs = 0;
  let numbered = 0;
  const due = new Map<number, Due>();
  const nobody = {};
  const timerOf = (owner: object): Timer => ({
    after(delayMs, run) {
      numbered += 1;
      const number = numbered;
      due.set(number, { atMs: nowMs + Math.max(0, delayMs), number, owner, run });
      return () => void due.delete(number);
    },
  });
  const timer = timerOf(nobody);
  const next = (): Due | undefined => {
    let first: Due | undefined;
    for (const one of due.values()) if (first === undefined || one.atMs < first.atMs || (one.atMs === first.atMs && one.number < first.number)) first = one;
    return first;
  };
  return {
    clock: { nowMs: () => START_MS + nowMs, monotonicMs: () => nowMs },
    timer,
    timerOf,
    storeTime: () => ({ epoch: 'boot-1', monotonicMs: nowMs, wallMs: START_MS + nowMs }),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const done = (): void => {
          callOff();
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const callOff = timer.after(ms, done);
        signal?.addEventListener('abort', done, { once: true });
      }),
    async until(work, withinMs = Number.POSITIVE_INFINITY) {
      let isDone = false;
      void work.then(
        () => (isDone = true),
        () => (isDone = true),
      );
      for (let turn = 0; turn < TURNS_MAX; turn += 1) {
        // Nothing here waits for the machine, so after one turn of the event loop everything that could happen has happened.
        await new Promise((resolve) => void setImmediate(resolve));
        if (isDone) return work;
        const first = next();
        if (first === undefined || first.atMs > withinMs) return 'stuck';
        due.delete(first.number);
        nowMs = Math.max(nowMs, first.atMs);
        first.run();
      }
      throw new Error('the world goes on for ever');
    },
    forget(owner) {
      for (const one of due.values()) if (one.owner === owner) due.delete(one.number);
    },
  };
}
