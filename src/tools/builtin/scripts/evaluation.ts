/** What crosses to the process that evaluates, and back. Types only, so that the process loads nothing for them. */
export interface EvaluationRequest {
  readonly code: string;
  readonly timeMs: number;
  readonly seed: number | null;
}

export interface EvaluationOutcome {
  /** JSON text of the result, or null when it has none, such as a function or undefined. */
  readonly json: string | null;
  /** What it is, in the words of `typeof`. */
  readonly type: string;
  readonly log: readonly string[];
  readonly isLogCut: boolean;
}
