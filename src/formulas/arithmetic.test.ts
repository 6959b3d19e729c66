import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { clampToUnit, orderFreeSum, weightedMean } from './arithmetic.ts';

describe('a sum', () => {
  it('carries the rounding error along', verifies('KEL-FORMULAS-15'), () => {
    expect(orderFreeSum([])).toBe(0);
    expect(orderFreeSum([5, -4, 3])).toBe(4);
    expect(orderFreeSum([1, 1e100, 1, -1e100])).toBe(2);
    expect(orderFreeSum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(orderFreeSum([-1e16, 1, 1e16, 3])).toBe(4);
  });

  it('is exact where the order of adding would decide', verifies('KEL-FORMULAS-15'), () => {
    const terms = [0.1, 1e16, -1e16, 1e32, -1e32];
    fc.assert(
      fc.property(fc.shuffledSubarray(terms, { minLength: terms.length }), (shuffled) => {
        expect(orderFreeSum(shuffled)).toBe(0.1);
      }),
    );
    const { MAX_VALUE: huge } = Number;
    const orders = [
      [huge, huge, -huge],
      [huge, -huge, huge],
      [-huge, huge, huge],
    ];
    expect(orders.map(orderFreeSum)).toEqual([huge, huge, huge]);
  });

  it('is the same in any order', verifies('KEL-FORMULAS-15'), () => {
    const terms = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(terms, fc.infiniteStream(fc.nat()), (numbers, keys) => {
        const shuffled = numbers
          .map((number) => ({ number, key: keys.next().value }))
          .toSorted((a, b) => Number(a.key) - Number(b.key));
        expect(orderFreeSum(shuffled.map(({ number }) => number))).toBe(orderFreeSum(numbers));
      }),
    );
  });
});

describe('a weighted mean', () => {
  const mean = (...terms: [number, number][]) => weightedMean(terms.map(([weight, value]) => ({ weight, value })));

  it('counts each value by its share of the weights', verifies('ELN-RULE-57'), () => {
    expect([mean([3, 1], [1, 0]), mean([1, 0.5], [1, -0.5]), mean([2, 4])]).toEqual([0.75, 0, 4]);
    expect([mean([Number.MIN_VALUE, 0.4]), mean([1e300, 0.4], [1e300, 0.2])]).toEqual([
      0.4,
      expect.closeTo(0.3, 12),
    ]);
  });

  it('is nothing where the weights sum to nothing or too much', verifies('ELN-RULE-57'), () => {
    expect([mean(), mean([0, 1]), mean([Number.MAX_VALUE, 1], [Number.MAX_VALUE, 1])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('clamping', () => {
  it('keeps what lies between nought and one', () => {
    expect([-0.5, 0, 0.25, 1, 7].map(clampToUnit)).toEqual([0, 0, 0.25, 1, 1]);
  });
});
