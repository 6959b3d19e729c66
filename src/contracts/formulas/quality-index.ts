import { z } from 'zod';
import { NonEmptyText, SemanticVersion, StorageRef } from '../core/index.ts';

const Score = z.number('validation.quality_index_score_out_of_range').min(0).max(1);

export const QualityDimension = z.strictObject({
  dimension_id: NonEmptyText,
  /** Null when the dimension was not measured. */
  score: Score.nullable(),
  weight: z.number('validation.criterion_weight_invalid').nonnegative(),
  required: z.boolean(),
  /** The least score with which a required dimension passes its gate. */
  gate_score: Score,
});
export type QualityDimension = z.infer<typeof QualityDimension>;

export const QualityDimensions = z.array(QualityDimension);
export type QualityDimensions = z.infer<typeof QualityDimensions>;

export const QualityIndexPolicy = z.strictObject({
  pass_threshold: Score,
  aggregation_method: z.enum([
    'all_required_then_weighted_mean',
    'weighted_mean',
    'min_required_score',
    'all_or_nothing',
  ]),
  missing_dimension_policy: z.enum(['fail_required', 'exclude_optional_with_penalty', 'indeterminate']),
});
export type QualityIndexPolicy = z.infer<typeof QualityIndexPolicy>;

export const DerivedPassStatus = z.enum(['passed', 'failed_threshold', 'failed_required_gate', 'indeterminate']);
export type DerivedPassStatus = z.infer<typeof DerivedPassStatus>;

/** What the quality formula computes; the stored index adds the receipt that proves it. */
export const QualityAssessment = z.strictObject({
  /** Null when a required gate failed and the rest could not be scored. */
  aggregate_score: Score.nullable(),
  required_gate_failures: z.array(z.string()),
  derived_pass_status: DerivedPassStatus,
});
export type QualityAssessment = z.infer<typeof QualityAssessment>;

interface IndexFigures {
  aggregate_score: number | null;
  required_gate_failures: readonly string[];
  derived_pass_status: DerivedPassStatus;
}

/** A failed gate decides alone, with or without a score; otherwise only an unknown score is indeterminate. */
function statusFits(index: IndexFigures): boolean {
  const { aggregate_score: score, derived_pass_status: status } = index;
  if (index.required_gate_failures.length > 0) return status === 'failed_required_gate';
  return status !== 'failed_required_gate' && (score === null) === (status === 'indeterminate');
}

export const QualityIndex = z
  .strictObject({
    ...QualityIndexPolicy.shape,
    aggregate_score: Score.nullable(),
    required_gate_failures: z.array(z.string()),
    derived_pass_status: DerivedPassStatus,
    formula_eval_receipt_ref: StorageRef,
    metric_semantics_version: SemanticVersion,
    schema_version: z.literal('1.1'),
  })
  .refine(statusFits, { error: 'validation.quality_index_pass_status_drift', path: ['derived_pass_status'] });
export type QualityIndex = z.infer<typeof QualityIndex>;
