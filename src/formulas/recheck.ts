import type { FormulaCode, FormulaEvaluationReceipt } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import type { FormulaInputs } from './admit-inputs.ts';
import { inputValueHash, type EvaluationContext } from './receipt.ts';
import type { FormulaOutcome, FormulaRegistry } from './registry.ts';

/**
 * Computes again what a receipt says was computed. The same inputs under the same version must give the same output;
 * anything else, the version being gone included, is drift. Inputs that are not the receipt's prove nothing.
 */
export function recheckReceipt(
  registry: FormulaRegistry,
  receipt: FormulaEvaluationReceipt,
  inputs: FormulaInputs,
  window?: EvaluationContext['window'],
): FormulaCode[] {
  if (inputValueHash(inputs) !== receipt.input_value_hash) return ['formula.inputs_inconsistent'];
  const again = evaluateAgain(registry, receipt, inputs, window);
  return again?.receipt.output_value_hash === receipt.output_value_hash ? [] : ['validation.formula_version_drift'];
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
      ...(window && { window }),
    });
  } catch (error) {
    if (hasCode(error, 'formula.unknown')) return undefined;
    throw error;
  }
}
