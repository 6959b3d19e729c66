import {
  FormulaRegistrationCode,
  FormulaSpec,
  ValidationCode,
  type DateRange,
  type FormulaTestVector,
  type MetricValueKind,
} from '../contracts/index.ts';
import { missingPolicyOf } from './admit-inputs.ts';
import type { FormulaDefinition } from './definition.ts';
import { settle } from './settle.ts';

/** Hand-computed results are written in decimal, so they may differ from the machine's in the last digits. */
const VECTOR_TOLERANCE = 1e-12;
/** Vectors hold no time; a formula that asks for a window gets this one. */
const VECTOR_WINDOW: DateRange = { start: '2000-01-01T00:00:00.000Z', end: '2000-01-02T00:00:00.000Z' };
const NUMBER_KINDS: ReadonlySet<MetricValueKind> = new Set([
  'count',
  'ratio',
  'mean',
  'median',
  'quantile',
  'calibrated_score',
  'correlation',
]);

export interface RegistrationProblem {
  readonly formula: string;
  readonly code: FormulaRegistrationCode | ValidationCode;
  readonly detail: string;
}

type Finding = Omit<RegistrationProblem, 'formula'>;

export function formulaKey(spec: Pick<FormulaSpec, 'formula_id' | 'semantic_version'>): string {
  return `${spec.formula_id}@${spec.semantic_version}`;
}

/** Why this definition may not be used; empty when it may. Vectors run only on a definition that is otherwise sound. */
export function registrationProblems(definition: FormulaDefinition): RegistrationProblem[] {
  const found = [...specProblems(definition.spec), ...inputProblems(definition), ...policyProblems(definition)];
  const problems =
    found.length > 0 ? found : definition.spec.test_vectors.flatMap((each) => vectorProblems(definition, each));
  return problems.map((problem) => ({ formula: formulaKey(definition.spec), ...problem }));
}

export function specProblems(spec: FormulaSpec): Finding[] {
  const parsed = FormulaSpec.safeParse(spec);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({
    code: codeOfSpecIssue(issue.message),
    detail: `${issue.path.join('.')}: ${issue.message}`,
  }));
}

/** The spec's rules carry their code as their message; other messages are zod's own. */
function codeOfSpecIssue(message: string): Finding['code'] {
  const registration = FormulaRegistrationCode.safeParse(message);
  if (registration.success) return registration.data;
  const validation = ValidationCode.safeParse(message);
  return validation.success ? validation.data : 'formula.spec_invalid';
}

export function inputProblems(definition: FormulaDefinition): Finding[] {
  return definition.spec.inputs.flatMap((input): Finding[] => {
    const policy = missingPolicyOf(input, definition.spec.missing_input_policy);
    const accepts = (value: unknown) => definition.schemas[input.name]?.safeParse(value).success === true;
    if (policy === 'default_value_with_audit' && (input.default_value === undefined || !accepts(input.default_value))) {
      return [{ code: 'formula.default_value_invalid', detail: input.name }];
    }
    if (policy === 'exclude_with_recorded_omission' && !accepts(undefined)) {
      return [{ code: 'formula.required_input_excludable', detail: input.name }];
    }
    return [];
  });
}

/** A calibration figure from a handful of cases would be believed like any other. */
export function isCalibrationWithoutSamplePolicy(spec: Pick<FormulaSpec, 'formula_id' | 'sample_policy'>): boolean {
  return (
    spec.formula_id.startsWith('calibration.') && spec.sample_policy?.insufficient_sample_result !== 'indeterminate'
  );
}

export function policyProblems({ spec, sampleSize, interval }: FormulaDefinition): Finding[] {
  const found: Finding[] = [];
  const policy = spec.zero_denominator_policy;
  if ((policy === 'return_zero' || policy === 'return_one') && !NUMBER_KINDS.has(spec.output.value_kind)) {
    found.push({ code: 'formula.zero_denominator_policy_unfit', detail: spec.output.value_kind });
  }
  // No registry of the product is a test fixture, so a formula that may emit NaN has no place in any.
  if (spec.output.finite_number_policy === 'allow_only_in_test_fixture') {
    found.push({ code: 'formula.finite_number_policy_unfit', detail: spec.output.finite_number_policy });
  }
  if (isCalibrationWithoutSamplePolicy(spec)) {
    found.push({ code: 'validation.calibration_metric_without_sample_policy', detail: spec.formula_id });
  }
  if (spec.sample_policy && !sampleSize) found.push({ code: 'formula.sample_size_undefined', detail: 'sample_policy' });
  const intervals = spec.confidence_interval_policy;
  if (intervals?.required && (!interval || intervals.method === 'not_applicable')) {
    found.push({ code: 'formula.interval_undefined', detail: intervals.method });
  }
  return found;
}

export function vectorProblems(definition: FormulaDefinition, expected: FormulaTestVector): Finding[] {
  const { verdict } = settle(definition, expected.inputs, VECTOR_WINDOW);
  const value = verdict.status === 'value' ? verdict.value : undefined;
  const comesOut =
    verdict.status === expected.expected_status &&
    isClose(verdict.codes, expected.expected_validation_codes) &&
    isClose(value, expected.expected_output);
  if (comesOut) return [];
  return [
    {
      code: 'formula.test_vector_failed',
      detail: `${expected.test_vector_id}: ${JSON.stringify({ value, ...verdict })}`,
    },
  ];
}

/** Equal in shape and text, and in numbers up to the tolerance. */
export function isClose(actual: unknown, expected: unknown): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') {
    return Math.abs(actual - expected) <= VECTOR_TOLERANCE * Math.max(1, Math.abs(expected));
  }
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null) {
    return actual === expected;
  }
  const actualMembers = Object.entries(actual);
  const expectedMembers = new Map(Object.entries(expected));
  return (
    Array.isArray(actual) === Array.isArray(expected) &&
    actualMembers.length === expectedMembers.size &&
    actualMembers.every(([name, member]) => expectedMembers.has(name) && isClose(member, expectedMembers.get(name)))
  );
}
