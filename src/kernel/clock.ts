import type { Timestamp } from '../contracts/index.ts';
import { invariant } from './errors.ts';

/** The only way to learn the time. Wall time may step back; monotonic time never does. */
export interface Clock {
  /** Milliseconds since 1970 in UTC, as people and stored records count them. */
  nowMs(): number;
  /** Milliseconds from an arbitrary origin, for durations and time limits. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

let lastMs = Number.NaN;
let lastText = '';

/** The wall time in the one spelling that is stored. Within a millisecond it is asked for many times, and written out once. */
export function timestamp(clock: Clock): Timestamp {
  const nowMs = clock.nowMs();
  if (nowMs !== lastMs) {
    lastText = new Date(nowMs).toISOString();
    lastMs = nowMs;
  }
  return lastText;
}

/** A clock that stands still until it is told otherwise. */
export interface FixedClock extends Clock {
  advance(byMs: number): void;
}

/** For tests, simulation and replay: both times move together, and only by `advance`. */
export function fixedClock(startMs: number): FixedClock {
  let elapsedMs = 0;
  return {
    nowMs: () => startMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    advance(byMs) {
      invariant(byMs >= 0, 'a fixed clock only moves forward');
      elapsedMs += byMs;
    },
  };
}
