import { KeelsonError } from '../errors.ts';

/** The refusal of a pattern: why, and what its author can write instead. */
export function rejection(pattern: string, reason: string, instead: string): KeelsonError {
  return new KeelsonError('pattern.rejected', {
    message: `The pattern is refused: ${reason}.`,
    nextStep: instead,
    data: { pattern, reason },
  });
}
