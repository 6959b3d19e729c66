import { hasCode } from '../kernel/index.ts';
import { LEASE_POLL_MS, LEASE_TTL_MS, type Timer } from '../ledger/index.ts';

/** The lease, and a moment for the clocks of two processes. */
const WAIT_MS_MAX = LEASE_TTL_MS + 2_000;

/** A process that was killed seems at work until its lease runs out. Whoever goes on with its run waits for that, and no longer. */
export async function whenFree<Result>(work: () => Promise<Result>, { timer, signal }: { readonly timer: Timer; readonly signal: AbortSignal }): Promise<Result> {
  for (let waitedMs = 0; ; waitedMs += LEASE_POLL_MS) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'lease.held') || waitedMs >= WAIT_MS_MAX || signal.aborted) throw error;
    }
    await pause(LEASE_POLL_MS, timer, signal);
  }
}

export function pause(durationMs: number, timer: Timer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = timer.after(durationMs, resolve);
    signal.addEventListener('abort', () => resolve(stop()), { once: true });
  });
}
