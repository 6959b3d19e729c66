import type {
  DateRange,
  FormulaCode,
  FormulaSpec,
  MissingInputPolicy,
  ZeroDenominatorPolicy,
} from '../contracts/index.ts';
import type { InputFault } from './admit-inputs.ts';
import type { FormulaDefinition } from './definition.ts';
import type { NonFinite } from './numeric-content.ts';
import { finite, refusal, withhold, type Judgement, type Verdict } from './verdict.ts';

/** Inputs whose only fault is not being finite follow the finite-number policy; any other fault is a rejection. */
export function refuseInputs(spec: FormulaSpec, faults: readonly InputFault[]): Judgement<never> {
  const codes = [...new Set(faults.map((fault) => fault.code))];
  const kinds = new Set(faults.map((fault) => fault.nonFinite));
  if (kinds.has(undefined)) return finite({ status: 'rejected', codes });
  return notFinite(spec, kinds.has('nan') ? 'nan' : 'infinity', codes);
}

export function notFinite(spec: FormulaSpec, kind: NonFinite, codes: readonly FormulaCode[]): Judgement<never> {
  if (spec.output.finite_number_policy === 'coerce_to_indeterminate') {
    const verdict = { status: 'indeterminate', cause: 'non_finite_number', codes } as const;
    return { verdict, finiteCheck: 'coerced_to_indeterminate' };
  }
  return { verdict: { status: 'rejected', codes }, finiteCheck: `failed_${kind}` };
}

export function stopForMissing(policy: MissingInputPolicy | undefined): Verdict<never> | undefined {
  switch (policy) {
    case 'fail_validation':
      return refusal('formula.input_missing');
    case 'block_computation':
      return refusal('formula.computation_blocked');
    case 'return_indeterminate':
      return withhold('missing_input', 'formula.input_missing');
    case 'default_value_with_audit':
    case 'exclude_with_recorded_omission':
    case undefined:
      return undefined;
  }
}

export function stopForSample(
  definition: FormulaDefinition,
  values: Readonly<Record<string, unknown>>,
  window: DateRange | undefined,
): Verdict<never> | undefined {
  const policy = definition.spec.sample_policy;
  if (policy?.window_required && window === undefined) return refusal('validation.metric_rollup_without_window');
  const withholds = policy?.insufficient_sample_result === 'indeterminate' && isSampleTooSmall(definition, values);
  return withholds ? withhold('insufficient_sample', 'formula.insufficient_sample') : undefined;
}

export function isSampleTooSmall(definition: FormulaDefinition, values: Readonly<Record<string, unknown>>): boolean {
  const policy = definition.spec.sample_policy;
  return policy !== undefined && (definition.sampleSize?.(values) ?? 0) < policy.min_sample_size;
}

/** Without a declared policy a zero denominator is an error, never a guess. */
export function zeroDenominatorPolicyOf(spec: FormulaSpec): ZeroDenominatorPolicy {
  return spec.zero_denominator_policy ?? 'fail_validation';
}

/** A value that the policy puts in the place of a quotient says so: it was decided, not measured. */
export function settleZeroDenominator(policy: ZeroDenominatorPolicy): Verdict<number> {
  switch (policy) {
    case 'return_zero':
      return { status: 'value', value: 0, codes: ['formula.zero_denominator'] };
    case 'return_one':
      return { status: 'value', value: 1, codes: ['formula.zero_denominator'] };
    case 'return_indeterminate_insufficient_data':
      return withhold('zero_denominator', 'formula.zero_denominator');
    case 'fail_validation':
      return refusal('formula.zero_denominator');
  }
}
