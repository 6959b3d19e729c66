export interface RefresherPorts {
  /** Asks once. Never rejects. */
  readonly load: () => Promise<void>;
  /** Calls back after so many milliseconds; what it gives back takes that back. */
  readonly later: (callback: () => void, ms: number) => () => void;
  readonly nowMs: () => number;
}

/** Asks again for what may have changed, never twice at once, and no oftener than the server bears. */
export interface Refresher {
  /** Something happened that matters: it is asked again soon. */
  news(): void;
  /** Somebody wants it now. */
  now(): void;
  stop(): void;
}

/** How long news is gathered before it is asked again: a run at work writes many entries a second. */
export const GATHER_MS = 150;
/** An answer that took long is waited for less often: most of the time the server is left to others. */
export const REST_RATIO = 3;

export function createRefresher({ load, later, nowMs }: RefresherPorts): Refresher {
  let isStopped = false;
  let isAsking = false;
  let isStale = false;
  let tookMs = 0;
  let takeBack: (() => void) | undefined;

  const ask = async (): Promise<void> => {
    takeBack?.();
    takeBack = undefined;
    isAsking = true;
    isStale = false;
    const begunMs = nowMs();
    await load();
    tookMs = nowMs() - begunMs;
    isAsking = false;
    // What came while it was asked may be missing in what was answered.
    if (isStale && !isStopped) news();
  };
  const news = (): void => {
    if (isStopped) return;
    if (isAsking) isStale = true;
    else takeBack ??= later(() => void ask(), Math.max(GATHER_MS, tookMs * REST_RATIO));
  };
  return {
    news,
    now() {
      if (isStopped) return;
      if (isAsking) isStale = true;
      else void ask();
    },
    stop() {
      isStopped = true;
      takeBack?.();
    },
  };
}
