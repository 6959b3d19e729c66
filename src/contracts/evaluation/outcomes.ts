import { z } from 'zod';

/** Where an outcome stands while it is being worked on. Never written into a result. */
export const OutcomeEvaluationRuntimeState = z.enum(['pending', 'pending_dependency', 'evaluating', 'dirty']);
export type OutcomeEvaluationRuntimeState = z.infer<typeof OutcomeEvaluationRuntimeState>;

/** What an evaluation concluded about an outcome; only these leave the evaluator. */
export const OutcomeEvaluationDisposition = z.enum([
  'satisfied',
  'needs_revision',
  'needs_information',
  'needs_verification',
  'needs_human_judgment',
  'unable_to_evaluate',
  'blocked_by_policy',
  'regressed',
  'upstream_failure',
  'unrecoverable',
  'superseded',
  'max_iterations_reached',
]);
export type OutcomeEvaluationDisposition = z.infer<typeof OutcomeEvaluationDisposition>;

/** Both, for projections that show the current state whichever kind it is. */
export const OutcomeEvaluationState = z.enum([
  ...OutcomeEvaluationRuntimeState.options,
  ...OutcomeEvaluationDisposition.options,
]);
export type OutcomeEvaluationState = z.infer<typeof OutcomeEvaluationState>;

/** The way feedback leaves an evaluation. `none` is a branch: saying nothing is a decision that is recorded. */
export const FeedbackBranch = z.enum([
  'on_satisfied',
  'on_needs_revision',
  'on_needs_more_sources',
  'on_needs_source_verification',
  'on_needs_human_judgment',
  'on_blocked_by_policy',
  'on_upstream_failure',
  'on_unrecoverable',
  'on_repeated_failure',
  'none',
]);
export type FeedbackBranch = z.infer<typeof FeedbackBranch>;
