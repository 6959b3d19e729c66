import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { Timestamp } from '../contracts/index.ts';
import { fixedClock, systemClock, timestamp } from './clock.ts';

describe('fixedClock', () => {
  it('stands still until it is advanced, then both times move together', verifies('KEL-KERNEL-08'), () => {
    const clock = fixedClock(1_000);
    const before = { now: clock.nowMs(), monotonic: clock.monotonicMs() };
    clock.advance(0);
    clock.advance(250);
    clock.advance(5);
    expect([before, { now: clock.nowMs(), monotonic: clock.monotonicMs() }]).toEqual([
      { now: 1_000, monotonic: 0 },
      { now: 1_255, monotonic: 255 },
    ]);
  });

  it('never goes back', verifies('KEL-KERNEL-08'), () => {
    expect(() => fixedClock(0).advance(-1)).toThrow(
      expect.objectContaining({ code: 'invariant.broken', data: { detail: 'a fixed clock only moves forward' } }),
    );
  });
});

describe('timestamp', () => {
  it('is UTC with milliseconds, in the stored spelling', verifies('KEL-KERNEL-08'), () => {
    const text = timestamp(fixedClock(1_763_200_000_007));
    expect(text).toBe('2025-11-15T09:46:40.007Z');
    expect(Timestamp.parse(text)).toBe(text);
  });
});

describe('systemClock', () => {
  it('gives a plausible wall time and a monotonic time that does not fall', () => {
    const first = systemClock.monotonicMs();
    expect(systemClock.nowMs()).toBeGreaterThan(Date.UTC(2024, 0, 1));
    expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(first);
  });
});
