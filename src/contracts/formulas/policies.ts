import { z } from 'zod';
import { PositiveCount } from '../core/index.ts';

export const NumericUnit = z.enum([
  'unitless',
  'ratio',
  'probability',
  'score_0_1',
  'count',
  'tokens',
  'usd',
  'milliseconds',
  'seconds',
  'percent',
  'custom',
]);
export type NumericUnit = z.infer<typeof NumericUnit>;

export const MetricValueKind = z.enum([
  'count',
  'ratio',
  'mean',
  'median',
  'quantile',
  'calibrated_score',
  'correlation',
  'distribution',
  'cost_vector',
  'boolean_derived',
  'enum_derived',
]);
export type MetricValueKind = z.infer<typeof MetricValueKind>;

/** What happens when an input is absent, from the strictest to the mildest; where several apply, the first is recorded. */
export const MissingInputPolicy = z.enum([
  'fail_validation',
  'block_computation',
  'return_indeterminate',
  'default_value_with_audit',
  'exclude_with_recorded_omission',
]);
export type MissingInputPolicy = z.infer<typeof MissingInputPolicy>;

export const ZeroDenominatorPolicy = z.enum([
  'return_indeterminate_insufficient_data',
  'return_zero',
  'return_one',
  'fail_validation',
]);
export type ZeroDenominatorPolicy = z.infer<typeof ZeroDenominatorPolicy>;

export const FiniteNumberPolicy = z.enum([
  'reject_nan_infinity',
  'coerce_to_indeterminate',
  'allow_only_in_test_fixture',
]);
export type FiniteNumberPolicy = z.infer<typeof FiniteNumberPolicy>;

export const RoundingPolicy = z.enum([
  'no_rounding_store_full_precision',
  'round_display_only',
  'round_to_6_decimal_places',
]);
export type RoundingPolicy = z.infer<typeof RoundingPolicy>;

export const SamplePolicy = z.strictObject({
  min_sample_size: PositiveCount,
  insufficient_sample_result: z.enum(['indeterminate', 'emit_with_low_confidence']),
  window_required: z.boolean(),
});
export type SamplePolicy = z.infer<typeof SamplePolicy>;

export const ConfidenceLevel = z.literal([0.8, 0.9, 0.95, 0.99]);
export type ConfidenceLevel = z.infer<typeof ConfidenceLevel>;

export const ConfidenceIntervalPolicy = z.strictObject({
  required: z.boolean(),
  interval_level: ConfidenceLevel,
  method: z.enum(['wilson', 'bootstrap', 'normal_approximation', 'bayesian_beta', 'not_applicable']),
});
export type ConfidenceIntervalPolicy = z.infer<typeof ConfidenceIntervalPolicy>;

/** Lower and upper bound, both included. */
export const NumericRange = z
  .tuple([z.number(), z.number()])
  .refine(([lowest, highest]) => lowest <= highest, 'the range ends below its start');
export type NumericRange = z.infer<typeof NumericRange>;
