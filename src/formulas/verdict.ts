import type {
  ConfidenceInterval,
  FiniteNumberCheck,
  FormulaCode,
  FormulaIndeterminateCause,
} from '../contracts/index.ts';

export type Verdict<Value> =
  | {
      readonly status: 'value';
      readonly value: Value;
      /** Reservations about a value that stands, such as low confidence. */
      readonly codes: readonly FormulaCode[];
      readonly sampleSize?: number;
      readonly confidenceInterval?: ConfidenceInterval;
    }
  | {
      readonly status: 'indeterminate';
      readonly cause: FormulaIndeterminateCause;
      readonly codes: readonly FormulaCode[];
    }
  | { readonly status: 'rejected'; readonly codes: readonly FormulaCode[] };

/** A verdict and how its numbers fared in the finite check. */
export interface Judgement<Value> {
  readonly verdict: Verdict<Value>;
  readonly finiteCheck: FiniteNumberCheck;
}

export function refusal(code: FormulaCode): Verdict<never> {
  return { status: 'rejected', codes: [code] };
}

export function withhold(cause: FormulaIndeterminateCause, code: FormulaCode): Verdict<never> {
  return { status: 'indeterminate', cause, codes: [code] };
}

export function finite<Value>(verdict: Verdict<Value>): Judgement<Value> {
  return { verdict, finiteCheck: 'passed' };
}
