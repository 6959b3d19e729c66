import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { shareFormula, shareWith } from '../../test/support/formula-registry.ts';
import { quantity, type FormulaDefinition } from './definition.ts';
import { judgeValue, nonFiniteOutputCodes } from './judge-value.ts';
import { settle } from './settle.ts';

const given = (part: unknown, whole: unknown) => ({ part: quantity(part, 'count'), whole: quantity(whole, 'count') });
const nothingApplied = { omitted: [], missingPolicy: undefined, zeroDenominatorPolicy: undefined };
const outputOf = (
  value: unknown,
  rest: Partial<FormulaDefinition> = {},
  spec: Partial<FormulaDefinition['spec']> = {},
) => judgeValue(shareWith(spec, rest), {}, value);

describe('settling an evaluation', () => {
  it('gives a value when nothing stands against it', () => {
    expect(settle(shareFormula, given(1, 4), undefined)).toEqual({
      ...nothingApplied,
      verdict: { status: 'value', value: 0.25, codes: [] },
      finiteCheck: 'passed',
    });
  });

  it('does not compute on faulty inputs', () => {
    expect(
      settle(shareWith({}, { compute: () => ({ kind: 'value', value: 1 }) }), given(Number.NaN, 4), undefined),
    ).toEqual({
      ...nothingApplied,
      verdict: { status: 'rejected', codes: ['formula.input_not_finite'] },
      finiteCheck: 'failed_nan',
    });
  });

  it('stops for a missing input and says which', () => {
    expect(settle(shareFormula, { part: quantity(1, 'count') }, undefined)).toEqual({
      omitted: ['whole'],
      missingPolicy: 'fail_validation',
      zeroDenominatorPolicy: undefined,
      verdict: { status: 'rejected', codes: ['formula.input_missing'] },
      finiteCheck: 'passed',
    });
  });

  it('stops for too small a sample', () => {
    const sample_policy = {
      min_sample_size: 2,
      insufficient_sample_result: 'indeterminate',
      window_required: false,
    } as const;
    expect(settle(shareWith({ sample_policy }, { sampleSize: () => 1 }), given(1, 4), undefined).verdict).toEqual({
      status: 'indeterminate',
      cause: 'insufficient_sample',
      codes: ['formula.insufficient_sample'],
    });
  });

  it('applies the zero-denominator policy and records it', verifies('KEL-FORMULAS-10'), () => {
    expect(settle(shareWith({ zero_denominator_policy: 'return_one' }), given(0, 0), undefined)).toEqual({
      ...nothingApplied,
      verdict: { status: 'value', value: 1, codes: ['formula.zero_denominator'] },
      zeroDenominatorPolicy: 'return_one',
      finiteCheck: 'passed',
    });
  });

  it('passes on what the formula itself found', () => {
    const found = (result: ReturnType<FormulaDefinition['compute']>) =>
      settle(shareWith({}, { compute: () => result }), given(1, 4), undefined);
    expect(found({ kind: 'rejected', codes: ['formula.inputs_inconsistent'] })).toEqual({
      ...nothingApplied,
      verdict: { status: 'rejected', codes: ['formula.inputs_inconsistent'] },
      finiteCheck: 'passed',
    });
    expect(found({ kind: 'indeterminate', cause: 'missing_dimension', codes: [] })).toEqual({
      ...nothingApplied,
      verdict: { status: 'indeterminate', cause: 'missing_dimension', codes: [] },
      finiteCheck: 'passed',
    });
  });
});

describe('an output', () => {
  it('that is not finite is never a value', verifies('validation.formula_output_nan_or_infinity'), () => {
    const codes = ['validation.formula_output_nan_or_infinity'];
    expect(outputOf(Number.NaN)).toEqual({ verdict: { status: 'rejected', codes }, finiteCheck: 'failed_nan' });
    expect(outputOf({ deep: [Number.POSITIVE_INFINITY] })).toEqual({
      verdict: { status: 'rejected', codes },
      finiteCheck: 'failed_infinity',
    });
    const output = { ...shareFormula.spec.output, finite_number_policy: 'coerce_to_indeterminate' } as const;
    expect(outputOf(Number.NaN, {}, { output })).toEqual({
      verdict: { status: 'indeterminate', cause: 'non_finite_number', codes },
      finiteCheck: 'coerced_to_indeterminate',
    });
  });

  it(
    'carries the formula’s own code beside the general one',
    verifies('validation.formula_output_nan_or_infinity'),
    () => {
      expect(nonFiniteOutputCodes(shareFormula)).toEqual(['validation.formula_output_nan_or_infinity']);
      expect(nonFiniteOutputCodes(shareWith({}, { nonFiniteCodes: ['validation.template_match_output_nan'] }))).toEqual(
        ['validation.formula_output_nan_or_infinity', 'validation.template_match_output_nan'],
      );
    },
  );

  it('outside its declared range is refused', () => {
    expect(outputOf(1.01).verdict).toEqual({ status: 'rejected', codes: ['formula.output_out_of_range'] });
    expect(outputOf(1).verdict.status).toBe('value');
  });

  it('is rounded by policy', verifies('KEL-FORMULAS-12'), () => {
    expect(outputOf(0.12345678, {}, { rounding_policy: 'round_to_6_decimal_places' }).verdict).toEqual({
      status: 'value',
      value: 0.123457,
      codes: [],
    });
  });

  it('from a small sample is marked when the policy lets it pass', () => {
    const sample_policy = {
      min_sample_size: 2,
      insufficient_sample_result: 'emit_with_low_confidence',
      window_required: false,
    } as const;
    const sized = (size: number) => outputOf(0.5, { sampleSize: () => size }, { sample_policy }).verdict;
    expect(sized(1)).toEqual({ status: 'value', value: 0.5, codes: ['formula.low_confidence'], sampleSize: 1 });
    expect(sized(2)).toEqual({ status: 'value', value: 0.5, codes: [], sampleSize: 2 });
  });

  it(
    'has its interval, or is withheld when the policy requires one that cannot be had',
    verifies('KEL-FORMULAS-13', 'ELN-RULE-48'),
    () => {
      const confidence_interval_policy = { required: true, interval_level: 0.9, method: 'wilson' } as const;
      const withInterval = (interval: FormulaDefinition['interval'], required = true) =>
        outputOf(0.5, interval ? { interval } : {}, {
          confidence_interval_policy: { ...confidence_interval_policy, required },
        }).verdict;
      const withheld = {
        status: 'indeterminate',
        cause: 'insufficient_sample',
        codes: ['formula.interval_unavailable'],
      };
      expect(withInterval((_values, level) => [level - 0.8, level])).toEqual({
        status: 'value',
        value: 0.5,
        codes: [],
        confidenceInterval: { lower: 0.9 - 0.8, upper: 0.9, level: 0.9 },
      });
      expect(withInterval(() => undefined)).toEqual(withheld);
      expect(withInterval(() => [0, Number.NaN])).toEqual(withheld);
      expect(withInterval(undefined)).toEqual(withheld);
      expect(withInterval(() => undefined, false)).toEqual({ status: 'value', value: 0.5, codes: [] });
      expect(outputOf(0.5, { interval: () => [0, 1] }).verdict).toEqual({ status: 'value', value: 0.5, codes: [] });
    },
  );
});
