/** How much may be asked in a row, and how much in a second after that. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** More than the pages and programs of one person ask for, also where they ask models through here; what is beyond it is a mistake in a loop. */
export const CALLER_RATE: Rate = { burst: 2_000, perSecond: 1_000 };
/** Whoever guesses tokens gets tired. */
export const STRANGER_RATE: Rate = { burst: 20, perSecond: 2 };

/** Counts one caller's requests. Time is told by the caller of `take`, in milliseconds. */
export function createRate({ burst, perSecond }: Rate): { take(now: number): boolean } {
  let left = burst;
  let last = 0;
  return {
    take(now) {
      left = Math.min(burst, left + (Math.max(0, now - last) * perSecond) / 1_000);
      last = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
