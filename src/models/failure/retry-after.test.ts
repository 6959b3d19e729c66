import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { retryAfterOf } from './retry-after.ts';

const NOW_MS = Date.parse('Sun, 15 Nov 2026 10:00:00 GMT');

describe('how long a server asks us to wait', () => {
  it('is read in milliseconds, seconds, fractions of seconds and dates', verifies('KEL-MFAULT-01'), () => {
    expect(retryAfterOf({ 'retry-after-ms': '1500', 'retry-after': '9' })).toBe(1500);
    expect(retryAfterOf({ 'retry-after-ms': 'soon', 'retry-after': ' 9 ' })).toBe(9000);
    expect(retryAfterOf({ 'retry-after': '0' })).toBe(0);
    expect(retryAfterOf({ 'retry-after': '0.0256' })).toBe(26);
    expect(retryAfterOf({ 'retry-after': 'Sun, 15 Nov 2026 10:00:30 GMT' }, NOW_MS)).toBe(30_000);
    expect(retryAfterOf({ 'retry-after': 'Sunday, 15-Nov-26 10:00:30 GMT' }, NOW_MS)).toBe(30_000);
  });

  it('is counted from the date of the answer when no clock is given', verifies('KEL-MFAULT-01'), () => {
    const headers = { 'retry-after': 'Sun, 15 Nov 2026 10:00:30 GMT' };
    expect(retryAfterOf({ ...headers, date: 'Sun, 15 Nov 2026 10:00:10 GMT' })).toBe(20_000);
    expect(retryAfterOf(headers)).toBeUndefined();
  });

  it.each(['-5', '', 'NaN', 'Infinity', '0x10', '1e3', 'tomorrow', '86401', '99999999999999999999', 'Sun, 15 Nov 2026 09:59:59 GMT', 'Fri, 13 Foo 2026 25:00:00 GMT', '2099-01-01T00:00:00Z'])(
    'is not believed to be "%s"',
    verifies('KEL-MFAULT-01'),
    (value) => {
      expect(retryAfterOf({ 'retry-after': value }, NOW_MS)).toBeUndefined();
    },
  );

  it('may be as long as a day', verifies('KEL-MFAULT-01'), () => {
    expect(retryAfterOf({ 'retry-after': '86400' })).toBe(86_400_000);
  });

  it('is taken from limits that run out only when the status says so and nothing else was asked', verifies('KEL-MFAULT-02'), () => {
    const headers = { 'x-ratelimit-reset-tokens': '6m0s' };
    expect(retryAfterOf(headers, NOW_MS, 429)).toBe(360_000);
    expect(retryAfterOf(headers, NOW_MS, 503)).toBeUndefined();
    expect(retryAfterOf(headers)).toBeUndefined();
    expect(retryAfterOf({ ...headers, 'retry-after': '2' }, NOW_MS, 429)).toBe(2_000);
    expect(retryAfterOf({ ...headers, 'retry-after': '-2' }, NOW_MS, 429)).toBeUndefined();
  });

  it.each([
    ['1s', 1_000],
    ['20ms', 20],
    ['1m30.5s', 90_500],
    ['2h3m4s5ms', 7_384_005],
    ['1d', 86_400_000],
    ['1d1s', undefined],
    ['', undefined],
    ['1', undefined],
    ['-1s', undefined],
    ['s', undefined],
  ])('reads the limit "%s" as %s', verifies('KEL-MFAULT-02'), (text, expected) => {
    expect(retryAfterOf({ 'x-ratelimit-reset-requests': text }, NOW_MS, 429)).toBe(expected);
  });

  it('is the longest of the limits that are used up, and otherwise the shortest', verifies('KEL-MFAULT-02'), () => {
    const resets = { 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-reset-tokens': '5s', 'x-ratelimit-reset-days': '9s' };
    expect(retryAfterOf(resets, NOW_MS, 429)).toBe(1_000);
    expect(retryAfterOf({ ...resets, 'x-ratelimit-remaining-tokens': '0' }, NOW_MS, 429)).toBe(5_000);
    expect(retryAfterOf({ ...resets, 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-remaining-tokens': '0' }, NOW_MS, 429)).toBe(5_000);
  });
});
