import { hasCode, invariant, KeelsonError } from '../../kernel/index.ts';
import { cancelled } from './journal-errors.ts';
import type { HashedCall, JournalState, Step } from './journal-state.ts';
import type { EffectOutcome, Settlement } from './journal.ts';
import { prepareOutcome } from './outcome.ts';
import { retryBusy } from './retry-busy.ts';
import { writeSettled, type SettledFact } from './write-settled.ts';

/**
 * Writes the intent of an attempt with what it reserves, and settles what an attempt before it left open. Returns the
 * outcome when the reservation is refused: the step then never begins, and a resumed run meets the same refusal.
 */
export async function recordIntent<Request, Result>(state: JournalState, step: Step<Request, Result>, settleBefore: () => Settlement | undefined): Promise<EffectOutcome<Result> | undefined> {
  try {
    await writeSettled(state.recorder, {
      part: `intent.${step.attempt}`,
      fact: (refused) => ({ kind: 'intended', intent: { ...step.intent, ...refused } }),
      settle: settleBefore,
      before: step.requestOperations,
      after: step.options.reserve?.(step.attempt) ?? [],
      also: step.options.announce?.(step.attempt) ?? [],
      isRefusal: isCounterRefusal,
    });
    return undefined;
  } catch (error) {
    if (isCounterRefusal(error)) return { ok: false, error };
    throw error;
  }
}

/** A step for which a person vouched has its intent in the log already. */
type Completed<Request, Result> = HashedCall<Request, Result> & Partial<Step<Request, Result>>;

/** Records how a step ended, with what goes along, and returns what a resumed run will be given. */
export async function recordOutcome<Request, Result>(
  state: JournalState,
  { key, effect, requestHash, intent, options, requestOperations = [] }: Completed<Request, Result>,
  raw: EffectOutcome<unknown>,
  settle: (outcome: EffectOutcome<Result>) => Settlement | undefined,
): Promise<EffectOutcome<Result>> {
  const { stored, operations, outcome } = await retryBusy(state.timer, () => prepareOutcome(state.blobs, key, effect, raw)).catch((error: unknown) => {
    // The step is done and cannot be recorded. A result that does not fit is a fault of the step; all else is one of the store.
    if (!hasCode(error, 'journal.value_invalid')) state.recorder.end(error);
    throw error;
  });
  const isFirst = !state.steps.has(key);
  const parts = [...(isFirst ? requestOperations : []), ...operations];
  const completion: SettledFact = {
    part: 'result',
    fact: (refused) => ({ kind: 'completed', result: { key, effect: effect.name, request_hash: requestHash, outcome: stored, ...(isFirst && { intent }), ...refused } }),
    settle: () => settle(outcome),
    before: parts,
  };
  const mayWait = outcome.ok && parts.length === 0 && intent !== undefined && effect.sideEffect === 'read_only' && isFirst === (options.reserve === undefined);
  if (mayWait && options.rides?.(outcome.result) === true) {
    const settlement = settle(outcome) ?? {};
    invariant(!isFirst || (settlement.operations ?? []).length === 0, 'only what was reserved is settled');
    state.recorder.hold(completion.fact({}), settlement, isFirst ? undefined : (recorder) => writeSettled(recorder, { ...completion, settle: () => settlement }));
    return outcome;
  }
  await writeSettled(state.recorder, completion);
  return outcome;
}

export interface Stop {
  readonly reason: string;
  readonly hasBegun: boolean;
  readonly mayHaveHappened: boolean;
  readonly cause: unknown;
}

/** Records that a step was stopped and returns what to throw. What it reserved is settled unless its result may still come. */
export async function recordStop<Request, Result>(state: JournalState, step: Step<Request, Result>, { reason, hasBegun, mayHaveHappened, cause }: Stop): Promise<Error> {
  const { key, requestHash, options, intent, requestOperations } = step;
  const record = state.steps.get(key);
  const isSettled = !mayHaveHappened && options.reserve !== undefined;
  const carried = record === undefined && { intent };
  await writeSettled(state.recorder, {
    part: `cancelled.${(record?.cancellations ?? 0) + 1}`,
    fact: (refused) => ({ kind: 'cancelled', cancellation: { key, request_hash: requestHash, may_have_happened: mayHaveHappened, reason, ...carried, ...refused } }),
    settle: () => (isSettled ? options.settle?.({ ok: false, stopped: true, hasBegun }, step.attempt) : undefined),
    before: record === undefined ? requestOperations : [],
  });
  return cancelled(key, mayHaveHappened, cause);
}

function isCounterRefusal(error: unknown): error is KeelsonError {
  return error instanceof KeelsonError && error.code.startsWith('counter.');
}
