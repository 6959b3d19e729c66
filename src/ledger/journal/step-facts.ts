import {
  EffectName,
  SideEffect,
  runStepCancelled,
  runStepCompleted,
  runStepDiverged,
  runStepIntended,
  runStepResolved,
  type RunId,
  type StepCancellation,
  type StepDivergence,
  type StepIntent,
  type StepKey,
  type StepResolution,
  type StepResult,
} from '../../contracts/index.ts';
import type { NewEvent } from '../log/log.ts';
import { vouchFor } from '../log/prepare.ts';
import type { RefusedSettlement } from './journal.ts';

/** What the log says about steps, each with the event that says it. */
export type StepFact =
  | { readonly kind: 'intended'; readonly intent: StepIntent }
  | { readonly kind: 'completed'; readonly result: StepResult }
  | { readonly kind: 'cancelled'; readonly cancellation: StepCancellation }
  | { readonly kind: 'diverged'; readonly divergence: StepDivergence }
  | { readonly kind: 'resolved'; readonly resolution: StepResolution };

const DEFINITIONS = {
  intended: runStepIntended,
  completed: runStepCompleted,
  cancelled: runStepCancelled,
  diverged: runStepDiverged,
  resolved: runStepResolved,
} as const satisfies Record<StepFact['kind'], unknown>;

const KINDS: ReadonlyMap<string, StepFact['kind']> = new Map(
  Object.entries(DEFINITIONS).map(([kind, { type }]) => [type, kind as StepFact['kind']]),
);

export function eventOf(runId: RunId, fact: StepFact): NewEvent {
  const { kind, ...said } = fact;
  const payload = { run_id: runId, ...said };
  return { type: DEFINITIONS[kind].type, streamId: runId, payload: isMadeHere(fact) ? vouchFor(payload) : payload };
}

/**
 * Whether everything in it was made or parsed by the journal: keys are parsed before a step begins, hashes computed, times
 * written by the clock, values kept as canonical texts. What an effect says of itself is parsed once; what a settlement was
 * refused with, and what people answered, each time.
 */
function isMadeHere(fact: StepFact): boolean {
  switch (fact.kind) {
    case 'intended':
      return isIntentMadeHere(fact.intent);
    case 'completed': {
      const { effect, intent, settlement_refused: refused } = fact.result;
      return refused === undefined && isKnownEffect(effect) && (intent === undefined ? !('intent' in fact.result) : isIntentMadeHere(intent));
    }
    default:
      return false;
  }
}

/** A time in years that people live in; of others it is left to the schema. */
const TIMESTAMP_CHARS = '2026-01-01T00:00:00.000Z'.length;

function isIntentMadeHere({ effect, side_effect: sideEffect, started_at: startedAt, settlement_refused: refused }: StepIntent): boolean {
  return refused === undefined && isKnownEffect(effect) && SideEffect.options.includes(sideEffect) && startedAt.length === TIMESTAMP_CHARS;
}

/** As many as a program has, and room to spare; more are parsed each time. */
const KNOWN_EFFECTS_MAX = 500;
const knownEffects = new Set<string>();

function isKnownEffect(effect: string): boolean {
  if (knownEffects.has(effect)) return true;
  if (knownEffects.size >= KNOWN_EFFECTS_MAX || !EffectName.safeParse(effect).success) return false;
  knownEffects.add(effect);
  return true;
}

export function isStepEvent(type: string): boolean {
  return KINDS.has(type);
}

/** The payload must have been parsed by the definition of this type. */
export function factOf(type: string, payload: unknown): StepFact {
  const { run_id: _run, ...said } = payload as { run_id: RunId };
  return { kind: KINDS.get(type), ...said } as StepFact;
}

export function keyOf(fact: StepFact): StepKey {
  switch (fact.kind) {
    case 'intended':
      return fact.intent.key;
    case 'completed':
      return fact.result.key;
    case 'cancelled':
      return fact.cancellation.key;
    case 'diverged':
      return fact.divergence.key;
    case 'resolved':
      return fact.resolution.key;
  }
}

/** What a fact says of a settlement that was refused: one, or none. */
export function refusedIn(fact: StepFact): RefusedSettlement[] {
  const error = 'intent' in fact ? fact.intent.settlement_refused : 'result' in fact ? fact.result.settlement_refused : 'cancellation' in fact ? fact.cancellation.settlement_refused : undefined;
  return error === undefined ? [] : [{ key: keyOf(fact), error }];
}
