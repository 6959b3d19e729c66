import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { isRealDate, isRealShortDate, twoDigits } from './calendar.ts';

describe('the calendar', () => {
  it('agrees with the runtime about every day', verifies('KEL-REDACTION-09'), () => {
    fc.assert(
      fc.property(fc.integer({ min: 1583, max: 2400 }), fc.integer({ min: -1, max: 14 }), fc.integer({ min: -1, max: 32 }), (year, month, day) => {
        const date = new Date(Date.UTC(year, month - 1, day));
        const isSame = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        expect(isRealDate(year, month, day)).toBe(isSame);
      }),
      { numRuns: 2_000 },
    );
  });

  it('knows the leap days of centuries', verifies('KEL-REDACTION-09'), () => {
    expect([1900, 2000, 2023, 2024, 2100].map((year) => isRealDate(year, 2, 29))).toEqual([false, true, false, true, false]);
    expect([1900, 2024].map((year) => isRealDate(year, 2, 30))).toEqual([false, false]);
    expect([1, 3, 5, 7, 8, 10, 12].every((month) => isRealDate(2023, month, 31) && !isRealDate(2023, month, 32))).toBe(true);
    expect([4, 6, 9, 11].every((month) => isRealDate(2023, month, 30) && !isRealDate(2023, month, 31))).toBe(true);
    expect([isRealDate(2023, 0, 1), isRealDate(2023, 13, 1), isRealDate(2023, 1, 0)]).toEqual([false, false, false]);
    expect([isRealDate(2023, 2, 28), isRealDate(2023, 1, 1)]).toEqual([true, true]);
  });

  it('takes a short year in either century', verifies('KEL-REDACTION-09'), () => {
    expect([isRealShortDate(0, 2, 29), isRealShortDate(84, 2, 29), isRealShortDate(1, 2, 29), isRealShortDate(99, 12, 31)]).toEqual([true, true, false, true]);
  });

  it('reads two digits at a place', verifies('KEL-REDACTION-09'), () => {
    expect([twoDigits('123456', 0), twoDigits('123456', 4)]).toEqual([12, 56]);
  });
});
