import { z } from 'zod';
import { JsonValue, NonEmptyText, SchemaRef, SemanticVersion } from '../core/index.ts';
import { OwnerDoc } from '../types/type-owners.ts';
import { ValidationCode } from '../validation/index.ts';
import {
  ConfidenceIntervalPolicy,
  FiniteNumberPolicy,
  MetricValueKind,
  MissingInputPolicy,
  NumericRange,
  NumericUnit,
  RoundingPolicy,
  SamplePolicy,
  ZeroDenominatorPolicy,
} from './policies.ts';

/** Area and name, such as `loss.distance`. */
export const FormulaId = z.string().regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/, 'expected area.name in lower case');
export type FormulaId = z.infer<typeof FormulaId>;

/** The name of an input, in snake case. */
export const FormulaInputName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'expected snake_case');
export type FormulaInputName = z.infer<typeof FormulaInputName>;

/** A number means nothing without its unit, so one never travels without the other. */
export const FormulaInputValue = z.strictObject({ value: z.unknown(), unit: NumericUnit });
export type FormulaInputValue = z.infer<typeof FormulaInputValue>;

/** Never empty: seconds passed as milliseconds are the mistake this registry exists to catch. */
const AllowedUnits = z.array(NumericUnit).min(1, 'formula.input_without_units');

export const FormulaInputSpec = z.strictObject({
  name: FormulaInputName,
  type_ref: SchemaRef,
  required: z.boolean(),
  allowed_units: AllowedUnits,
  allowed_range: NumericRange.optional(),
  missing_input_policy_override: MissingInputPolicy.optional(),
  /** Used under `default_value_with_audit` only. */
  default_value: JsonValue.optional(),
});
export type FormulaInputSpec = z.infer<typeof FormulaInputSpec>;

/** A ratio of counts is never negative and declares so; an output that may be is a correlation or a difference. */
function isHonestRatio(output: { value_kind: MetricValueKind; range?: NumericRange | undefined }): boolean {
  return output.value_kind !== 'ratio' || (output.range !== undefined && output.range[0] >= 0);
}

export const FormulaOutputSpec = z
  .strictObject({
    value_kind: MetricValueKind,
    unit: NumericUnit,
    range: NumericRange.optional(),
    higher_is_better: z.boolean().optional(),
    finite_number_policy: FiniteNumberPolicy,
  })
  .refine(isHonestRatio, { error: 'validation.correlation_metric_declared_as_ratio', path: ['value_kind'] });
export type FormulaOutputSpec = z.infer<typeof FormulaOutputSpec>;

/** Codes of this registry's own checks; the `validation.*` codes come beside them. */
export const FormulaCheckCode = z.enum([
  'formula.input_unknown',
  'formula.input_missing',
  'formula.computation_blocked',
  'formula.input_unit_mismatch',
  'formula.input_type_mismatch',
  'formula.input_not_finite',
  'formula.input_out_of_range',
  'formula.inputs_inconsistent',
  'formula.zero_denominator',
  'formula.output_out_of_range',
  'formula.insufficient_sample',
  'formula.low_confidence',
  'formula.interval_unavailable',
]);
export type FormulaCheckCode = z.infer<typeof FormulaCheckCode>;

/** Why a definition is not registered, beside the `validation.*` codes. */
export const FormulaRegistrationCode = z.enum([
  'formula.spec_invalid',
  'formula.duplicate',
  'formula.input_without_units',
  'formula.default_value_invalid',
  'formula.required_input_excludable',
  'formula.zero_denominator_policy_unfit',
  'formula.finite_number_policy_unfit',
  'formula.sample_size_undefined',
  'formula.interval_undefined',
  'formula.test_vector_failed',
]);
export type FormulaRegistrationCode = z.infer<typeof FormulaRegistrationCode>;

/** Any code that an evaluation may report. */
export const FormulaCode = z.union([ValidationCode, FormulaCheckCode]);
export type FormulaCode = z.infer<typeof FormulaCode>;

/** Vectors hold their values inline: they are part of the definition and are versioned with it. */
export const FormulaTestVector = z.strictObject({
  test_vector_id: NonEmptyText,
  inputs: z.record(FormulaInputName, FormulaInputValue),
  expected_status: z.enum(['value', 'indeterminate', 'rejected']),
  /** Present exactly when a value is expected. */
  expected_output: JsonValue.optional(),
  expected_validation_codes: z.array(FormulaCode),
  schema_version: z.literal('1.0'),
});
export type FormulaTestVector = z.infer<typeof FormulaTestVector>;

const TestVectors = z.array(FormulaTestVector).min(1, 'validation.formula_test_vector_missing');

/**
 * What a formula promises. The expression is text for people; the function that computes it ships in the same
 * definition, so there is no reference to a stored expression.
 */
export const FormulaSpec = z.strictObject({
  formula_id: FormulaId,
  owner_doc: OwnerDoc,
  semantic_version: SemanticVersion,
  purpose: NonEmptyText,
  expression: NonEmptyText,
  expression_language: z.enum([
    'deterministic_typescript',
    'sql_read_model',
    'declarative_metric_dsl',
    'human_review_required',
  ]),
  inputs: z.array(FormulaInputSpec).min(1),
  output: FormulaOutputSpec,
  missing_input_policy: MissingInputPolicy,
  zero_denominator_policy: ZeroDenominatorPolicy.optional(),
  rounding_policy: RoundingPolicy,
  sample_policy: SamplePolicy.optional(),
  confidence_interval_policy: ConfidenceIntervalPolicy.optional(),
  test_vectors: TestVectors,
  schema_version: z.literal('1.0'),
});
export type FormulaSpec = z.infer<typeof FormulaSpec>;

/** Why there is no value although nothing was wrong with the inputs' form. */
export const FormulaIndeterminateCause = z.enum([
  'missing_input',
  'non_finite_number',
  'zero_denominator',
  'insufficient_sample',
  'missing_dimension',
  'unanchored_judgment',
  'all_one_class',
]);
export type FormulaIndeterminateCause = z.infer<typeof FormulaIndeterminateCause>;
