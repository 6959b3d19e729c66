export type { FormulaInputs } from './admit-inputs.ts';
export { betaEffective } from './loss/beta-effective.ts';
export { BUILTIN_FORMULAS } from './builtin.ts';
export {
  countInput,
  defaultedNumberInput,
  defineFormula,
  numberInput,
  optionalNumberInput,
  quantity,
  structuredInput,
  vector,
  type FormulaDefinition,
} from './definition.ts';
export { agedTo, daysBetween, emptySums, potentialsAt, withoutTrace, withTrace, type DatedTrace } from './memory/decayed-sums.ts';
export { potentialAction } from './memory/potential-action.ts';
export { decay } from './memory/potentials.ts';
export { observationRef, rollUp, rollupFaults, type RollupRequest, type RollupResult } from './metrics/roll-up.ts';
export type { EvaluationContext } from './receipt.ts';
export { recheckReceipt } from './recheck.ts';
export { compareVersions, createFormulaRegistry, type FormulaOutcome, type FormulaRef, type FormulaRegistry } from './registry.ts';
export { computed, indeterminate, ratio, rejected, ZERO_DENOMINATOR, type FormulaResult } from './result.ts';
export { derivePassStatus } from './scoring/quality-index.ts';
export { qualityIndexFaults, qualityIndexRecord, type ClaimedQualityIndex } from './scoring/quality-index-record.ts';
export { wilsonBounds } from './stats/wilson-interval.ts';
