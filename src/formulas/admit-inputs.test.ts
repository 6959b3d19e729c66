import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { shareFormula, shareWith } from '../../test/support/formula-registry.ts';
import { Count, FormulaSamples, type FormulaInputSpec } from '../contracts/index.ts';
import { admitInputs, codeOfIssue, inputFaults, missingPolicyOf, strictestPolicy } from './admit-inputs.ts';
import { quantity } from './definition.ts';

const spec: FormulaInputSpec = {
  name: 'samples',
  type_ref: '#/schemas/FormulaSamples',
  required: true,
  allowed_units: ['seconds', 'milliseconds'],
  allowed_range: [0, 10],
};
const codes = (value: unknown, unit: 'seconds' | 'milliseconds' | 'usd' = 'seconds') =>
  inputFaults(spec, FormulaSamples, { value, unit });

describe('an input', () => {
  it('passes with the right type, unit and range, bounds included', verifies('KEL-FORMULAS-07'), () => {
    expect(codes([0, 5, 10])).toEqual([]);
    expect(codes([], 'milliseconds')).toEqual([]);
    expect(inputFaults({ ...spec, allowed_range: undefined }, FormulaSamples, quantity([11], 'seconds'))).toEqual([]);
  });

  it('is refused with the code of what is wrong', verifies('KEL-FORMULAS-07'), () => {
    expect(codes([1], 'usd')).toEqual([{ code: 'formula.input_unit_mismatch' }]);
    expect(codes('1')).toEqual([{ code: 'formula.input_type_mismatch' }]);
    expect(codes([11])).toEqual([{ code: 'formula.input_out_of_range' }]);
    expect(codes([-1])).toEqual([{ code: 'formula.input_out_of_range' }]);
    expect(codes([Number.NaN])).toEqual([{ code: 'formula.input_not_finite', nonFinite: 'nan' }]);
    expect(codes([Number.NEGATIVE_INFINITY])).toEqual([{ code: 'formula.input_not_finite', nonFinite: 'infinity' }]);
    expect(codes(['1', Number.POSITIVE_INFINITY])).toEqual([
      { code: 'formula.input_not_finite', nonFinite: 'infinity' },
      { code: 'formula.input_not_finite', nonFinite: 'infinity' },
    ]);
  });

  it('that is not finite never passes, even where its schema lets it', verifies('KEL-FORMULAS-07'), () => {
    const lax = Count.or(FormulaSamples).catch(0);
    expect(inputFaults(spec, lax, quantity(Number.NaN, 'seconds'))).toEqual([
      { code: 'formula.input_not_finite', nonFinite: 'nan' },
    ]);
  });

  it('takes the code that its contract names', () => {
    expect(codeOfIssue('validation.criterion_weight_invalid', 'formula.input_missing')).toBe(
      'validation.criterion_weight_invalid',
    );
    expect(codeOfIssue('Invalid input', 'formula.input_missing')).toBe('formula.input_missing');
  });
});

describe('a missing input', () => {
  it(
    'follows its own policy before the formula’s, and none at all when it is optional',
    verifies('KEL-FORMULAS-08'),
    () => {
      expect(missingPolicyOf(spec, 'block_computation')).toBe('block_computation');
      expect(missingPolicyOf({ ...spec, required: false }, 'block_computation')).toBeUndefined();
      expect(
        missingPolicyOf(
          { ...spec, required: false, missing_input_policy_override: 'return_indeterminate' },
          'block_computation',
        ),
      ).toBe('return_indeterminate');
    },
  );

  it('is recorded under the strictest policy that applied', verifies('KEL-FORMULAS-08'), () => {
    expect(strictestPolicy([])).toBeUndefined();
    expect(strictestPolicy(['default_value_with_audit', 'fail_validation', 'return_indeterminate'])).toBe(
      'fail_validation',
    );
    expect(strictestPolicy(['exclude_with_recorded_omission', 'default_value_with_audit'])).toBe(
      'default_value_with_audit',
    );
  });
});

describe('admitting inputs', () => {
  it('gives values and units by name', () => {
    expect(admitInputs(shareFormula, { part: quantity(1, 'count'), whole: quantity(2, 'count') })).toEqual({
      values: { part: 1, whole: 2 },
      units: { part: 'count', whole: 'count' },
      omitted: [],
      missingPolicy: undefined,
      faults: [],
    });
  });

  it('treats an absent input, an undefined one and one without value alike', () => {
    const missing = { values: {}, units: {}, omitted: ['part', 'whole'], missingPolicy: 'fail_validation', faults: [] };
    expect(admitInputs(shareFormula, {})).toEqual(missing);
    expect(admitInputs(shareFormula, { part: undefined, whole: { value: undefined, unit: 'count' } })).toEqual(missing);
    expect(admitInputs(shareFormula, { part: null as never, whole: null as never })).toEqual(missing);
  });

  it('puts the default in the place of a missing input', () => {
    const [part, whole] = shareFormula.spec.inputs;
    const defaulted = shareWith({
      inputs: [
        { ...part, missing_input_policy_override: 'default_value_with_audit', default_value: 7 },
        whole,
      ] as never,
    });
    expect(admitInputs(defaulted, { whole: quantity(9, 'count') })).toEqual({
      values: { part: 7, whole: 9 },
      units: { whole: 'count' },
      omitted: ['part'],
      missingPolicy: 'default_value_with_audit',
      faults: [],
    });
  });

  it('refuses a name that the formula does not know', verifies('KEL-FORMULAS-07'), () => {
    const given = { part: quantity(1, 'count'), whole: quantity(2, 'count'), hole: quantity(3, 'count') };
    expect(admitInputs(shareFormula, given).faults).toEqual([{ code: 'formula.input_unknown' }]);
  });

  it('collects the faults of all inputs', () => {
    const given = { part: quantity(1.5, 'count'), whole: quantity(2, 'usd') };
    expect(admitInputs(shareFormula, given).faults.map((fault) => fault.code)).toEqual([
      'formula.input_type_mismatch',
      'formula.input_unit_mismatch',
    ]);
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (first, second) => {
        const given = { part: { value: first, unit: 'count' }, whole: { value: second, unit: 'count' } } as const;
        expect(admitInputs(shareFormula, given).omitted.length).toBeLessThanOrEqual(2);
      }),
    );
  });
});
