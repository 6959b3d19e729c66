import type { Sha256, StepIntent, StepOutcome, StepResolution } from '../../contracts/index.ts';
import { canonicalHash, invariant } from '../../kernel/index.ts';
import type { StepFact } from './step-facts.ts';

/** Where a step stands, by the last thing recorded of it. A completed step stays completed, whatever comes after. */
export type Standing =
  | { readonly is: 'under_way' }
  | { readonly is: 'stopped'; readonly mayHaveHappened: boolean }
  | { readonly is: 'resolved'; readonly resolution: StepResolution }
  | { readonly is: 'completed'; readonly outcome: StepOutcome };

export interface StepRecord {
  readonly intent: StepIntent;
  /** How many records of each kind there are, which numbers the next one. An intent that travelled along does not count. */
  readonly intents: number;
  readonly cancellations: number;
  readonly resolutions: number;
  /** Hashes of what was asked for instead. */
  readonly divergences: readonly Sha256[];
  readonly standing: Standing;
}

/** Folds one fact into the record of its step. Pure. */
export function foldStep(record: StepRecord | undefined, fact: StepFact): StepRecord {
  const known = record ?? blankRecord(fact);
  switch (fact.kind) {
    case 'intended':
      return moved({ ...known, intent: fact.intent, intents: known.intents + 1 }, { is: 'under_way' });
    case 'cancelled':
      return moved(
        { ...known, cancellations: known.cancellations + 1 },
        { is: 'stopped', mayHaveHappened: fact.cancellation.may_have_happened },
      );
    case 'resolved':
      if (!isAbout(fact.resolution, known)) return known;
      return moved({ ...known, resolutions: known.resolutions + 1 }, { is: 'resolved', resolution: fact.resolution });
    case 'completed':
      return moved(known, { is: 'completed', outcome: fact.result.outcome });
    case 'diverged':
      return { ...known, divergences: [...known.divergences, canonicalHash(fact.divergence.met)] };
  }
}

/** An answer about an attempt says nothing about any other: what did not happen then may have happened since. */
function isAbout({ intent_number, execution }: StepResolution, { intents, intent }: StepRecord): boolean {
  return intent_number === intents && execution === intent.execution;
}

function moved(record: StepRecord, standing: Standing): StepRecord {
  return record.standing.is === 'completed' ? record : { ...record, standing };
}

function blankRecord(fact: StepFact): StepRecord {
  const intent = intentIn(fact);
  invariant(intent !== undefined, 'the first record of a step holds its intent');
  return { intent, intents: 0, cancellations: 0, resolutions: 0, divergences: [], standing: { is: 'under_way' } };
}

function intentIn(fact: StepFact): StepIntent | undefined {
  switch (fact.kind) {
    case 'intended':
      return fact.intent;
    case 'completed':
      return fact.result.intent;
    case 'cancelled':
      return fact.cancellation.intent;
    case 'diverged':
    case 'resolved':
      return undefined;
  }
}
