import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';

export const CriterionPriority = z.enum(['must_have', 'should_have', 'nice_to_have']);
export type CriterionPriority = z.infer<typeof CriterionPriority>;

/** A criterion that names no priority counts as this one. */
export const DEFAULT_CRITERION_PRIORITY: CriterionPriority = 'should_have';

export const CriterionScoringBasis = z.enum([
  'deterministic_check',
  'human_judgment',
  'anchored_llm_judgment',
  'unanchored_llm_judgment',
]);
export type CriterionScoringBasis = z.infer<typeof CriterionScoringBasis>;

/** Finite and not negative; anything else would let one criterion cancel another. */
const CriterionWeight = z.number('validation.criterion_weight_invalid').nonnegative();

export const WeightedCriterion = z.strictObject({
  criterion_id: NonEmptyText,
  scoring_basis: CriterionScoringBasis,
  weight: CriterionWeight.optional(),
  priority: CriterionPriority.optional(),
});
export type WeightedCriterion = z.infer<typeof WeightedCriterion>;

export const WeightedCriteria = z.array(WeightedCriterion);
export type WeightedCriteria = z.infer<typeof WeightedCriteria>;

export const OutcomeComplianceScoringConfig = z.strictObject({
  default_weight_policy: z.enum(['from_criterion_weight', 'from_priority', 'equal']),
  unanchored_llm_judgment_policy: z.enum(['indeterminate', 'exclude', 'include_with_audit_flag']),
  priority_weight_map: z.partialRecord(CriterionPriority, CriterionWeight),
});
export type OutcomeComplianceScoringConfig = z.infer<typeof OutcomeComplianceScoringConfig>;

/** Weights sum to one; criteria scored on an unanchored judgment and kept by policy are named. */
export const NormalizedCriterionWeights = z.strictObject({
  weights: z.record(z.string(), z.number()),
  audit_flagged_criterion_ids: z.array(z.string()),
});
export type NormalizedCriterionWeights = z.infer<typeof NormalizedCriterionWeights>;
