import { ErrorBody, type ErrorCode, type ErrorData, type StepOutcome } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { LedgerOperation } from '../request.ts';
import { isInterruption } from './interruption.ts';
import { fitValue, parseValue } from './fit-value.ts';
import type { ValuePlace } from './journal-errors.ts';
import type { EffectDefinition, EffectOutcome } from './journal.ts';
import type { BlobPort } from './ports.ts';
import { prepareText, prepareValue, readValue, type PreparedValue } from './stored-values.ts';

export interface PreparedOutcome<Result> {
  readonly stored: StepOutcome;
  readonly operations: readonly LedgerOperation[];
  /** Exactly what a resumed run will be given. */
  readonly outcome: EffectOutcome<Result>;
}

type ResultSchema<Result> = Pick<EffectDefinition<never, Result>, 'name' | 'result'>;

/** A result that cannot be kept is recorded as that failure; it is neither cut short nor silently lost. */
export async function prepareOutcome<Result>(blobs: BlobPort, key: string, effect: ResultSchema<Result>, outcome: EffectOutcome<unknown>): Promise<PreparedOutcome<Result>> {
  if (!outcome.ok) return prepareFailure(blobs, outcome.error);
  const place: ValuePlace = { key, effect: effect.name, part: 'result' };
  try {
    const { text, value } = fitValue(effect.result, outcome.result, place);
    const { stored, operations } = await prepareText(blobs, text);
    return { stored: { ok: true, result: stored }, operations, outcome: { ok: true, result: value } };
  } catch (error) {
    if (isUnkeepable(error)) return prepareFailure(blobs, error);
    throw error;
  }
}

async function prepareFailure<Result>(blobs: BlobPort, error: KeelsonError): Promise<PreparedOutcome<Result>> {
  let prepared: PreparedValue;
  try {
    prepared = await prepareValue(blobs, error.toBody());
  } catch (refusal) {
    if (!isUnkeepable(refusal)) throw refusal;
    prepared = await prepareValue(blobs, refusal.toBody());
  }
  const { stored, operations, value } = prepared;
  return { stored: { ok: false, error: stored }, operations, outcome: { ok: false, error: errorFrom(value) } };
}

export async function readOutcome<Result>(blobs: BlobPort, key: string, effect: ResultSchema<Result>, stored: StepOutcome): Promise<EffectOutcome<Result>> {
  if (stored.ok) {
    const result = parseValue(effect.result, await readValue(blobs, stored.result), { key, effect: effect.name, part: 'result' });
    return { ok: true, result };
  }
  return { ok: false, error: errorFrom(await readValue(blobs, stored.error)) };
}

/** The failure as it was kept, without what only this process knows of it. */
function errorFrom(body: unknown): KeelsonError {
  const { code, message, next_step: nextStep, data } = ErrorBody.parse(body);
  return new KeelsonError(code as ErrorCode, { message, nextStep, data: data as ErrorData[ErrorCode] });
}

/** True for a failure that belongs to the effect; a bug or an interruption leaves the step as it stood. */
export function isExpectedFailure(error: unknown): error is KeelsonError {
  return error instanceof KeelsonError && error.code !== 'invariant.broken' && !isInterruption(error);
}

function isUnkeepable(error: unknown): error is KeelsonError {
  return error instanceof KeelsonError && (error.code.startsWith('json.') || error.code === 'blob.too_large');
}
