import type { StepDivergence } from '../../contracts/index.ts';
import { canonicalHash, sha256Hex } from '../../kernel/index.ts';
import { decideStep } from './decide-step.ts';
import { fitSettledValue } from './fit-value.ts';
import { diverged, keyInUse, notRecorded, unresolved } from './journal-errors.ts';
import type { JournalState, Nest, StepCall } from './journal-state.ts';
import type { EffectOutcome } from './journal.ts';
import { openQuestion } from './open-questions.ts';
import { readOutcome } from './outcome.ts';
import { performStep } from './perform-step.ts';
import type { StepRecord } from './step-record.ts';
import { recordOutcome } from './step-writes.ts';

/** Returns an outcome that is recorded; everything it throws is an interruption or a bug. */
export async function runStep<Request, Result>(state: JournalState, nest: Nest, call: StepCall<Request, Result>): Promise<EffectOutcome<Result>> {
  const { key, effect, options } = call;
  const ended = state.recorder.ended();
  if (ended !== undefined) throw ended.error;
  const fitted = fitSettledValue(effect.request, call.request, { key, effect: effect.name, part: 'request' });
  if (state.used.has(key)) throw keyInUse(key);
  state.used.add(key);
  const requestHash = sha256Hex(fitted.text);
  const verdict = decideStep(state.steps.get(key), { effect: effect.name, requestHash, sideEffect: effect.sideEffect, isReserving: options.reserve !== undefined, mayAskOtherwise: state.fromBefore.has(key) });
  switch (verdict.is) {
    case 'recorded':
      return readOutcome(state.blobs, key, effect, verdict.outcome);
    case 'diverged':
      throw await divergence(state, verdict.record, { effect: effect.name, request_hash: requestHash });
    case 'vouched': {
      const vouched = await readOutcome(state.blobs, key, effect, { ok: true, result: verdict.result }).catch((error: unknown) => {
        // A person's word that does not fit may be corrected, and the step then asked for again.
        state.used.delete(key);
        throw error;
      });
      if (state.mode === 'recorded') return vouched;
      return recordOutcome(state, { ...call, requestHash }, vouched, (outcome) => options.settle?.(outcome, verdict.attempt));
    }
    case 'unresolved':
      if (state.mode === 'recorded') throw notRecorded(key);
      state.used.delete(key);
      throw unresolved(verdict.intent, verdict.attempt);
    case 'open':
      if (state.mode === 'recorded') throw notRecorded(key);
      if (effect.sideEffect === 'destructive') {
        const other = openQuestion(state);
        if (other !== undefined) {
          state.used.delete(key);
          throw unresolved(other.intent, other.intents);
        }
      }
      return performStep(state, nest, { ...call, request: fitted.value, requestHash, fitted }, verdict);
  }
}

/** Records a divergence once, however often the run meets it, ends the journal and returns what to throw. */
async function divergence({ mode, recorder }: JournalState, { intent, divergences }: StepRecord, met: StepDivergence['met']): Promise<Error> {
  const { key, effect, request_hash } = intent;
  const metHash = canonicalHash(met);
  if (mode === 'live' && !divergences.includes(metHash)) {
    await recorder.write(`diverged.${metHash}`, { kind: 'diverged', divergence: { key, recorded: { effect, request_hash }, met } });
  }
  const error = diverged(key, `${effect} ${request_hash}`, `${met.effect} ${met.request_hash}`);
  recorder.end(error);
  return error;
}
