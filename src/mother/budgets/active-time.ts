import type { Clock } from '../../kernel/index.ts';

/** How long a run has worked, waiting for people left out. */
export interface ActiveTime {
  ms(): number;
  /** The same without what others worked for it. */
  ownMs(): number;
  /** Adds what others worked for this run while it waited for them. */
  add(workedMs: number): void;
  /** Time stands still while a person is waited for; several waits at once stop it once. */
  whileWaiting<Result>(wait: () => Promise<Result>): Promise<Result>;
}

export function startActiveTime(clock: Clock, msBefore: number): ActiveTime {
  let waits = 0;
  let waitedMs = 0;
  let waitingSince = 0;
  let addedMs = 0;
  const begunMs = clock.monotonicMs();
  const ownMs = (): number => {
    const now = clock.monotonicMs();
    return msBefore + (now - begunMs) - waitedMs - (waits === 0 ? 0 : now - waitingSince);
  };
  return {
    ms: () => ownMs() + addedMs,
    ownMs,
    add: (workedMs) => void (addedMs += workedMs),
    async whileWaiting(wait) {
      if (waits === 0) waitingSince = clock.monotonicMs();
      waits += 1;
      try {
        return await wait();
      } finally {
        waits -= 1;
        if (waits === 0) waitedMs += clock.monotonicMs() - waitingSince;
      }
    },
  };
}
