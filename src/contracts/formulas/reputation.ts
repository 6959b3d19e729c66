import { z } from 'zod';
import { Count, UnitInterval } from '../core/index.ts';

/** Regressions by how much they hurt. */
export const SeverityCounts = z.strictObject({ minor: Count, major: Count, critical: Count });
export type SeverityCounts = z.infer<typeof SeverityCounts>;

const Weight = z.number().nonnegative();

export const SeverityWeights = z.strictObject({ minor: Weight, major: Weight, critical: Weight });
export type SeverityWeights = z.infer<typeof SeverityWeights>;

export const DEFAULT_SEVERITY_WEIGHTS = { minor: 1, major: 2, critical: 5 } as const satisfies SeverityWeights;

/** Regressions per accepted change, as they are and by severity; the second can pass 1. */
export const RegressionRates = z.strictObject({
  unweighted_regression_rate: z.number(),
  severity_weighted_penalty_rate: z.number(),
});
export type RegressionRates = z.infer<typeof RegressionRates>;

/** What a sub-agent did well, and the share in which it did harm, cost too much, missed or cried wolf. */
export const ReputationComponents = z.strictObject({
  hit_rate: UnitInterval,
  attribution_lift: UnitInterval,
  regression_penalty: UnitInterval,
  cost_penalty: UnitInterval,
  false_negative_penalty: UnitInterval,
  false_positive_penalty: UnitInterval,
});
export type ReputationComponents = z.infer<typeof ReputationComponents>;

export const ReputationWeights = z.strictObject({
  hit_rate: Weight,
  attribution_lift: Weight,
  inverse_regression_penalty: Weight,
  inverse_cost_penalty: Weight,
  false_negative_penalty: Weight,
  false_positive_penalty: Weight,
});
export type ReputationWeights = z.infer<typeof ReputationWeights>;

/** A miss weighs twice a false alarm; a score from fewer invocations would be noise. */
export const REPUTATION_DEFAULTS = { false_negative_weight_multiplier: 2, min_invocation_count: 10 } as const;
