/** Lets one after the other do what must not be done at the same time, in the order in which they came. */
export interface Turns {
  /** Rejects with the reason of the signal when that comes before the turn does. */
  take<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value>;
}

export function createTurns(): Turns {
  let tail: Promise<void> = Promise.resolve();
  return {
    async take(work, signal) {
      const { promise: over, resolve: leave } = Promise.withResolvers<void>();
      const before = tail;
      tail = before.then(() => over);
      try {
        await untilEither(before, signal);
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function untilEither(before: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    void before.then(resolve).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
