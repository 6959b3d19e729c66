import { z } from 'zod';

/** The answer to one criterion. There is no boolean pass: "not known" and "does not apply" are answers too. */
export const EvaluationVerdict = z.enum(['passed', 'failed', 'indeterminate', 'not_applicable']);
export type EvaluationVerdict = z.infer<typeof EvaluationVerdict>;

/** Why a verdict could not be reached; an indeterminate verdict always names one. */
export const IndeterminateCause = z.enum([
  'missing_information',
  'missing_source',
  'stale_source',
  'missing_capability',
  'policy_block',
  'human_judgment_required',
  'conflicting_evidence',
  'tool_failure',
  'timeout',
  'unsupported_scope',
  'blocked_before_substantive_verdict',
]);
export type IndeterminateCause = z.infer<typeof IndeterminateCause>;

/** How far the evaluation got before its verdict was written. */
export const SubstantiveVerdictStatus = z.enum([
  'substantive_verdict_reached',
  'blocked_before_substantive_verdict',
  'partial_substantive_verdict',
]);
export type SubstantiveVerdictStatus = z.infer<typeof SubstantiveVerdictStatus>;

/** What a reader must know before relying on a verdict, even on a passed one. */
export const EvaluationLimitationKind = z.enum([
  'insufficient_evidence',
  'human_judgment_needed',
  'missing_capability',
  'source_unavailable',
  'policy_blocked',
  'stale_evidence',
  'unable_to_ground_claim',
  'unchecked_claims_present',
  'unreviewed_candidate_revision',
  'external_side_effect_unverified',
]);
export type EvaluationLimitationKind = z.infer<typeof EvaluationLimitationKind>;

/**
 * Where a producer thinks the work should go next. The values are exactly the routes a chain can
 * resolve to, because a recommendation that no resolution can follow would be noise.
 */
export const EvaluationRouteRecommendation = z.enum([
  'pass_path',
  'fail_path',
  'human_review_path',
  'retry_path',
  'block_until_resolved',
]);
export type EvaluationRouteRecommendation = z.infer<typeof EvaluationRouteRecommendation>;
