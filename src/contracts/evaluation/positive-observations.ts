import { z } from 'zod';
import { Name, ObservationId, StorageRef, Timestamp } from '../core/index.ts';

/** What an evaluation found to be right, with its evidence: praise without criteria or evidence is refused. */
export const PositiveEvaluationObservation = z.strictObject({
  observation_id: ObservationId,
  result_id: Name,
  outcome_id: Name,
  observed_passed_criterion_ids: z.array(Name).min(1),
  positive_summary: z.string().min(1).max(2_000),
  evidence_refs: z.array(StorageRef).min(1),
  formula_eval_receipt_ref: StorageRef.optional(),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type PositiveEvaluationObservation = z.infer<typeof PositiveEvaluationObservation>;
