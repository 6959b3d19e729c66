import type {
  QualityAssessment,
  QualityIndex,
  QualityIndexPolicy,
  SemanticVersion,
  StorageRef,
  ValidationCode,
} from '../../contracts/index.ts';
import { isWithin } from '../numeric-content.ts';
import type { FormulaOutcome } from '../registry.ts';
import { derivePassStatus } from './quality-index.ts';

/** The index as it is stored, with the receipt that proves it. A rejected evaluation gives none. */
export function qualityIndexRecord(
  outcome: FormulaOutcome<QualityAssessment>,
  policy: QualityIndexPolicy,
  receiptRef: StorageRef,
): QualityIndex | undefined {
  if (outcome.status === 'rejected') return undefined;
  const assessed: Pick<QualityIndex, 'aggregate_score' | 'required_gate_failures' | 'derived_pass_status'> =
    outcome.status === 'value'
      ? outcome.value
      : { aggregate_score: null, required_gate_failures: [], derived_pass_status: 'indeterminate' };
  const version: SemanticVersion = outcome.receipt.formula_semantic_version;
  return {
    ...policy,
    ...assessed,
    formula_eval_receipt_ref: receiptRef,
    metric_semantics_version: version,
    schema_version: '1.1',
  };
}

/** An index that somebody else wrote; nothing about it is believed yet. */
export interface ClaimedQualityIndex {
  readonly aggregate_score: number | null;
  readonly pass_threshold: number;
  readonly required_gate_failures: readonly string[];
  readonly derived_pass_status: string;
  readonly formula_eval_receipt_ref?: unknown;
}

/** What is wrong with a claimed index; empty when its status follows from its own figures. */
export function qualityIndexFaults(claimed: ClaimedQualityIndex): ValidationCode[] {
  const { aggregate_score: score, pass_threshold: threshold, required_gate_failures: failures } = claimed;
  const faults: ValidationCode[] = [];
  if (!claimed.formula_eval_receipt_ref) faults.push('validation.quality_index_without_formula_receipt');
  if (!isWithin([score, threshold], [0, 1])) faults.push('validation.quality_index_score_out_of_range');
  if (claimed.derived_pass_status !== derivePassStatus(score, threshold, failures)) {
    faults.push('validation.quality_index_pass_status_drift');
  }
  return faults;
}
