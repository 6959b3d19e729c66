import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { shareFormula, shareWith, THREE_QUARTERS } from '../../test/support/formula-registry.ts';
import * as contracts from '../contracts/index.ts';
import { BUILTIN_FORMULAS } from './builtin.ts';
import { defaultedNumberInput, defineFormula, quantity } from './definition.ts';
import {
  inputProblems,
  isCalibrationWithoutSamplePolicy,
  isClose,
  policyProblems,
  registrationProblems,
  vectorProblems,
} from './registration.ts';
import { computed } from './result.ts';

const codes = (problems: readonly { code: string }[]) => problems.map((problem) => problem.code);
const [part, whole] = shareFormula.spec.inputs;

describe('registration', () => {
  it('admits every built-in formula with its vectors', verifies('KEL-FORMULAS-01', 'ELN-C-01'), () => {
    expect(BUILTIN_FORMULAS.flatMap(registrationProblems)).toEqual([]);
  });

  it('refuses a formula without test vectors', verifies('validation.formula_test_vector_missing'), () => {
    expect(registrationProblems(shareWith({ test_vectors: [] }))).toEqual([
      {
        formula: 'test.share@1.0.0',
        code: 'validation.formula_test_vector_missing',
        detail: 'test_vectors: validation.formula_test_vector_missing',
      },
    ]);
    expect(registrationProblems(shareFormula)).toEqual([]);
  });

  it('refuses an input without units', verifies('KEL-FORMULAS-04'), () => {
    const inputs = [{ ...part, allowed_units: [] }, whole] as typeof shareFormula.spec.inputs;
    expect(codes(registrationProblems(shareWith({ inputs })))).toEqual(['formula.input_without_units']);
  });

  it('refuses a correlation declared as a ratio', verifies('validation.correlation_metric_declared_as_ratio'), () => {
    const output = (value_kind: contracts.MetricValueKind, range?: [number, number]) =>
      codes(
        registrationProblems(
          shareWith({ output: { ...shareFormula.spec.output, value_kind, ...(range && { range }) } }),
        ),
      );
    expect(output('ratio', [-1, 1])).toEqual(['validation.correlation_metric_declared_as_ratio']);
    expect(output('correlation', [-1, 1])).toEqual([]);
    expect(output('ratio', [0, 1])).toEqual([]);
    const { range: _range, ...unbounded } = shareFormula.spec.output;
    expect(codes(registrationProblems(shareWith({ output: unbounded })))).toEqual([
      'validation.correlation_metric_declared_as_ratio',
    ]);
    expect(codes(registrationProblems(shareWith({ output: { ...unbounded, value_kind: 'mean' } })))).toEqual([]);
  });

  it('refuses a spec that is not well formed, naming the place', () => {
    expect(registrationProblems(shareWith({ formula_id: 'Share', semantic_version: '1' }))).toEqual([
      { formula: 'Share@1', code: 'formula.spec_invalid', detail: 'formula_id: expected area.name in lower case' },
      { formula: 'Share@1', code: 'formula.spec_invalid', detail: 'semantic_version: expected major.minor.patch' },
    ]);
  });

  it('refuses a vector that does not come out', verifies('KEL-FORMULAS-01'), () => {
    const wrong = (change: Partial<contracts.FormulaTestVector>) =>
      codes(vectorProblems(shareFormula, { ...THREE_QUARTERS, ...change }));
    expect(wrong({})).toEqual([]);
    expect(wrong({ expected_output: 0.75 + 1e-13 })).toEqual([]);
    expect(wrong({ expected_output: 0.7500001 })).toEqual(['formula.test_vector_failed']);
    expect(wrong({ expected_status: 'rejected' })).toEqual(['formula.test_vector_failed']);
    expect(wrong({ expected_validation_codes: ['formula.low_confidence'] })).toEqual(['formula.test_vector_failed']);
    expect(vectorProblems(shareFormula, { ...THREE_QUARTERS, expected_output: 1 })).toEqual([
      { code: 'formula.test_vector_failed', detail: 'three-quarters: {"value":0.75,"status":"value","codes":[]}' },
    ]);
    expect(
      codes(registrationProblems(shareWith({ test_vectors: [{ ...THREE_QUARTERS, expected_output: 1 }] }))),
    ).toEqual(['formula.test_vector_failed']);
  });

  it('refuses a default that is missing or not of the input’s type', verifies('KEL-FORMULAS-05'), () => {
    const withDefault = (default_value?: contracts.JsonValue) =>
      inputProblems(
        shareWith({
          inputs: [
            {
              ...part,
              missing_input_policy_override: 'default_value_with_audit',
              ...(default_value !== undefined && { default_value }),
            },
            whole,
          ] as typeof shareFormula.spec.inputs,
        }),
      );
    expect(withDefault(3)).toEqual([]);
    expect(withDefault(0.5)).toEqual([{ code: 'formula.default_value_invalid', detail: 'part' }]);
    expect(withDefault()).toEqual([{ code: 'formula.default_value_invalid', detail: 'part' }]);
  });

  it('refuses to leave out what the function cannot do without', verifies('KEL-FORMULAS-05'), () => {
    expect(inputProblems(shareWith({ missing_input_policy: 'exclude_with_recorded_omission' }))).toEqual([
      { code: 'formula.required_input_excludable', detail: 'part' },
      { code: 'formula.required_input_excludable', detail: 'whole' },
    ]);
    const schemas = { part: contracts.Count.optional(), whole: contracts.Count.optional() };
    expect(inputProblems(shareWith({ missing_input_policy: 'exclude_with_recorded_omission' }, { schemas }))).toEqual(
      [],
    );
  });

  it('refuses policies that the formula cannot honour', verifies('KEL-FORMULAS-06'), () => {
    const structured = { ...shareFormula.spec.output, value_kind: 'distribution' } as const;
    expect(policyProblems(shareFormula)).toEqual([]);
    expect(policyProblems(shareWith({ zero_denominator_policy: 'return_zero' }))).toEqual([]);
    expect(policyProblems(shareWith({ output: structured }))).toEqual([]);
    for (const zero_denominator_policy of ['return_zero', 'return_one'] as const) {
      expect(policyProblems(shareWith({ output: structured, zero_denominator_policy }))).toEqual([
        { code: 'formula.zero_denominator_policy_unfit', detail: 'distribution' },
      ]);
    }
    expect(
      policyProblems(
        shareWith({ output: { ...shareFormula.spec.output, finite_number_policy: 'allow_only_in_test_fixture' } }),
      ),
    ).toEqual([{ code: 'formula.finite_number_policy_unfit', detail: 'allow_only_in_test_fixture' }]);
    const sample_policy = {
      min_sample_size: 1,
      insufficient_sample_result: 'indeterminate',
      window_required: false,
    } as const;
    expect(policyProblems(shareWith({ sample_policy }))).toEqual([
      { code: 'formula.sample_size_undefined', detail: 'sample_policy' },
    ]);
    expect(policyProblems(shareWith({ sample_policy }, { sampleSize: () => 1 }))).toEqual([]);
    const interval = { required: true, interval_level: 0.9, method: 'wilson' } as const;
    expect(policyProblems(shareWith({ confidence_interval_policy: interval }))).toEqual([
      { code: 'formula.interval_undefined', detail: 'wilson' },
    ]);
    expect(policyProblems(shareWith({ confidence_interval_policy: interval }, { interval: () => undefined }))).toEqual(
      [],
    );
    expect(policyProblems(shareWith({ confidence_interval_policy: { ...interval, required: false } }))).toEqual([]);
    const inapplicable = { ...interval, method: 'not_applicable' } as const;
    expect(
      policyProblems(shareWith({ confidence_interval_policy: inapplicable }, { interval: () => undefined })),
    ).toEqual([{ code: 'formula.interval_undefined', detail: 'not_applicable' }]);
    expect(policyProblems(shareWith({ confidence_interval_policy: { ...inapplicable, required: false } }))).toEqual([]);
  });

  it(
    'refuses a calibration metric that would speak from too few samples',
    verifies('validation.calibration_metric_without_sample_policy', 'KEL-FORMULAS-06'),
    () => {
      const sample_policy = {
        min_sample_size: 1,
        insufficient_sample_result: 'indeterminate',
        window_required: false,
      } as const;
      const formula_id = 'calibration.share';
      expect(codes(policyProblems(shareWith({ formula_id })))).toEqual([
        'validation.calibration_metric_without_sample_policy',
      ]);
      expect(isCalibrationWithoutSamplePolicy({ formula_id })).toBe(true);
      expect(isCalibrationWithoutSamplePolicy({ formula_id, sample_policy })).toBe(false);
      expect(
        isCalibrationWithoutSamplePolicy({
          formula_id,
          sample_policy: { ...sample_policy, insufficient_sample_result: 'emit_with_low_confidence' },
        }),
      ).toBe(true);
      expect(isCalibrationWithoutSamplePolicy({ formula_id: 'test.share' })).toBe(false);
    },
  );

  it('compares whole values and numbers up to the last digits', verifies('KEL-FORMULAS-01'), () => {
    expect(isClose({ a: [1, 'x', null] }, { a: [1 + 1e-13, 'x', null] })).toBe(true);
    expect(isClose(1e15, 1e15 + 1)).toBe(true);
    expect(isClose(1, 1 + 1e-11)).toBe(false);
    expect(isClose(1e-13, 0)).toBe(true);
    expect(isClose(0, 1.5e-12)).toBe(false);
    expect(isClose(1, '1')).toBe(false);
    expect(isClose(1, {})).toBe(false);
    expect(isClose({}, 1)).toBe(false);
    expect(isClose({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(isClose({ a: 1, b: 2 }, { a: 1 })).toBe(false);
    expect(isClose({ a: undefined }, { b: undefined })).toBe(false);
    expect(isClose([], {})).toBe(false);
    expect(isClose(null, {})).toBe(false);
    expect(isClose({}, null)).toBe(false);
    expect(isClose(null, null)).toBe(true);
  });

  it('derives the spec’s inputs from the definition', () => {
    const defined = defineFormula({
      spec: { ...shareFormula.spec, formula_id: 'test.defaulted' },
      inputs: { rate: defaultedNumberInput(['ratio', 'percent'], 0.5, [0, 1]) },
      compute: ({ rate }) => computed(rate),
    });
    expect(defined.spec.inputs).toEqual([
      {
        name: 'rate',
        type_ref: '#/schemas/FormulaNumber',
        required: true,
        allowed_units: ['ratio', 'percent'],
        allowed_range: [0, 1],
        missing_input_policy_override: 'default_value_with_audit',
        default_value: 0.5,
      },
    ]);
    expect(defined.compute({ rate: 0.25 }, {})).toEqual({ kind: 'value', value: 0.25 });
    expect(quantity(1)).toEqual({ value: 1, unit: 'unitless' });
  });

  it('names only contracts that exist as the types of inputs', () => {
    const named = BUILTIN_FORMULAS.flatMap(({ spec }) => spec.inputs.map((input) => input.type_ref));
    expect(named.filter((ref) => contracts.schemaByRef(ref) === undefined)).toEqual([]);
  });
});
