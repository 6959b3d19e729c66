/** Tells listeners that something may have been committed: here, which is known at once, or elsewhere, which is looked for. */
export interface CommitSignal {
  /** With the last position of what was committed here; without where it may have been elsewhere. */
  readonly notify: (upTo?: number) => void;
  readonly listen: (listener: (upTo?: number) => void) => () => void;
  /** From now on a change of this number means a commit. */
  follow(version: () => number): void;
  stop(): void;
}

export function createCommitSignal(pollMs: number): CommitSignal {
  const listeners = new Set<(upTo?: number) => void>();
  let timer: NodeJS.Timeout | undefined;
  let version: (() => number) | undefined;
  let seen: number | undefined;

  const notify = (upTo?: number): void => {
    for (const listener of listeners) listener(upTo);
  };
  const poll = (): void => {
    const now = versionNow();
    if (now !== seen) notify();
    seen = now;
  };
  /** A moment when the number cannot be read is no commit; the next look comes soon. */
  const versionNow = (): number | undefined => {
    try {
      return version?.();
    } catch {
      return seen;
    }
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    notify,
    listen(listener) {
      listeners.add(listener);
      if (timer === undefined) {
        seen = versionNow();
        timer = setInterval(poll, pollMs);
        timer.unref();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    follow: (of) => void (version = of),
    stop,
  };
}
