import type { StepIntent } from '../../contracts/index.ts';
import { timestamp } from '../../kernel/index.ts';
import { attempt, type Attempt } from './attempt.ts';
import { mayHaveHappened, type Opening } from './decide-step.ts';
import { cancelled } from './journal-errors.ts';
import { closeNest, openNest, type FittedCall, type JournalState, type Nest, type Step } from './journal-state.ts';
import type { EffectOutcome, Settlement } from './journal.ts';
import { abortReason, linkSignals, linkWhenAsked } from './linked-signal.ts';
import { isExpectedFailure } from './outcome.ts';
import { idempotencyKeyOf } from './step-keys.ts';
import { recordIntent, recordOutcome, recordStop } from './step-writes.ts';
import { isStoredAhead, prepareText } from './stored-values.ts';

/** Does the effect within its bounds and records what came of it. */
export async function performStep<Request, Result>(
  state: JournalState,
  nest: Nest,
  call: FittedCall<Request, Result>,
  opening: Opening,
): Promise<EffectOutcome<Result>> {
  const { key, effect, options, requestHash } = call;
  const before = state.steps.get(key);
  const linked = linkSignals([nest.signal, state.recorder.lost, options.signal]);
  const { signal } = linked;
  const below = linkWhenAsked(signal);
  const inner = openNest(() => below.signal);
  const refuseStopped = (): void => {
    const ended = state.recorder.ended();
    if (ended !== undefined) throw ended.error;
    if (signal.aborted || nest.isOver) throw cancelled(key, before !== undefined && mayHaveHappened(before), signal.reason);
  };
  try {
    refuseStopped();
    const prepared = await prepareText(state.blobs, call.fitted.text, { comesAgain: true });
    // Parts that no event refers to are swept away in time, and a long step would be left without its request.
    const writesIntent = opening.writesIntent || (before === undefined && isStoredAhead(prepared));
    const intents = before?.intents ?? 0;
    const idempotencyKey = idempotencyKeyOf(state.runId, key, requestHash);
    const intent: StepIntent = {
      key,
      effect: effect.name,
      side_effect: effect.sideEffect,
      request_hash: requestHash,
      request: prepared.stored,
      idempotency_key: idempotencyKey,
      execution: state.execution,
      started_at: timestamp(state.clock),
    };
    const step: Step<Request, Result> = { ...call, intent, requestOperations: prepared.operations, attempt: writesIntent ? intents + 1 : Math.max(1, intents) };
    if (writesIntent) {
      const refusal = await begin(state, step, signal, opening.settlesBefore);
      if (refusal !== undefined) return refusal;
    } else {
      refuseStopped();
    }
    const context = { idempotencyKey, signal, journal: call.below(inner) };
    const attempted = await attempt(() => effect.perform(call.fitted.value, context), { signal, timer: state.timer, graceMs: state.graceMs });
    if (attempted.is === 'failed' && inner.interruption === undefined && !isExpectedFailure(attempted.error)) {
      // Nobody will be told what the steps below come to, and they might never end.
      inner.interruption = { error: attempted.error };
      below.abort(attempted.error);
    }
    // None may be left open under an outcome that no resumed run will look behind.
    await closeNest(inner);
    return await conclude(state, step, signal, inner, attempted);
  } finally {
    linked.unlink();
    below.unlink();
  }
}

/** Writes the intent. Returns the outcome of a step whose reservation was refused; throws when it must not begin. */
async function begin<Request, Result>(state: JournalState, step: Step<Request, Result>, signal: AbortSignal, settlesBefore: boolean): Promise<EffectOutcome<Result> | undefined> {
  // Even of what did not happen nobody knows what it cost.
  const settleBefore = (): Settlement | undefined => (settlesBefore ? step.options.settle?.({ ok: false, stopped: true, hasBegun: true }, step.attempt - 1) : undefined);
  const refusal = await recordIntent(state, step, settleBefore);
  if (refusal !== undefined) return recordOutcome(state, step, refusal, settleBefore);
  const stop = { hasBegun: false, mayHaveHappened: false, cause: signal.reason };
  const ended = state.recorder.ended();
  if (ended !== undefined) {
    // It helps whoever resumes the run to know that this never began; but that the journal ended is what matters.
    await recordStop(state, step, { ...stop, reason: 'The journal ended before this step began.' }).catch(() => undefined);
    throw ended.error;
  }
  if (signal.aborted) throw await recordStop(state, step, { ...stop, reason: abortReason(signal) });
  return undefined;
}

/** Records what an attempt came to, or throws what it was interrupted by. */
async function conclude<Request, Result>(state: JournalState, step: Step<Request, Result>, signal: AbortSignal, inner: Nest, attempted: Attempt<Result>): Promise<EffectOutcome<Result>> {
  const { effect, options } = step;
  const settle = (outcome: EffectOutcome<Result>): Settlement | undefined => options.settle?.(outcome, step.attempt);
  const { interruption } = inner;
  if (attempted.is === 'answered' && interruption === undefined) return recordOutcome(state, step, { ok: true, result: attempted.result }, settle);
  const error = interruption?.error ?? (attempted.is === 'failed' ? attempted.error : signal.reason);
  if (signal.aborted) {
    const mayHaveHappened = effect.sideEffect !== 'read_only';
    try {
      throw await recordStop(state, step, { reason: abortReason(signal), hasBegun: true, mayHaveHappened, cause: error });
    } finally {
      // What happened after all is still recorded; whether that succeeds can no longer be told to anybody.
      if (attempted.is === 'silent') void attempted.late.then((late) => recordLate(state, step, inner, late, mayHaveHappened)).catch(() => undefined);
    }
  }
  if (interruption !== undefined || !isExpectedFailure(error)) throw error;
  return recordOutcome(state, step, { ok: false, error }, settle);
}

async function recordLate<Request, Result>(state: JournalState, step: Step<Request, Result>, inner: Nest, late: Attempt<Result>, isUnsettled: boolean): Promise<void> {
  await closeNest(inner);
  if (late.is !== 'answered' || inner.interruption !== undefined) return;
  await recordOutcome(state, step, { ok: true, result: late.result }, (outcome) => {
    const settlement = step.options.settle?.(outcome, step.attempt);
    // Its counters were settled when it was stopped; what is left are the receipts.
    return isUnsettled || step.options.reserve === undefined ? settlement : { events: settlement?.events ?? [] };
  });
}
