import type { Clock } from '../kernel/index.ts';
import type { Timer } from '../ledger/index.ts';

/** The platform's timers count no further; a longer wait is taken in parts. */
const WAIT_MS_MAX = 2 ** 31 - 1;

export interface LapsePorts {
  readonly clock: Clock;
  readonly timer: Timer;
}

/** Records the end of a wait when its time has come. `failed` only ever rejects: when that could not be recorded. */
export function lapseInTime(atMs: number, lapse: () => Promise<void>, { clock, timer }: LapsePorts): { readonly failed: Promise<never>; callOff(): void } {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Whoever waits may have gone before it fails; that is no defect.
  failed.catch(() => undefined);
  let callOff = (): void => undefined;
  const look = (): void => {
    const leftMs = atMs - clock.nowMs();
    // Also one that waits for ever has a timer: it keeps a process alive that has nothing else to do.
    if (leftMs > 0) callOff = timer.after(Math.min(leftMs, WAIT_MS_MAX), look);
    else lapse().catch(reject);
  };
  look();
  return { failed, callOff: () => callOff() };
}
