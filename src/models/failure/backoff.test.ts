import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { seededRandom, type Random } from '../../kernel/index.ts';
import { backoffMs } from './backoff.ts';

const drawing = (...bytes: readonly number[]): Random => ({ bytes: () => Uint8Array.from(bytes) });
const MOST = drawing(255, 255, 255, 255);
const HALF = drawing(128, 0, 0, 0);
const LEAST = drawing(0, 0, 0, 0);
const LONG_MS = 1_000_000;

describe('the wait before another try', () => {
  it('doubles its bound with every failure, up to half a minute', verifies('KEL-MFAULT-04'), () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((tries) => backoffMs({ tries, leftMs: LONG_MS, random: MOST }))).toEqual([499, 999, 1_999, 3_999, 7_999, 15_999, 29_999, 29_999, 29_999]);
  });

  it('is drawn anywhere from nothing to the bound', verifies('KEL-MFAULT-04'), () => {
    expect([LEAST, HALF, MOST].map((random) => backoffMs({ tries: 2, leftMs: LONG_MS, random }))).toEqual([0, 500, 999]);
    const random = seededRandom(7);
    const waits = Array.from({ length: 2_000 }, () => backoffMs({ tries: 2, leftMs: LONG_MS, random }) ?? -1);
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    expect([mean > 470, mean < 530]).toEqual([true, true]);
  });

  it('is never less than the server asked for, and given up when that is more than a minute', verifies('KEL-MFAULT-05'), () => {
    expect(backoffMs({ tries: 1, retryAfterMs: 9_000, leftMs: LONG_MS, random: MOST })).toBe(9_000);
    expect(backoffMs({ tries: 5, retryAfterMs: 100, leftMs: LONG_MS, random: MOST })).toBe(7_999);
    expect(backoffMs({ tries: 1, retryAfterMs: 60_000, leftMs: LONG_MS, random: MOST })).toBe(60_000);
    expect(backoffMs({ tries: 1, retryAfterMs: 60_001, leftMs: LONG_MS, random: MOST })).toBeUndefined();
  });

  it('is given up when nothing would be left of the time', verifies('KEL-MFAULT-05'), () => {
    expect(backoffMs({ tries: 1, leftMs: 500, random: MOST })).toBe(499);
    expect(backoffMs({ tries: 1, leftMs: 499, random: MOST })).toBeUndefined();
    expect(backoffMs({ tries: 1, leftMs: 1, random: LEAST })).toBe(0);
    expect(backoffMs({ tries: 1, leftMs: 0, random: LEAST })).toBeUndefined();
    expect(backoffMs({ tries: 1, leftMs: -5, random: LEAST })).toBeUndefined();
  });

  it('never reaches beyond the time that is left, whatever is asked', verifies('KEL-MFAULT-05'), () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.option(fc.nat(100_000), { nil: undefined }), fc.integer({ min: -10, max: 100_000 }), fc.integer(), (tries, retryAfterMs, leftMs, seed) => {
        const waitMs = backoffMs({ tries, retryAfterMs, leftMs, random: seededRandom(seed) });
        expect(waitMs === undefined || (waitMs < leftMs && waitMs >= (retryAfterMs ?? 0) && waitMs <= 60_000)).toBe(true);
      }),
    );
  });
});
