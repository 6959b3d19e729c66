import {
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

export function eventOf(runId: RunId, { kind, ...said }: StepFact): NewEvent {
  return { type: DEFINITIONS[kind].type, streamId: runId, payload: { run_id: runId, ...said } };
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
