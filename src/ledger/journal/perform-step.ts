import type { StepIntent } from '../../contracts/index.ts';
import { timestamp } from '../../kernel/index.ts';
import { attempt } from './attempt.ts';
import { mayHaveHappened } from './decide-step.ts';
import { cancelled } from './journal-errors.ts';
import { closeNest, type HashedCall, type JournalState, type Nest, type Step } from './journal-state.ts';
import type { EffectOutcome } from './journal.ts';
import { linkSignals } from './linked-signal.ts';
import { isExpectedFailure } from './outcome.ts';
import { idempotencyKeyOf } from './step-keys.ts';
import { recordIntent, recordOutcome, recordStop } from './step-writes.ts';
import { prepareValue } from './stored-values.ts';

/** Does the effect within its bounds and records what came of it. */
export async function performStep<Request, Result>(
  state: JournalState,
  nest: Nest,
  call: HashedCall<Request, Result>,
  { writesIntent, reserves }: { readonly writesIntent: boolean; readonly reserves: boolean },
): Promise<EffectOutcome<Result>> {
  const { key, effect, options, requestHash } = call;
  const { signal, unlink } = linkSignals([nest.signal, state.recorder.lost, options.signal]);
  const inner: Nest = { signal, underWay: new Set(), isOver: false };
  const before = state.steps.get(key);
  const refuseStopped = (): void => {
    const ended = state.recorder.ended();
    if (ended !== undefined) throw ended.error;
    if (signal.aborted || nest.isOver) throw cancelled(key, before !== undefined && mayHaveHappened(before), signal.reason);
  };
  try {
    refuseStopped();
    const prepared = await prepareValue(state.blobs, call.request);
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
    const step: Step<Request, Result> = { ...call, intent, requestOperations: prepared.operations };
    if (writesIntent) {
      const refusal = await recordIntent(state, step, reserves ? (options.reserve ?? []) : []);
      if (refusal !== undefined) return await recordOutcome(state, { ...step, options: {} }, refusal);
      if (signal.aborted) throw await recordStop(state, step, signal, false, signal.reason);
    } else {
      refuseStopped();
    }
    const context = { idempotencyKey, signal, journal: call.below(inner) };
    const attempted = await attempt(() => effect.perform(call.request, context), { signal, timer: state.timer, graceMs: state.graceMs });
    if (attempted.is === 'silent') {
      // What happened after all is still recorded; whether that succeeds can no longer be told to anybody.
      void attempted.late.then((late) => (late.is === 'answered' ? recordOutcome(state, step, { ok: true, result: late.result }) : undefined)).catch(() => undefined);
    }
    // None may be left open under an outcome that no resumed run will look behind.
    await closeNest(inner);
    if (attempted.is === 'answered') return await recordOutcome(state, step, { ok: true, result: attempted.result });
    const error = attempted.is === 'failed' ? attempted.error : signal.reason;
    if (signal.aborted) throw await recordStop(state, step, signal, effect.sideEffect !== 'read_only', error);
    if (!isExpectedFailure(error)) throw error;
    return await recordOutcome(state, step, { ok: false, error });
  } finally {
    unlink();
  }
}
