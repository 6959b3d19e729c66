import type { FormulaCode, FormulaIndeterminateCause } from '../contracts/index.ts';

/** What a formula's own function may answer. A zero denominator is settled by the spec's policy, not by the function. */
export type FormulaResult<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | {
      readonly kind: 'indeterminate';
      readonly cause: FormulaIndeterminateCause;
      readonly codes: readonly FormulaCode[];
    }
  | { readonly kind: 'rejected'; readonly codes: readonly FormulaCode[] }
  | { readonly kind: 'zero_denominator' };

export const ZERO_DENOMINATOR = { kind: 'zero_denominator' } as const;

export function computed<Value>(value: Value): FormulaResult<Value> {
  return { kind: 'value', value };
}

export function indeterminate(
  cause: FormulaIndeterminateCause,
  ...codes: readonly FormulaCode[]
): FormulaResult<never> {
  return { kind: 'indeterminate', cause, codes };
}

export function rejected(...codes: readonly [FormulaCode, ...FormulaCode[]]): FormulaResult<never> {
  return { kind: 'rejected', codes };
}

/** The quotient, or the zero denominator for the spec's policy to settle. */
export function ratio(numerator: number, denominator: number): FormulaResult<number> {
  return denominator === 0 ? ZERO_DENOMINATOR : computed(numerator / denominator);
}
