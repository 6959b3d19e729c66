import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { formulas, valueOf, verdictOf } from '../../../test/support/formula-registry.ts';
import { quantity } from '../definition.ts';
import { meanBounds } from './mean.ts';
import { normalDeviate } from './normal-deviate.ts';
import { quantileOfSorted, quantileSummary } from './quantile.ts';
import { wilsonBounds } from './wilson-interval.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const samplesOf = (id: 'stats.mean' | 'stats.quantile', samples: unknown) =>
  verdictOf(id, { samples: quantity(samples, 'milliseconds') });
const proportion = (samples: unknown) => verdictOf('stats.proportion', { samples: quantity(samples, 'count') });

describe('the Wilson interval', () => {
  it('has the published bounds', verifies('KEL-FORMULAS-17'), () => {
    const rounded = (bounds: readonly number[]) => bounds.map((bound) => Number(bound.toFixed(6)));
    expect(rounded(wilsonBounds(5, 10, 0.95))).toEqual([0.236593, 0.763407]);
    expect(rounded(wilsonBounds(0, 10, 0.95))).toEqual([0, 0.277533]);
    expect(rounded(wilsonBounds(10, 10, 0.95))).toEqual([0.722467, 1]);
    expect(rounded(wilsonBounds(1, 4, 0.8))).toEqual([0.078081, 0.567459]);
    expect(rounded(wilsonBounds(81, 263, 0.95))).toEqual([0.255289, 0.36621]);
  });

  it('ends exactly at 0 and 1 when nothing or everything came out', verifies('KEL-FORMULAS-17'), () => {
    for (let total = 1; total <= 500; total += 1) {
      const [lower, innerUpper] = wilsonBounds(0, total, 0.95);
      const [innerLower, upper] = wilsonBounds(total, total, 0.95);
      expect([lower, upper]).toEqual([0, 1]);
      expect([innerUpper < 1, innerLower > 0]).toEqual([true, true]);
    }
  });

  it('holds the observed share, and widens with the level', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), (total, drawn) => {
        const successes = Math.min(drawn, total);
        const [lower, upper] = wilsonBounds(successes, total, 0.9);
        const [wideLower, wideUpper] = wilsonBounds(successes, total, 0.99);
        expect([lower <= successes / total + 1e-12, upper >= successes / total - 1e-12]).toEqual([true, true]);
        expect([wideLower <= lower + 1e-12, wideUpper >= upper - 1e-12]).toEqual([true, true]);
      }),
    );
  });

  it('is indeterminate without trials and refuses impossible ones', () => {
    const wilson = (successes: unknown, trials: unknown, level: unknown = 0.95) =>
      valueOf('stats.wilson-interval', {
        successes: quantity(successes, 'count'),
        trials: quantity(trials, 'count'),
        level: quantity(level, 'probability'),
      });
    expect(wilson(0, 0)).toEqual(['formula.zero_denominator']);
    expect(wilson(1, 0)).toEqual(['formula.inputs_inconsistent']);
    expect(wilson(5, 5)).toMatchObject({ upper: 1 });
    expect(wilson(-1, 5)).toEqual(['formula.input_type_mismatch']);
    expect(wilson(1, Number.POSITIVE_INFINITY)).toEqual(['formula.input_not_finite']);
    expect(wilson(1, 5, 0.5)).toEqual(['formula.input_type_mismatch']);
  });

  it('knows how many deviations each level takes', verifies('KEL-FORMULAS-17'), () => {
    expect(([0.8, 0.9, 0.95, 0.99] as const).map(normalDeviate)).toEqual([
      1.2815515655446004, 1.6448536269514722, 1.959963984540054, 2.5758293035489004,
    ]);
  });
});

describe('quantiles', () => {
  it('interpolate between order statistics', verifies('KEL-FORMULAS-19'), () => {
    const tenths = [0, 10, 20, 30, 40];
    expect([
      quantileOfSorted(tenths, 0),
      quantileOfSorted(tenths, 0.5),
      quantileOfSorted(tenths, 0.9),
      quantileOfSorted(tenths, 1),
    ]).toEqual([0, 20, 36, 40]);
    expect(quantileOfSorted([1, 2], 0.25)).toBe(1.25);
    expect(quantileSummary([])).toBeUndefined();
    expect(quantileSummary([40, 0, 20, 10, 30])).toEqual({ p50: 20, p90: 36, p99: expect.closeTo(39.6, 10) });
  });

  it('stay within the sample, rise with the probability and do not depend on order', verifies('KEL-FORMULAS-19'), () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1, maxLength: 30 }), (samples) => {
        const summary = quantileSummary(samples);
        expect(summary).toEqual(quantileSummary(samples.toReversed()));
        const { p50, p90, p99 } = summary ?? { p50: Number.NaN, p90: Number.NaN, p99: Number.NaN };
        expect([Math.min(...samples) <= p50, p50 <= p90, p90 <= p99, p99 <= Math.max(...samples)]).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }),
      { examples: [[[0, -0]], [[-0, 0, -0]]] },
    );
  });

  it('are marked below a hundred samples and withheld without any', () => {
    const many = Array.from({ length: 100 }, (_, index) => index);
    expect(samplesOf('stats.quantile', many)).toMatchObject({ status: 'value', codes: [], sampleSize: 100 });
    expect(samplesOf('stats.quantile', many.slice(1))).toMatchObject({
      status: 'value',
      codes: ['formula.low_confidence'],
      sampleSize: 99,
    });
    expect(samplesOf('stats.quantile', [])).toMatchObject({ status: 'indeterminate', cause: 'zero_denominator' });
    expect(samplesOf('stats.quantile', [1, Number.NaN]).codes).toEqual(['formula.input_not_finite']);
  });

  it('hold for the hugest numbers', () => {
    expect(samplesOf('stats.quantile', [-Number.MAX_VALUE, Number.MAX_VALUE])).toMatchObject({ value: { p50: 0 } });
  });
});

describe('the mean', () => {
  it('comes with its interval', verifies('KEL-FORMULAS-13'), () => {
    const samples = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 1 : 3));
    const reach = 1.959963984540054 * Math.sqrt(30 / 29 / 30);
    expect(samplesOf('stats.mean', samples)).toEqual({
      status: 'value',
      value: 2,
      codes: [],
      sampleSize: 30,
      confidenceInterval: { lower: expect.closeTo(2 - reach, 12), upper: expect.closeTo(2 + reach, 12), level: 0.95 },
    });
  });

  it('of one value has no interval, of none is withheld', verifies('KEL-FORMULAS-13'), () => {
    expect(meanBounds([4], 0.95)).toBeUndefined();
    expect(meanBounds([1, 3], 0.95)).toEqual([2 - 1.959963984540054, 2 + 1.959963984540054]);
    expect(samplesOf('stats.mean', [4])).toEqual({
      status: 'value',
      value: 4,
      codes: ['formula.low_confidence'],
      sampleSize: 1,
    });
    expect(samplesOf('stats.mean', [])).toMatchObject({ status: 'indeterminate', cause: 'zero_denominator' });
  });

  it('too large for a number is refused', verifies('validation.formula_output_nan_or_infinity'), () => {
    expect(samplesOf('stats.mean', [Number.MAX_VALUE, Number.MAX_VALUE])).toEqual({
      status: 'rejected',
      codes: ['validation.formula_output_nan_or_infinity'],
    });
  });
});

describe('a proportion', () => {
  it('comes with its Wilson interval', () => {
    const [lower, upper] = wilsonBounds(3, 10, 0.95);
    expect(proportion([1, 1, 1, 0, 0, 0, 0, 0, 0, 0])).toEqual({
      status: 'value',
      value: 0.3,
      codes: [],
      sampleSize: 10,
      confidenceInterval: { lower, upper, level: 0.95 },
    });
  });

  it('refuses what is neither yes nor no, and withholds the empty case', () => {
    expect(proportion([1, 2]).codes).toEqual(['formula.input_type_mismatch']);
    expect(proportion([Number.NaN]).codes).toEqual(['formula.input_not_finite']);
    expect(proportion([])).toMatchObject({ status: 'indeterminate', cause: 'zero_denominator' });
    expect(formulas.spec({ id: 'stats.proportion' }).confidence_interval_policy?.required).toBe(true);
  });
});
