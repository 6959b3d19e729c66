import { z } from 'zod';
import { Count, DateRange, NonEmptyText, StorageRef } from '../core/index.ts';

export const CostDimension = z.enum([
  'usd',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'local_compute_seconds',
  'wall_clock_ms',
  'external_api_calls',
  'external_api_usd',
  'storage_bytes',
  'human_review_minutes',
]);
export type CostDimension = z.infer<typeof CostDimension>;

/** Aborts, so that a negative amount has this one fault and is not compared with the others as well. */
const CostAmount = z.number('validation.cost_vector_negative_component').nonnegative({ abort: true });

interface CostFigures {
  expected: number;
  p50?: number | undefined;
  p90?: number | undefined;
  p99?: number | undefined;
  hard_cap?: number | undefined;
}

function quantilesRise(cost: CostFigures): boolean {
  const given = [cost.p50, cost.p90, cost.p99, cost.hard_cap].filter((amount) => amount !== undefined);
  return given.every((amount, index) => amount >= (given[index - 1] ?? amount));
}

/** What can never be exceeded cannot be expected to be. */
function expectsWithinCap(cost: CostFigures): boolean {
  return cost.hard_cap === undefined || cost.expected <= cost.hard_cap;
}

/** An expected cost and how far it may stray. */
export const CostDistribution = z
  .strictObject({
    expected: CostAmount,
    p50: CostAmount.optional(),
    p90: CostAmount.optional(),
    p99: CostAmount.optional(),
    hard_cap: CostAmount.optional(),
    unit: CostDimension,
  })
  .refine(quantilesRise, 'a higher quantile costs less than a lower one')
  .refine(expectsWithinCap, 'the expected cost is beyond the hard cap');
export type CostDistribution = z.infer<typeof CostDistribution>;

type Components = Partial<Record<CostDimension, CostDistribution>>;

/** An amount under the wrong dimension would be added to the wrong total. */
function reportUnitMismatches(components: Components, context: z.RefinementCtx): void {
  for (const [dimension, distribution] of Object.entries(components)) {
    if (distribution.unit === dimension) continue;
    context.addIssue({ code: 'custom', message: 'validation.cost_vector_unit_mismatch', path: [dimension, 'unit'] });
  }
}

/** Amounts by dimension. */
export const CostComponents = z.partialRecord(CostDimension, CostDistribution).superRefine(reportUnitMismatches);
export type CostComponents = z.infer<typeof CostComponents>;

/** Whether an estimate has been compared with what came true, has not been yet, or is being tried out. */
export const CalibrationStatus = z.enum(['calibrated', 'uncalibrated', 'experimental']);
export type CalibrationStatus = z.infer<typeof CalibrationStatus>;

export const CostVector = z.strictObject({
  cost_vector_id: NonEmptyText,
  components: CostComponents,
  basis: z.enum(['historical', 'model_priced', 'provider_quote', 'heuristic', 'measured_actual']),
  estimator_confidence: CalibrationStatus,
  sample_size: Count.optional(),
  measurement_window: DateRange.optional(),
  assumptions: z.array(z.string()),
  formula_eval_receipt_ref: StorageRef.optional(),
  schema_version: z.literal('1.0'),
});
export type CostVector = z.infer<typeof CostVector>;

export const CostCorrelationPolicy = z.enum([
  'assume_independent_monte_carlo',
  'assume_perfect_correlation_upper_bound',
  'empirical_joint_distribution',
]);
export type CostCorrelationPolicy = z.infer<typeof CostCorrelationPolicy>;

/** Sums longer than this are added in parts; the bound keeps one evaluation short. */
export const COST_ADDENDS_MAX = 256;

/** The cost components to add. */
export const CostAddends = z.array(CostComponents).max(COST_ADDENDS_MAX);
export type CostAddends = z.infer<typeof CostAddends>;

/** Costs observed together: for each dimension rows with one amount for each addend that has the dimension, in order. */
export const JointCostSamples = z.partialRecord(CostDimension, z.array(z.array(CostAmount)));
export type JointCostSamples = z.infer<typeof JointCostSamples>;
