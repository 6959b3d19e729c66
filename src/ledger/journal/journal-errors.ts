import type { z } from 'zod';
import type { RunId, StepIntent, StepKey } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

const DETAIL_CHARS_MAX = 500;

export interface ValuePlace {
  readonly key: string;
  readonly effect: string;
  readonly part: 'key' | 'request' | 'result';
}

export function valueInvalid({ key, effect, part }: ValuePlace, error: z.ZodError): KeelsonError {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  return new KeelsonError('journal.value_invalid', {
    message: `The ${part} of step "${key}" (${effect}) does not fit: ${issues.map(({ path, message }) => `${path}: ${message}`).join('; ')}.`,
    nextStep: 'Compare it with the definition of the effect; a recorded value can be read only with the schema it was written for.',
    data: { key, effect, part, issues },
  });
}

export function answerInvalid(key: StepKey, error: z.ZodError): KeelsonError {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  return new KeelsonError('input.invalid', {
    message: `The answer about step "${key}" cannot be recorded: ${issues.map(({ path, message }) => `${path}: ${message}`).join('; ')}.`,
    nextStep: 'Say who decided, why, and what the step returned if it happened.',
    data: { issues },
  });
}

export function keyInUse(key: StepKey): KeelsonError {
  return new KeelsonError('journal.key_in_use', {
    message: `The step "${key}" was already asked for in this execution.`,
    nextStep: 'Give every step of a run its own key: add the attempt, the turn or the name of what it works on.',
    data: { key },
  });
}

export function diverged(key: StepKey, recorded: string, met: string): KeelsonError {
  return new KeelsonError('journal.diverged', {
    message: `The step "${key}" was recorded as ${recorded}, but the run now asks for ${met}.`,
    nextStep: 'Resume the run with the versions it was started under, or start a new run from a checkpoint before this step.',
    data: { key, recorded, met },
  });
}

export function unresolved({ key, effect, idempotency_key, started_at, request }: StepIntent, attempt: number): KeelsonError {
  return new KeelsonError('journal.unresolved', {
    message: `The step "${key}" (${effect}) was begun at ${started_at} and no result was recorded: it may have happened, and doing it again could do harm.`,
    nextStep: 'Have a person look whether it happened, record the answer with resolve, and resume the run.',
    data: { key, attempt, effect, idempotency_key, started_at, request },
  });
}

export function nothingToResolve(key: StepKey, attempt: number): KeelsonError {
  return new KeelsonError('journal.nothing_to_resolve', {
    message: `Attempt ${attempt} at the step "${key}" is not waiting for anybody to say whether it happened.`,
    nextStep: 'Resume the run; a step that needs a person says so when it is met, and about which attempt.',
    data: { key, attempt },
  });
}

export function settlementFailed(key: StepKey, cause: unknown): KeelsonError {
  const detail = cause instanceof Error ? cause.message.slice(0, DETAIL_CHARS_MAX).toWellFormed() : 'something else than an error was thrown';
  return new KeelsonError('journal.settlement_failed', {
    message: `What the step "${key}" used was not settled, because settling it failed: ${detail}.`,
    nextStep: 'Mend the code that settles this step, and settle its reservation by hand.',
    data: { key, detail },
    cause,
  });
}

export function cancelled(key: StepKey, mayHaveHappened: boolean, cause: unknown): KeelsonError {
  return new KeelsonError('journal.cancelled', {
    message: `The step "${key}" was stopped${mayHaveHappened ? '; it may have happened all the same' : ' and did not happen'}.`,
    nextStep: 'Resume the run to go on from here; nothing that was recorded before is done again.',
    data: { key, may_have_happened: mayHaveHappened },
    cause,
  });
}

export function notRecorded(key: StepKey): KeelsonError {
  return new KeelsonError('journal.not_recorded', {
    message: `The run recorded no result for the step "${key}", and a recorded run does nothing anew.`,
    nextStep: 'Replay only as far as the recording goes, or resume the run to do what is missing.',
    data: { key },
  });
}

export function runUnknown(runId: RunId): KeelsonError {
  return new KeelsonError('journal.run_unknown', {
    message: `No run ${runId} was ever started in this log.`,
    nextStep: 'Check the id and the tenant; a run is started before its first step.',
    data: { run_id: runId },
  });
}

export function erased(runId: RunId, sequences: readonly number[]): KeelsonError {
  return new KeelsonError('journal.erased', {
    message: `Records of the steps of run ${runId} were erased, so it is no longer known what it did.`,
    nextStep: 'Start a new run; this one cannot go on without risking that something is done twice.',
    data: { run_id: runId, sequences: [...sequences] },
  });
}

export function eventUnreadable(type: string, fault: string, detail: string): KeelsonError {
  return new KeelsonError('ledger.event_invalid', {
    message: `A recorded ${type} cannot be read: ${detail}.`,
    nextStep: 'Use the version of Keelson that wrote it, or run `keelson ledger verify` to see whether the log is damaged.',
    data: { type, fault, detail },
  });
}
