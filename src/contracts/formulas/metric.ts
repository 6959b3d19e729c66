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
import { FormulaCode } from './formula-spec.ts';
import { ConfidenceLevel, NumericRange, NumericUnit } from './policies.ts';

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

interface IntervalFigures {
  value: JsonValue;
  confidence_interval?: NumericRange | undefined;
  confidence_interval_level?: ConfidenceLevel | undefined;
}

/** An interval says nothing without its level, and there is none around a value that was not found. */
function isIntervalWhole({ value, confidence_interval: interval, confidence_interval_level: level }: IntervalFigures) {
  return (interval === undefined) === (level === undefined) && (interval === undefined || value !== null);
}

export const MetricRollup = z
  .strictObject({
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
    /** Reservations about the value, such as low confidence, or why there is none. Absent in the oldest roll-ups. */
    validation_codes: z.array(FormulaCode).optional(),
    confidence_interval: NumericRange.optional(),
    confidence_interval_level: ConfidenceLevel.optional(),
    created_at: Timestamp,
    schema_version: z.literal('1.0'),
  })
  .refine((rollup) => rollup.sample_size === rollup.included_observation_refs.length, {
    error: 'the sample size is not the number of observations included',
    path: ['sample_size'],
  })
  .refine(isIntervalWhole, { error: 'an interval needs its level and a value', path: ['confidence_interval'] });
export type MetricRollup = z.infer<typeof MetricRollup>;
