import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyLimits } from '../../contracts/index.ts';
import { fixedClock, type FixedClock } from '../../kernel/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createKeyPool, KEY_REST_MS, type KeyGrant, type KeyPool } from './key-pool.ts';

function bench(keys: readonly string[], limits: KeyLimits): { pool: KeyPool<string>; clock: FixedClock } {
  const clock = fixedClock(0);
  return { pool: createKeyPool(keys, limits, clock), clock };
}
function granted(pool: KeyPool<string>, tokens = 1): KeyGrant<string> {
  const grant = pool.take(tokens);
  if (grant.kind !== 'granted') throw new Error(`expected a key, got ${JSON.stringify(grant)}`);
  return grant;
}
const told = (pool: KeyPool<string>, tokens = 1): unknown => {
  const answer = pool.take(tokens);
  return answer.kind === 'granted' ? answer.key : answer;
};

describe('a pool of keys', () => {
  it('gives each key its turn', verifies('KEL-ROUTING-08'), () => {
    const { pool } = bench(['a', 'b', 'c'], {});
    expect([told(pool), told(pool), told(pool), told(pool)]).toEqual(['a', 'b', 'c', 'a']);
  });

  it('holds requests to the limit of a minute and tells how long to wait', verifies('KEL-ROUTING-08'), () => {
    const { pool, clock } = bench(['a', 'b'], { requests_per_minute: 2 });
    expect([told(pool), told(pool)]).toEqual(['a', 'b']);
    clock.advance(10_000.5);
    expect([told(pool), told(pool), told(pool)]).toEqual(['a', 'b', { kind: 'wait', waitMs: 50_000 }]);
    clock.advance(49_999);
    expect(told(pool)).toEqual({ kind: 'wait', waitMs: 1 });
    clock.advance(1);
    expect([told(pool), told(pool), told(pool)]).toEqual(['a', 'b', { kind: 'wait', waitMs: 10_000 }]);
  });

  it('holds tokens to the limit, finds the key that has room, and waits for as many as must go', verifies('KEL-ROUTING-08'), () => {
    const { pool, clock } = bench(['a', 'b'], { tokens_per_minute: 100 });
    expect([told(pool, 90), told(pool, 40), told(pool, 60)]).toEqual(['a', 'b', 'b']);
    clock.advance(1_000);
    expect([told(pool, 10), told(pool, 11)]).toEqual(['a', { kind: 'wait', waitMs: 59_000 }]);
    expect(told(pool, 100)).toEqual({ kind: 'wait', waitMs: 59_000 });
    expect(told(pool, 101)).toEqual({ kind: 'too_small', tokensPerMinute: 100 });
  });

  it('counts what was asked until it is told what was used', verifies('KEL-ROUTING-08'), () => {
    const { pool } = bench(['a'], { tokens_per_minute: 100 });
    const grant = granted(pool, 80);
    expect(told(pool, 30)).toEqual({ kind: 'wait', waitMs: 60_000 });
    grant.settle(70);
    expect(told(pool, 30)).toBe('a');
    grant.settle(500);
    expect(told(pool, 1)).toEqual({ kind: 'wait', waitMs: 60_000 });
  });

  it('lets a refused key rest while the others go on', verifies('KEL-ROUTING-08'), () => {
    const { pool, clock } = bench(['a', 'b'], { requests_per_minute: 100 });
    const grant = granted(pool);
    grant.rest(30_000);
    grant.rest(20_000);
    expect([told(pool), told(pool)]).toEqual(['b', 'b']);
    const other = granted(pool);
    other.rest();
    expect(KEY_REST_MS).toBe(10_000);
    expect(told(pool)).toEqual({ kind: 'wait', waitMs: 10_000 });
    clock.advance(10_000);
    expect([told(pool), told(pool)]).toEqual(['b', 'b']);
    clock.advance(20_000);
    expect(told(pool)).toBe('a');
  });

  it('is never empty', verifies('KEL-ROUTING-08'), () => {
    expect(() => bench([], {})).toThrow('a pool holds at least one key');
  });

  it('never exceeds a limit in any minute, and its waits are true', verifies('KEL-ROUTING-08'), () => {
    const step = fc.record({ tokens: fc.integer({ min: 0, max: 120 }), pauseMs: fc.integer({ min: 0, max: 20_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }), isRefused: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 120, max: 300 }), fc.array(step, { maxLength: 60 }), (count, requestsMax, tokensMax, steps) => {
        const { pool, clock } = bench(Array.from({ length: count }, (_, index) => `k${index}`), { requests_per_minute: requestsMax, tokens_per_minute: tokensMax });
        const uses: { key: string; atMs: number; tokens: number }[] = [];
        for (const { tokens, pauseMs, share, isRefused } of steps) {
          clock.advance(pauseMs);
          const first = pool.take(tokens);
          if (first.kind === 'wait') clock.advance(first.waitMs);
          const grant = first.kind === 'wait' ? pool.take(tokens) : first;
          if (grant.kind !== 'granted') throw new Error('waiting as told did not help');
          const used = Math.floor(tokens * share);
          grant.settle(used);
          uses.push({ key: grant.key, atMs: clock.monotonicMs(), tokens: used });
          if (isRefused) grant.rest(5_000);
        }
        for (const last of uses) {
          const minute = uses.filter(({ key, atMs }) => key === last.key && atMs <= last.atMs && atMs > last.atMs - 60_000);
          expect(minute.length).toBeLessThanOrEqual(requestsMax);
          expect(minute.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(tokensMax);
        }
      }),
      { seed: 12 },
    );
  });
});
