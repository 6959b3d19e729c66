import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { shareFormula, shareWith } from '../../test/support/formula-registry.ts';
import type { FormulaSpec, SamplePolicy } from '../contracts/index.ts';
import {
  isSampleTooSmall,
  notFinite,
  refuseInputs,
  settleZeroDenominator,
  stopForMissing,
  stopForSample,
  zeroDenominatorPolicyOf,
} from './policies.ts';

const rejecting = shareFormula.spec;
const coercing: FormulaSpec = {
  ...rejecting,
  output: { ...rejecting.output, finite_number_policy: 'coerce_to_indeterminate' },
};
const WINDOW = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' };

describe('the finite-number policy', () => {
  it(
    'rejects or withholds, and names what was not finite',
    verifies('KEL-FORMULAS-09', 'fixture.formula_nan_zero_denominator'),
    () => {
      expect(notFinite(rejecting, 'nan', ['formula.input_not_finite'])).toEqual({
        verdict: { status: 'rejected', codes: ['formula.input_not_finite'] },
        finiteCheck: 'failed_nan',
      });
      expect(notFinite(rejecting, 'infinity', []).finiteCheck).toBe('failed_infinity');
      expect(notFinite(coercing, 'nan', ['formula.input_not_finite'])).toEqual({
        verdict: { status: 'indeterminate', cause: 'non_finite_number', codes: ['formula.input_not_finite'] },
        finiteCheck: 'coerced_to_indeterminate',
      });
    },
  );

  it(
    'covers inputs whose only fault it is; NaN is named before infinity',
    verifies('KEL-FORMULAS-09', 'fixture.formula_nan_zero_denominator'),
    () => {
      const nan = { code: 'formula.input_not_finite', nonFinite: 'nan' } as const;
      const infinite = { code: 'formula.input_not_finite', nonFinite: 'infinity' } as const;
      const mistyped = { code: 'formula.input_type_mismatch' } as const;
      expect(refuseInputs(rejecting, [infinite, nan])).toEqual({
        verdict: { status: 'rejected', codes: ['formula.input_not_finite'] },
        finiteCheck: 'failed_nan',
      });
      expect(refuseInputs(rejecting, [infinite]).finiteCheck).toBe('failed_infinity');
      expect(refuseInputs(coercing, [nan]).verdict.status).toBe('indeterminate');
      expect(refuseInputs(coercing, [nan, mistyped])).toEqual({
        verdict: { status: 'rejected', codes: ['formula.input_not_finite', 'formula.input_type_mismatch'] },
        finiteCheck: 'passed',
      });
    },
  );
});

describe('the missing-input policy', () => {
  it('stops, withholds or lets the formula go on', verifies('KEL-FORMULAS-08'), () => {
    expect(stopForMissing('fail_validation')).toEqual({ status: 'rejected', codes: ['formula.input_missing'] });
    expect(stopForMissing('block_computation')).toEqual({ status: 'rejected', codes: ['formula.computation_blocked'] });
    expect(stopForMissing('return_indeterminate')).toEqual({
      status: 'indeterminate',
      cause: 'missing_input',
      codes: ['formula.input_missing'],
    });
    expect(stopForMissing('default_value_with_audit')).toBeUndefined();
    expect(stopForMissing('exclude_with_recorded_omission')).toBeUndefined();
    expect(stopForMissing(undefined)).toBeUndefined();
  });
});

describe('the zero-denominator policy', () => {
  it(
    'gives what it says, and an error when none is declared',
    verifies('KEL-FORMULAS-10', 'ELN-C-06', 'fixture.formula_nan_zero_denominator'),
    () => {
      const codes = ['formula.zero_denominator'];
      expect(settleZeroDenominator('return_zero')).toEqual({ status: 'value', value: 0, codes });
      expect(settleZeroDenominator('return_one')).toEqual({ status: 'value', value: 1, codes });
      expect(settleZeroDenominator('return_indeterminate_insufficient_data')).toEqual({
        status: 'indeterminate',
        cause: 'zero_denominator',
        codes,
      });
      expect(settleZeroDenominator('fail_validation')).toEqual({ status: 'rejected', codes });
      const { zero_denominator_policy: _policy, ...undeclared } = rejecting;
      expect(zeroDenominatorPolicyOf(undeclared)).toBe('fail_validation');
      expect(zeroDenominatorPolicyOf({ ...rejecting, zero_denominator_policy: 'return_one' })).toBe('return_one');
    },
  );
});

describe('the sample policy', () => {
  const sampled = (policy: Partial<SamplePolicy>, size: number) =>
    shareWith(
      {
        sample_policy: {
          min_sample_size: 3,
          insufficient_sample_result: 'indeterminate',
          window_required: false,
          ...policy,
        },
      },
      { sampleSize: () => size },
    );

  it('withholds a value from too small a sample', verifies('ELN-C-06'), () => {
    expect(stopForSample(sampled({}, 2), {}, undefined)).toEqual({
      status: 'indeterminate',
      cause: 'insufficient_sample',
      codes: ['formula.insufficient_sample'],
    });
    expect(stopForSample(sampled({}, 3), {}, undefined)).toBeUndefined();
    expect(
      stopForSample(sampled({ insufficient_sample_result: 'emit_with_low_confidence' }, 2), {}, undefined),
    ).toBeUndefined();
    expect(stopForSample(shareFormula, {}, undefined)).toBeUndefined();
  });

  it('refuses a figure without its window', verifies('validation.metric_rollup_without_window', 'ELN-C-06'), () => {
    const windowed = sampled({ window_required: true }, 3);
    expect(stopForSample(windowed, {}, undefined)).toEqual({
      status: 'rejected',
      codes: ['validation.metric_rollup_without_window'],
    });
    expect(stopForSample(windowed, {}, WINDOW)).toBeUndefined();
    expect(stopForSample(sampled({ window_required: true }, 2), {}, WINDOW)).toEqual({
      status: 'indeterminate',
      cause: 'insufficient_sample',
      codes: ['formula.insufficient_sample'],
    });
  });

  it('counts an unknown sample as empty', verifies('ELN-C-06'), () => {
    const { sampleSize: _sampleSize, ...unsized } = sampled({ min_sample_size: 1 }, 9);
    expect([
      isSampleTooSmall(unsized, {}),
      isSampleTooSmall(sampled({}, 3), {}),
      isSampleTooSmall(sampled({}, 2), {}),
    ]).toEqual([true, false, true]);
    expect(isSampleTooSmall(shareFormula, {})).toBe(false);
  });
});
