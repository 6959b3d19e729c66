import type { ErrorBody, ErrorCode, ErrorData } from '../contracts/index.ts';

export interface FailureDetail<Code extends ErrorCode> {
  /** What happened, in one sentence. */
  readonly message: string;
  /** What the reader can do about it, in one sentence. */
  readonly nextStep: string;
  readonly data: ErrorData[Code];
  readonly cause?: unknown;
}

/** The one error for expected failures. Anything else that is thrown is a bug. */
export class KeelsonError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly nextStep: string;
  readonly data: ErrorData[Code];

  constructor(code: Code, detail: FailureDetail<Code>) {
    super(detail.message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'KeelsonError';
    this.code = code;
    this.nextStep = detail.nextStep;
    this.data = detail.data;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, next_step: this.nextStep, data: { ...this.data } };
  }
}

/** True when `error` is a KeelsonError with this code; narrows its data. */
export function hasCode<Code extends ErrorCode>(error: unknown, code: Code): error is KeelsonError<Code> {
  return error instanceof KeelsonError && error.code === code;
}

/** For what cannot happen. A failure here is a bug in Keelson, never in its input. */
export function invariant(condition: unknown, detail: string): asserts condition {
  if (condition) return;
  throw new KeelsonError('invariant.broken', {
    message: `An invariant does not hold: ${detail}.`,
    nextStep: 'This is a defect in Keelson; please report it with the message and what you were doing.',
    data: { detail },
  });
}
