import type { FormulaCode, FormulaEvaluationReceipt } from '../contracts/index.ts';
import { canonicalHash, hasCode } from '../kernel/index.ts';
import type { FormulaInputs } from './admit-inputs.ts';
import { inputManifestHash, inputValueHash, type EvaluationContext } from './receipt.ts';
import type { FormulaOutcome, FormulaRegistry } from './registry.ts';

/**
 * Computes again what a receipt says was computed. The same inputs under the same version must give the same receipt,
 * codes and interval included; anything else, the version being gone included, is drift. Inputs that are not the
 * receipt's prove nothing.
 */
export function recheckReceipt(
  registry: FormulaRegistry,
  receipt: FormulaEvaluationReceipt,
  inputs: FormulaInputs,
  window?: EvaluationContext['window'],
): FormulaCode[] {
  if (!areInputsOf(receipt, inputs)) return ['formula.inputs_inconsistent'];
  const again = evaluateAgain(registry, receipt, inputs, window);
  const isSame = again !== undefined && canonicalHash(again.receipt) === canonicalHash(receipt);
  return isSame ? [] : ['validation.formula_version_drift'];
}

function areInputsOf(receipt: FormulaEvaluationReceipt, inputs: FormulaInputs): boolean {
  const formula = { formula_id: receipt.formula_id, semantic_version: receipt.formula_semantic_version };
  return (
    inputValueHash(inputs) === receipt.input_value_hash &&
    inputManifestHash(formula, inputs, receipt.input_refs) === receipt.input_manifest_hash
  );
}

function evaluateAgain(
  registry: FormulaRegistry,
  receipt: FormulaEvaluationReceipt,
  inputs: FormulaInputs,
  window: EvaluationContext['window'],
): FormulaOutcome<unknown> | undefined {
  const ref = { id: receipt.formula_id, version: receipt.formula_semantic_version };
  try {
    return registry.evaluate(ref, inputs, {
      receiptId: receipt.receipt_id,
      computedAt: receipt.computed_at,
      producer: receipt.producer_ref,
      inputRefs: receipt.input_refs,
      ...(receipt.task_id && { taskId: receipt.task_id }),
      ...(receipt.run_id && { runId: receipt.run_id }),
      ...(receipt.output_ref && { outputRef: receipt.output_ref }),
      ...(window && { window }),
    });
  } catch (error) {
    if (hasCode(error, 'formula.unknown')) return undefined;
    throw error;
  }
}
