import { SideEffect, type EffectName, type Sha256, type StepIntent, type StepOutcome, type StoredValue } from '../../contracts/index.ts';
import type { Standing, StepRecord } from './step-record.ts';

/** What a run asks for at a step. */
export interface Asked {
  readonly effect: EffectName;
  readonly requestHash: Sha256;
  readonly sideEffect: SideEffect;
  readonly isReserving: boolean;
  /** A person let the run go on under other versions after this was recorded. */
  readonly mayAskOtherwise: boolean;
}

export type Verdict =
  | { readonly is: 'diverged'; readonly record: StepRecord }
  | { readonly is: 'recorded'; readonly outcome: StepOutcome }
  /** A person said that it happened, and with which result; only the completion is missing. */
  | { readonly is: 'vouched'; readonly result: StoredValue; readonly attempt: number }
  | { readonly is: 'unresolved'; readonly intent: StepIntent; readonly attempt: number }
  | ({ readonly is: 'open' } & Opening);

/** How an attempt begins. */
export interface Opening {
  readonly writesIntent: boolean;
  /** The attempt before reserved something that nobody settled. */
  readonly settlesBefore: boolean;
}

/** What a step comes to, given what is recorded of it. What was done under other versions stays done, and its outcome is the answer. Pure. */
export function decideStep(record: StepRecord | undefined, asked: Asked): Verdict {
  if (record === undefined) return { is: 'open', writesIntent: needsIntent(asked), settlesBefore: false };
  const asksOtherwise = record.intent.request_hash !== asked.requestHash;
  if (record.intent.effect !== asked.effect || (asksOtherwise && !asked.mayAskOtherwise)) return { is: 'diverged', record };
  const { standing } = record;
  if (standing.is === 'completed') return { is: 'recorded', outcome: standing.outcome };
  if (standing.is === 'resolved' && standing.resolution.decision === 'did_happen') return { is: 'vouched', result: standing.resolution.result, attempt: record.intents };
  const isDestructive = stricter(record.intent.side_effect, asked.sideEffect) === 'destructive';
  // Done once more in other words, it would be another thing beside the first, whatever its class says.
  if ((isDestructive || asksOtherwise) && mayHaveHappened(record)) return { is: 'unresolved', intent: record.intent, attempt: record.intents };
  const isFirstIntent = record.intents === 0;
  // What is known not to have happened needs a new intent before it is tried again, or a second crash would go unseen; and
  // whatever costs something is paid for at each attempt.
  const writesIntent = isDestructive || asksOtherwise || asked.isReserving || (isFirstIntent && needsIntent(asked));
  return { is: 'open', writesIntent, settlesBefore: asked.isReserving && !isFirstIntent && !wasSettled(standing) };
}

/** An attempt that was stopped and cannot have changed anything was settled when it was stopped. */
function wasSettled(standing: Standing): boolean {
  return standing.is === 'stopped' && !standing.mayHaveHappened;
}

/** Whether a second time would matter. What only reads is done again without harm, so its outcome alone is written. */
function needsIntent({ sideEffect, isReserving }: Asked): boolean {
  return sideEffect !== 'read_only' || isReserving;
}

/** True unless the step is known not to have changed anything, or was settled. */
export function mayHaveHappened({ standing, intent }: StepRecord): boolean {
  if (intent.side_effect === 'read_only') return false;
  return standing.is === 'under_way' || (standing.is === 'stopped' && standing.mayHaveHappened);
}

/** An effect that was made harmless since is still treated as what it was when it began, and the other way round. */
function stricter(recorded: SideEffect, current: SideEffect): SideEffect {
  const order = SideEffect.options;
  return order.indexOf(recorded) > order.indexOf(current) ? recorded : current;
}
