import { hasCode, KeelsonError } from '../../kernel/index.ts';
import type { LedgerOperation } from '../request.ts';
import { cancelled } from './journal-errors.ts';
import type { HashedCall, JournalState, Step } from './journal-state.ts';
import type { EffectOutcome } from './journal.ts';
import { abortReason } from './linked-signal.ts';
import { prepareOutcome } from './outcome.ts';

/** Returns the outcome when the reservation is refused: the step then never begins, and a resumed run meets the same refusal. */
export async function recordIntent<Request, Result>(state: JournalState, step: Step<Request, Result>, reserve: readonly LedgerOperation[]): Promise<EffectOutcome<Result> | undefined> {
  const number = (state.steps.get(step.key)?.intents ?? 0) + 1;
  try {
    await state.recorder.write(`intent.${number}`, { kind: 'intended', intent: step.intent }, { operations: [...step.requestOperations, ...reserve] }, isCounterRefusal);
    return undefined;
  } catch (error) {
    if (isCounterRefusal(error)) return { ok: false, error };
    throw error;
  }
}

/** A step for which a person vouched has its intent in the log already. */
type Completed<Request, Result> = HashedCall<Request, Result> & Partial<Step<Request, Result>>;

/** Records how a step ended, with what goes along, and returns what a resumed run will be given. */
export async function recordOutcome<Request, Result>(state: JournalState, step: Completed<Request, Result>, raw: EffectOutcome<unknown>): Promise<EffectOutcome<Result>> {
  const { key, effect, options, requestHash, intent, requestOperations = [] } = step;
  const { stored, operations, outcome } = await prepareOutcome(state.blobs, key, effect, raw);
  const isFirst = !state.steps.has(key);
  const result = { key, effect: effect.name, request_hash: requestHash, outcome: stored, ...(isFirst && { intent }) };
  const values = [...(isFirst ? requestOperations : []), ...operations];
  const { events = [], operations: moves = [] } = options.settle?.(outcome) ?? {};
  const write = (moved: readonly LedgerOperation[]): Promise<void> => state.recorder.write('result', { kind: 'completed', result }, { events, operations: [...values, ...moved] }, isCounterClosed);
  try {
    await write(moves);
  } catch (error) {
    // A counter that was closed meanwhile has already charged the reservation in full; the result must not be lost over it.
    if (!isCounterClosed(error)) throw error;
    await write(moves.filter(({ kind }) => !kind.startsWith('counter.')));
  }
  return outcome;
}

/** Records that a step was stopped and returns what to throw. */
export async function recordStop<Request, Result>(state: JournalState, step: Step<Request, Result>, signal: AbortSignal, mayHaveHappened: boolean, cause: unknown): Promise<Error> {
  const { key, requestHash, intent, requestOperations } = step;
  const record = state.steps.get(key);
  const carried = record === undefined && { intent };
  const cancellation = { key, request_hash: requestHash, may_have_happened: mayHaveHappened, reason: abortReason(signal), ...carried };
  const number = (record?.cancellations ?? 0) + 1;
  await state.recorder.write(`cancelled.${number}`, { kind: 'cancelled', cancellation }, { operations: record === undefined ? requestOperations : [] });
  return cancelled(key, mayHaveHappened, cause);
}

function isCounterRefusal(error: unknown): error is KeelsonError {
  return error instanceof KeelsonError && error.code.startsWith('counter.');
}

function isCounterClosed(error: unknown): boolean {
  return hasCode(error, 'counter.closed');
}
