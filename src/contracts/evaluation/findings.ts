import { z } from 'zod';

/** The life of a finding. Only the current record holds it; the event that raised the finding never changes. */
export const FindingState = z.enum([
  'proposed',
  'active',
  'contested',
  'resolved',
  'superseded_by_revision',
  'superseded_by_source_change',
  'expired',
  'user_approved',
  'tool_verified',
  'human_verified',
  'rejected_by_user',
  'dismissed',
  'unrecoverable',
]);
export type FindingState = z.infer<typeof FindingState>;

/**
 * What is wrong, by the thing that would put it right: the work (criterion, claim, format, regression),
 * its sources, the rules it runs under, or the process itself. Each kind so has one natural feedback branch.
 */
export const FindingKind = z.enum([
  'criterion_unmet',
  'claim_unsupported',
  'claim_contradicted',
  'format_invalid',
  'regression',
  'source_missing',
  'source_stale',
  'policy_violation',
  'requirements_contradictory',
  'process_gap',
]);
export type FindingKind = z.infer<typeof FindingKind>;

/**
 * Who may raise a finding or score a result: the three producers of the emission matrix, and a person,
 * whose labels count as authority. Validators report outcomes, not findings, so they are not here.
 */
export const ProducerKind = z.enum(['outcome_evaluator', 'judge', 'deterministic_scorer', 'human_reviewer']);
export type ProducerKind = z.infer<typeof ProducerKind>;

/**
 * What a finding stands on: every basis that can give it authority to block, and `model_judgment`,
 * which by itself cannot; it is listed so that a finding which has nothing better must say so.
 */
export const AssuranceBasis = z.enum([
  'deterministic_check',
  'source_reference',
  'tool_verification',
  'rubric_criterion',
  'user_instruction',
  'saved_criteria',
  'human_label',
  'multi_reviewer_consensus',
  'model_judgment',
]);
export type AssuranceBasis = z.infer<typeof AssuranceBasis>;

/** Where a confidence figure comes from, from the firmest to the weakest; a model's own figure is the weakest. */
export const ConfidenceBasis = z.enum([
  'deterministic_result',
  'human_statement',
  'calibrated_history',
  'evidence_coverage',
  'reviewer_agreement',
  'model_self_report',
]);
export type ConfidenceBasis = z.infer<typeof ConfidenceBasis>;
