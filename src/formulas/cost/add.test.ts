import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { valueOf } from '../../../test/support/formula-registry.ts';
import { COST_ADDENDS_MAX, CostComponents, type CostDistribution } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { needsCorrelationPolicy } from './add.ts';
import { costAt, independentSums } from './independent-sum.ts';

const usd = (expected: number, rest: Partial<CostDistribution> = {}) =>
  ({ usd: { expected, unit: 'usd', ...rest } }) as const;
const add = (addends: unknown, rest: Record<string, ReturnType<typeof quantity>> = {}) =>
  valueOf('cost.add', { addends: quantity(addends), ...rest });
const upperBound = { correlation_policy: quantity('assume_perfect_correlation_upper_bound') };
const independent = (seed: number) => ({
  correlation_policy: quantity('assume_independent_monte_carlo'),
  seed: quantity(seed, 'count'),
});
/** A hundred rows and more, as a joint distribution needs. */
const repeatedRows = (rows: readonly number[][]) => Array.from({ length: 34 }, () => rows).flat();
const spread = { p50: 1, p90: 4, p99: 10 };

describe('adding costs', () => {
  it('adds expected costs of the same dimension and keeps the others', verifies('ELN-RULE-53'), () => {
    expect(add([usd(1), { ...usd(2), input_tokens: { expected: 7, unit: 'input_tokens' } }])).toEqual({
      ...usd(3),
      input_tokens: { expected: 7, unit: 'input_tokens' },
    });
    expect(add([])).toEqual({});
    expect(add([usd(1, spread)])).toEqual(usd(1, spread));
  });

  it('adds hard caps only when all have one', verifies('ELN-RULE-53'), () => {
    expect(add([usd(1, { hard_cap: 2 }), usd(1, { hard_cap: 3 })])).toEqual(usd(2, { hard_cap: 5 }));
    expect(add([usd(1, { hard_cap: 2 }), usd(1)])).toEqual(usd(2));
  });

  it(
    'never sums quantiles without a declared correlation',
    verifies('validation.cost_quantile_sum_without_correlation_policy', 'ELN-RULE-54'),
    () => {
      const refused = ['validation.cost_quantile_sum_without_correlation_policy'];
      for (const name of ['p50', 'p90', 'p99'] as const) {
        expect(add([usd(1, { [name]: 1 }), usd(1)])).toEqual(refused);
        expect(needsCorrelationPolicy([usd(1), usd(1, { [name]: 1 })])).toBe(true);
      }
      expect(needsCorrelationPolicy([usd(1, spread)])).toBe(false);
      expect(needsCorrelationPolicy([usd(1), usd(1)])).toBe(false);
      expect(
        needsCorrelationPolicy([usd(1, spread), { wall_clock_ms: { expected: 1, p50: 1, unit: 'wall_clock_ms' } }]),
      ).toBe(false);
      expect(needsCorrelationPolicy([])).toBe(false);
    },
  );

  it('sums quantiles as the upper bound, those that all have', verifies('ELN-RULE-54'), () => {
    expect(add([usd(1, spread), usd(2, spread)], upperBound)).toEqual(usd(3, { p50: 2, p90: 8, p99: 20 }));
    expect(add([usd(1, spread), usd(2, { p90: 3 })], upperBound)).toEqual(usd(3, { p90: 7 }));
    expect(add([usd(1, spread), usd(2)], upperBound)).toEqual(usd(3));
  });

  it('takes quantiles of the sums that were seen together', verifies('ELN-RULE-54'), () => {
    const joint = (rows: unknown) => ({
      correlation_policy: quantity('empirical_joint_distribution'),
      joint_samples: quantity({ usd: rows }),
    });
    const opposed = repeatedRows([
      [0, 10],
      [10, 0],
      [5, 5],
    ]);
    const addends = [usd(5, spread), usd(5, spread)];
    expect(add(addends, joint(opposed))).toEqual(usd(10, { p50: 10, p90: 10, p99: 10 }));
    expect(add([usd(3, { p50: 1, hard_cap: 4 }), usd(3, { p50: 1, hard_cap: 4 })], joint(opposed))).toEqual(
      usd(6, { p50: 8, hard_cap: 8 }),
    );
    const refused = ['formula.inputs_inconsistent'];
    expect(add(addends, joint(opposed.with(7, [1, 2, 3])))).toEqual(refused);
    expect(add(addends, { correlation_policy: quantity('empirical_joint_distribution') })).toEqual(refused);
    expect(add(addends, joint([[1, -2]]))).toEqual(['validation.cost_vector_negative_component']);
  });

  it('gives no quantile from fewer than a hundred joint rows', verifies('ELN-RULE-54', 'ELN-C-06'), () => {
    const seen = (rows: number, addends: unknown = [usd(5, spread), usd(5, spread)]) =>
      add(addends, {
        correlation_policy: quantity('empirical_joint_distribution'),
        joint_samples: quantity({ usd: Array.from({ length: rows }, () => [2, 3]) }),
      });
    expect(seen(100)).toEqual(usd(10, { p50: 5, p90: 5, p99: 5 }));
    expect([seen(99), seen(1), seen(0)]).toEqual([
      ['formula.insufficient_sample'],
      ['formula.insufficient_sample'],
      ['formula.insufficient_sample'],
    ]);
    expect(seen(1, [usd(5), usd(5)])).toEqual(usd(10));
  });

  it('draws independent sums that the seed alone decides', verifies('ELN-RULE-54'), () => {
    const addends = [usd(2, spread), usd(2, spread)];
    const first = add(addends, independent(7)) as { usd: Record<string, number> };
    expect(add(addends, independent(7))).toEqual(first);
    expect(add(addends, independent(8))).not.toEqual(first);
    expect(first.usd['expected']).toBe(4);
    expect(first.usd['p99']).toBeLessThan(20);
    expect(add(addends, { correlation_policy: quantity('assume_independent_monte_carlo') })).toEqual([
      'formula.inputs_inconsistent',
    ]);
  });

  it('draws the same sums in any order of the addends', verifies('KEL-FORMULAS-15'), () => {
    const addends = [usd(2, spread), usd(2, { p50: 2, p90: 3, p99: 30 }), usd(0.1, { p50: 0.1, p90: 0.2, p99: 0.3 })];
    expect(add(addends.toReversed(), independent(7))).toEqual(add(addends, independent(7)));
    expect(add([addends[1], addends[0], addends[2]], independent(7))).toEqual(add(addends, independent(7)));
  });

  it('adds certain costs exactly, however many', verifies('ELN-RULE-54'), () => {
    const certain = (amount: number) => usd(amount, { p50: amount, p90: amount, p99: amount });
    expect(add([certain(10), certain(10)], independent(1))).toEqual(certain(20));
    expect(
      add(
        Array.from({ length: 100 }, () => certain(10)),
        independent(1),
      ),
    ).toEqual(certain(1_000));
    const amounts = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(amounts, fc.nat(), (drawn, seed) => {
        expect(add(drawn.map(certain), independent(seed))).toEqual(add(drawn.map(certain), upperBound));
      }),
      { numRuns: 20 },
    );
  });

  it('refuses a cost that is negative or not finite', verifies('validation.cost_vector_negative_component'), () => {
    for (const amount of [-1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(add([usd(amount)])).toEqual(['validation.cost_vector_negative_component']);
      expect(add([usd(1, { hard_cap: amount })])).toEqual(['validation.cost_vector_negative_component']);
    }
    expect(add([usd(0), usd(0)])).toEqual(usd(0));
  });

  it(
    'refuses a cost under the wrong dimension',
    verifies('validation.cost_vector_unit_mismatch', 'ELN-RULE-53'),
    () => {
      expect(add([{ usd: { expected: 1, unit: 'input_tokens' } }])).toEqual(['validation.cost_vector_unit_mismatch']);
      const mixed = { usd: { expected: 1, unit: 'usd' }, input_tokens: { expected: 1, unit: 'output_tokens' } };
      expect(CostComponents.safeParse(mixed).error?.issues).toEqual([
        { code: 'custom', message: 'validation.cost_vector_unit_mismatch', path: ['input_tokens', 'unit'] },
      ]);
    },
  );

  it('refuses quantiles that fall, and more addends than the bound', () => {
    expect(add([usd(1, { p50: 5, p90: 4 })])).toEqual(['formula.input_type_mismatch']);
    expect(add([usd(1, { p90: 5, hard_cap: 4 })])).toEqual(['formula.input_type_mismatch']);
    expect(add([usd(100, { hard_cap: 1 }), usd(100, { hard_cap: 1 })])).toEqual(['formula.input_type_mismatch']);
    expect(add([usd(1, { p50: 5, p90: 5, p99: 5, hard_cap: 5 })])).toEqual(
      usd(1, { p50: 5, p90: 5, p99: 5, hard_cap: 5 }),
    );
    expect(add(Array.from({ length: COST_ADDENDS_MAX + 1 }, () => usd(1)))).toEqual(['formula.input_type_mismatch']);
    expect(add(Array.from({ length: COST_ADDENDS_MAX }, () => usd(1)))).toEqual(usd(COST_ADDENDS_MAX));
  });

  it('refuses a sum beyond what numbers hold', verifies('validation.formula_output_nan_or_infinity'), () => {
    expect(add([usd(Number.MAX_VALUE), usd(Number.MAX_VALUE)])).toEqual(['validation.formula_output_nan_or_infinity']);
  });

  it('does not depend on order', () => {
    const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 8 }), (amounts) => {
        const addends = amounts.map((expected) => usd(expected, { p90: expected * 2 }));
        expect(add(addends.toReversed(), upperBound)).toEqual(add(addends, upperBound));
      }),
    );
  });
});

describe('a draw from one cost', () => {
  it('is level up to the lowest quantile, then follows straight lines to the cap', verifies('ELN-RULE-54'), () => {
    const cost: CostDistribution = { expected: 2, p50: 1, p90: 5, p99: 14, hard_cap: 20, unit: 'usd' };
    expect([0, 0.25, 0.5, 0.7, 0.9, 0.945, 0.99, 0.995].map((at) => Number(costAt(cost, at).toFixed(9)))).toEqual([
      1, 1, 1, 3, 5, 9.5, 14, 17,
    ]);
    expect(costAt({ expected: 2, p90: 9, unit: 'usd' }, 0.45)).toBe(9);
    expect(costAt({ expected: 2, p90: 9, unit: 'usd' }, 0.95)).toBe(9);
    expect(costAt({ expected: 2, p90: 9, hard_cap: 10, unit: 'usd' }, 0.95)).toBeCloseTo(9.5, 12);
    expect(costAt({ expected: 2, p99: 9, hard_cap: 10, unit: 'usd' }, 0.5)).toBe(9);
    expect(costAt({ expected: 2, unit: 'usd' }, 0.5)).toBe(2);
    expect(costAt(cost, 1)).toBe(20);
  });

  it('gives as many sums as draws, each within the caps', () => {
    const cost: CostDistribution = { expected: 2, p50: 1, p90: 5, unit: 'usd' };
    const sums = independentSums([cost, cost], 3);
    expect(sums.length).toBe(4096);
    expect([Math.min(...sums) >= 2, Math.max(...sums) <= 10]).toEqual([true, true]);
    // Half the draws are 1, four tenths lie evenly between 1 and 5, the rest is 5: a mean of 2.2 each.
    const mean = sums.reduce((total, sum) => total + sum, 0) / sums.length;
    expect(mean).toBeGreaterThan(4.3);
    expect(mean).toBeLessThan(4.5);
  });
});
