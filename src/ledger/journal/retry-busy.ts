import { hasCode } from '../../kernel/index.ts';
import type { Timer } from './ports.ts';

/** The store has already waited its own time for the lock by then; what is in hand is worth a few more. */
const BUSY_TRIES_MAX = 5;
const BUSY_PAUSE_MS = 1_000;

/** Tries again while the store says that it is only busy, or that its counters are just being counted anew. */
export async function retryBusy<Result>(timer: Timer, action: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await action();
    } catch (error) {
      const passes = hasCode(error, 'ledger.busy') || hasCode(error, 'ledger.projection_stale');
      if (!passes || tries === BUSY_TRIES_MAX) throw error;
    }
    await new Promise<void>((resolve) => void timer.after(BUSY_PAUSE_MS, resolve));
  }
}
