import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { formulas, valueOf, verdictOf } from '../../../test/support/formula-registry.ts';
import type { PredictedOutcome } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { binned } from './expected-calibration-error.ts';
import { averageRanks } from './ranks.ts';

const outcome = (predicted: number, observed: 0 | 1): PredictedOutcome => ({ predicted, observed });
const drawn = fc.record({
  predicted: fc.double({ min: 0, max: 1, noNaN: true }),
  observed: fc.constantFrom(0 as const, 1 as const),
});
const samples = fc.array(drawn, { minLength: 30, maxLength: 60 });
const given = (outcomes: unknown) => ({ outcomes: quantity(outcomes, 'probability') });
const binning = (bin_count: number, binning_method: 'equal_width' | 'equal_frequency') => ({
  bin_count,
  binning_method,
});
const brier = (outcomes: unknown) => valueOf('calibration.brier-score', given(outcomes));
const auc = (outcomes: unknown) => valueOf('calibration.auc', given(outcomes));
const error = (outcomes: unknown, bins: unknown = binning(10, 'equal_width')) =>
  valueOf('calibration.expected-calibration-error', { ...given(outcomes), binning: quantity(bins) });
const spearman = (pairs: unknown) => valueOf('calibration.spearman', { pairs: quantity(pairs) });
const thirty = <Item>(item: (index: number) => Item) => Array.from({ length: 30 }, (_, index) => item(index));

describe('calibration', () => {
  it('measures the squared distance of confidence from what came true', () => {
    expect(brier(thirty((index) => outcome(0.75, index < 15 ? 1 : 0)))).toBe((0.0625 + 0.5625) / 2);
    expect(brier(thirty(() => outcome(0, 1)))).toBe(1);
  });

  it('measures the gap of confidence and success bin by bin', () => {
    const cases = thirty((index) => (index < 10 ? outcome(0.95, 1) : outcome(0.25, index < 20 ? 1 : 0)));
    expect(error(cases)).toBeCloseTo((10 * 0.05 + 20 * 0.25) / 30, 12);
    expect(error(cases, binning(1, 'equal_width'))).toBeCloseTo(Math.abs((9.5 + 5) / 30 - 20 / 30), 12);
    expect(error(cases, binning(0, 'equal_width'))).toEqual(['formula.input_type_mismatch']);
    expect(error(cases, binning(101, 'equal_width'))).toEqual(['formula.input_type_mismatch']);
  });

  it('bins by width or by number, the last bin taking the upper end', () => {
    const cases = [outcome(1, 1), outcome(0, 0), outcome(0.1, 0), outcome(0.2, 1)];
    const predicted = (method: 'equal_width' | 'equal_frequency') =>
      binned(cases, binning(2, method)).map((bin) => bin.map((each) => each.predicted));
    expect(predicted('equal_width')).toEqual([[0, 0.1, 0.2], [1]]);
    expect(predicted('equal_frequency')).toEqual([
      [0, 0.1],
      [0.2, 1],
    ]);
  });

  it('keeps equal confidences in one bin, the one that holds their middle', () => {
    const tied = [outcome(0.5, 1), outcome(0.5, 0)];
    for (const cases of [tied, tied.toReversed()]) {
      expect(binned(cases, binning(2, 'equal_frequency'))).toEqual([[outcome(0.5, 0), outcome(0.5, 1)], []]);
    }
    const mostlyHigh = [outcome(0.1, 0), outcome(0.9, 0), outcome(0.9, 1), outcome(0.9, 1)];
    expect(binned(mostlyHigh, binning(2, 'equal_frequency'))).toEqual([mostlyHigh.slice(0, 1), mostlyHigh.slice(1)]);
  });

  it('finds no error in one confidence that came true as often as it said, however it is binned', () => {
    const calibrated = thirty((index) => outcome(0.5, index < 15 ? 1 : 0));
    for (const method of ['equal_width', 'equal_frequency'] as const) {
      expect([1, 2, 7, 30].map((bins) => error(calibrated, binning(bins, method)))).toEqual([0, 0, 0, 0]);
    }
  });

  it('measures how well ratings tell outcomes apart, ties at half', () => {
    const cases = thirty((index) => outcome(index < 10 ? 0.9 : 0.1, index < 15 ? 1 : 0));
    expect(auc(cases)).toBe((10 * 15 + 5 * 15 * 0.5) / (15 * 15));
  });

  it(
    'is indeterminate when all outcomes are of one class',
    verifies('validation.calibration_metric_all_one_class'),
    () => {
      for (const observed of [0, 1] as const) {
        expect(verdictOf('calibration.auc', given(thirty((index) => outcome(index / 30, observed))))).toEqual({
          status: 'indeterminate',
          cause: 'all_one_class',
          codes: ['validation.calibration_metric_all_one_class'],
        });
      }
      expect(auc(thirty((index) => outcome(index / 30, index === 29 ? 1 : 0)))).toBe(1);
    },
  );

  it('is indeterminate below thirty samples', () => {
    const few = thirty((index) => outcome(0.5, index % 2 === 0 ? 1 : 0)).slice(1);
    const refused = ['formula.insufficient_sample'];
    expect([brier(few), auc(few), error(few), spearman([{ first: 1, second: 1 }])]).toEqual([
      refused,
      refused,
      refused,
      refused,
    ]);
    expect([brier([]), error([])]).toEqual([refused, refused]);
  });

  it('stays within its range, in any order', () => {
    fc.assert(
      fc.property(samples, (cases) => {
        for (const measure of [
          brier,
          auc,
          (each: unknown) => error(each),
          (each: unknown) => error(each, binning(4, 'equal_frequency')),
        ]) {
          const value = measure(cases);
          expect(measure(cases.toReversed())).toEqual(value);
          if (typeof value === 'number') expect([value >= 0, value <= 1]).toEqual([true, true]);
          else expect(value).toEqual(['validation.calibration_metric_all_one_class']);
        }
      }),
    );
  });

  it('refuses predictions that are no probabilities', () => {
    expect(brier(thirty(() => outcome(1.1, 1)))).toEqual(['formula.input_type_mismatch']);
    expect(brier(thirty(() => outcome(Number.NaN, 1)))).toEqual(['formula.input_not_finite']);
    expect(auc(thirty(() => ({ predicted: 0.5, observed: 2 })))).toEqual(['formula.input_type_mismatch']);
  });
});

describe('rank correlation', () => {
  it('shares the mean rank among equals', () => {
    expect(averageRanks([30, 10, 20, 10])).toEqual([4, 1.5, 3, 1.5]);
    expect(averageRanks([])).toEqual([]);
  });

  it('is declared as a correlation', verifies('validation.correlation_metric_declared_as_ratio'), () => {
    expect(formulas.spec({ id: 'calibration.spearman' }).output.value_kind).toBe('correlation');
  });

  it('sees any rising relation as 1 and any falling one as −1', () => {
    expect(spearman(thirty((index) => ({ first: index, second: index ** 3 })))).toBe(1);
    expect(spearman(thirty((index) => ({ first: index, second: -Math.exp(index) })))).toBe(-1);
  });

  it('does not depend on scale or order, and lies within −1 and 1', () => {
    const number = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(fc.array(fc.record({ first: number, second: number }), { minLength: 30, maxLength: 50 }), (pairs) => {
        const value = spearman(pairs);
        expect(spearman(pairs.toReversed())).toEqual(value);
        expect(spearman(pairs.map((pair) => ({ first: pair.first * 7 + 3, second: pair.second })))).toEqual(value);
        expect(Array.isArray(value) || Math.abs(Number(value)) <= 1).toBe(true);
      }),
    );
  });

  it('is withheld when one side never changes', () => {
    expect(spearman(thirty((index) => ({ first: index, second: 7 })))).toEqual(['formula.zero_denominator']);
    expect(spearman(thirty(() => ({ first: Number.NaN, second: 7 })))).toEqual(['formula.input_not_finite']);
  });
});
