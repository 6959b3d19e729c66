import { z } from 'zod';
import { Name, ReceiptId, RunId, SemanticVersion, Sha256, StorageRef, TaskId, Timestamp } from '../core/index.ts';
import { FormulaCode, FormulaId, FormulaIndeterminateCause, FormulaInputName } from './formula-spec.ts';
import { ConfidenceInterval } from './numbers.ts';
import { MissingInputPolicy, ZeroDenominatorPolicy } from './policies.ts';

export const FiniteNumberCheck = z.enum(['passed', 'failed_nan', 'failed_infinity', 'coerced_to_indeterminate']);
export type FiniteNumberCheck = z.infer<typeof FiniteNumberCheck>;

/**
 * Proves how one value was derived. It travels inside the event that carries the value, so `output_ref` is present
 * only when the value is stored elsewhere. `outcome` says whether the hashed output is a value at all; without one the
 * hash is that of null, which is what a record then holds in its place.
 */
export const FormulaEvaluationReceipt = z.strictObject({
  receipt_id: ReceiptId,
  formula_id: FormulaId,
  formula_semantic_version: SemanticVersion,
  producer_ref: Name,
  task_id: TaskId.optional(),
  run_id: RunId.optional(),
  input_refs: z.array(StorageRef),
  input_manifest_hash: Sha256,
  input_value_hash: Sha256,
  output_ref: StorageRef.optional(),
  outcome: z.enum(['value', 'indeterminate', 'rejected']),
  output_value_hash: Sha256,
  indeterminate_cause: FormulaIndeterminateCause.optional(),
  confidence_interval: ConfidenceInterval.optional(),
  omitted_input_names: z.array(FormulaInputName),
  missing_input_policy_applied: MissingInputPolicy.optional(),
  zero_denominator_policy_applied: ZeroDenominatorPolicy.optional(),
  finite_number_check: FiniteNumberCheck,
  validation_codes: z.array(FormulaCode),
  computed_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type FormulaEvaluationReceipt = z.infer<typeof FormulaEvaluationReceipt>;
