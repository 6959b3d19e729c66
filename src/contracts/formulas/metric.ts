import { z } from 'zod';
import {
  Count,
  DataClass,
  DateRange,
  JsonValue,
  Name,
  ObservationId,
  RollupId,
  StorageRef,
  Timestamp,
} from '../core/index.ts';
import { ConfidenceLevel, NumericUnit } from './policies.ts';

/**
 * One measured value. It sits in the event itself, with its unit, instead of behind a reference; a later event may
 * declare the observation invalid, so that is never a field of it.
 */
export const MetricObservation = z.strictObject({
  observation_id: ObservationId,
  metric_id: Name,
  formula_eval_receipt_ref: StorageRef,
  subject_ref: StorageRef,
  observed_at: Timestamp,
  value: z.number(),
  unit: NumericUnit,
  /** Set when the thing measured had not ended by then: its true value is at least this one. */
  right_censored_at: Timestamp.optional(),
  data_class: DataClass,
  matter_id: Name.optional(),
  schema_version: z.literal('1.0'),
});
export type MetricObservation = z.infer<typeof MetricObservation>;

export const MetricExclusionReason = z.enum([
  'outside_window',
  'wrong_subject_scope',
  'right_censored',
  'policy_filtered',
  'duplicate',
  'invalidated',
]);
export type MetricExclusionReason = z.infer<typeof MetricExclusionReason>;

export const MetricRollup = z.strictObject({
  rollup_id: RollupId,
  metric_id: Name,
  subject_scope_ref: StorageRef,
  measurement_window: DateRange,
  included_observation_refs: z.array(StorageRef),
  excluded_observation_refs: z.array(
    z.strictObject({ observation_ref: StorageRef, exclusion_reason: MetricExclusionReason }),
  ),
  formula_eval_receipt_ref: StorageRef,
  sample_size: Count,
  /** Null when the formula found no value, for instance in too small a sample. */
  value: JsonValue,
  confidence_interval: z.tuple([z.number(), z.number()]).optional(),
  confidence_interval_level: ConfidenceLevel.optional(),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type MetricRollup = z.infer<typeof MetricRollup>;
