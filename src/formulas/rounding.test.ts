import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { roundForStorage, roundToSixDecimals } from './rounding.ts';

describe('rounding', () => {
  it('goes half away from zero at the sixth decimal', verifies('KEL-FORMULAS-12'), () => {
    expect([0.1234564, 0.1234565, -0.1234565, 1e-7, 2].map(roundToSixDecimals)).toEqual([
      0.123456, 0.123457, -0.123457, 0, 2,
    ]);
  });

  it('never gives minus zero and never overflows', verifies('KEL-FORMULAS-12'), () => {
    expect(Object.is(roundToSixDecimals(-1e-9), 0)).toBe(true);
    expect(roundToSixDecimals(Number.MAX_VALUE)).toBe(Number.MAX_VALUE);
    expect(roundToSixDecimals(1e300)).toBe(1e300);
    expect(roundToSixDecimals(-1e10 - 0.5)).toBe(-1e10 - 0.5);
  });

  it('moves a number by at most half a millionth', verifies('KEL-FORMULAS-12'), () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
        expect(Math.abs(roundToSixDecimals(value) - value)).toBeLessThanOrEqual(5.1e-7);
      }),
    );
  });

  it(
    'reaches every number of a value under that policy and none under the others',
    verifies('KEL-FORMULAS-12', 'ELN-RULE-48'),
    () => {
      const value = { list: [0.00000049, 'x'], none: null };
      expect(roundForStorage(value, 'round_to_6_decimal_places')).toEqual({ list: [0, 'x'], none: null });
      expect(roundForStorage(value, 'round_display_only')).toBe(value);
      expect(roundForStorage(value, 'no_rounding_store_full_precision')).toBe(value);
    },
  );
});
