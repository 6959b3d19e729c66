import type { RateLimit } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';

const UNIT_MS: Readonly<Record<string, number>> = { sec: 1_000, min: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Counts uses in the last unit of time, for each name apart. Each process counts for itself. */
export interface RateLimiter {
  /** Takes one use; false, and nothing is taken, when the limit is reached. */
  take(name: string, limit: RateLimit): boolean;
}

export function createRateLimiter(clock: Pick<Clock, 'monotonicMs'>): RateLimiter {
  const uses = new Map<string, number[]>();
  return {
    take(name, limit) {
      const [count = '', unit = ''] = limit.split('/');
      const nowMs = clock.monotonicMs();
      const since = nowMs - (UNIT_MS[unit] ?? 0);
      const recent = (uses.get(name) ?? []).filter((usedMs) => usedMs > since);
      const isFree = recent.length < Number(count);
      if (isFree) recent.push(nowMs);
      uses.set(name, recent);
      return isFree;
    },
  };
}
