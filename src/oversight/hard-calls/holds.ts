import type { HardRevisionCall } from '../../contracts/index.ts';
import { isHeldBy } from './is-held-by.ts';

type Question = Pick<HardRevisionCall, 'pending_policy'>;

/** What stands still in a run while its questions wait for answers. */
export interface Holds {
  /** Holds what the question declares for as long as its answer is waited for. */
  during<Answer>(question: Question, wait: () => Promise<Answer>): Promise<Answer>;
  /** Resolves when no pending question holds this part of the run, or when it is stopped: the next step hears of that by itself. */
  untilFree(ref: string, signal: AbortSignal): Promise<void>;
}

/**
 * One for each run at work. Whoever asks is in the middle of a step and is held by nothing; whoever works beside them comes
 * to the end of a step and waits there, so that nothing is done meanwhile which the answer may make wrong. The time of the
 * run stands still too.
 */
export function createHolds(): Holds {
  const pending = new Set<{ readonly question: Question; readonly over: Promise<void> }>();
  return {
    async during(question, wait) {
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const held = { question, over };
      pending.add(held);
      try {
        return await wait();
      } finally {
        pending.delete(held);
        resolve();
      }
    },
    async untilFree(ref, signal) {
      for (;;) {
        const holding = [...pending].find(({ question }) => isHeldBy(question, ref));
        if (holding === undefined || signal.aborted) return;
        await overOrStopped(holding.over, signal);
      }
    },
  };
}

async function overOrStopped(over: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([over, stopped]).finally(() => signal.removeEventListener('abort', stop));
}
