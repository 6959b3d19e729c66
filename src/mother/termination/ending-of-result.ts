import type { FinalResult, SuggestedAction, TaskCancelReceipt, TerminationReason } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import type { EndCause, PlanOutcome } from '../../loops/index.ts';
import type { Ending } from './ending.ts';
import type { RunFacts } from './run-facts.ts';

/** How far the run was when the solver gave up. */
export interface GivenUp {
  /** The place of the last round in the journal, such as `execute/3/`. */
  readonly lastRound: string;
  /** The places of its subtasks that failed, such as `execute/3/2/`. What was refused to others is not why; without it the whole round is looked at. */
  readonly failedAt?: readonly string[];
  readonly because: EndCause;
  /** A retrieval of the last round did not bring enough. */
  readonly lacksEvidence: boolean;
  /** Nobody is there who could try it in another way. */
  readonly hasOneWay?: boolean;
}

/** Why a run ends that came to a result. Only the solver's accept and success are a success. */
export function endingOfResult(result: FinalResult, facts: RunFacts, given: GivenUp): Ending {
  const unmet = result.unmet_criteria;
  if (result.directive !== 'abandon') return { reason: 'success', details: result.summary, factors: facts.factors, canRetry: false, suggestedAction: null, unmet };
  const [reason, suggestedAction] = whyGivenUp(facts, given);
  // The same no is heard again for each try.
  const because = reason === 'approval_denied' ? ` Not allowed: ${[...new Set(facts.denied.map(({ why }) => why))].join('; ')}` : '';
  return { reason, details: `${result.summary}${because}`, factors: facts.factors, canRetry: true, suggestedAction, unmet };
}

type Cause = Exclude<EndCause, 'all_met' | 'close_enough'>;

/** Why the solver gave up, where nothing that happened to the work says more. Closed: a new cause needs a row. */
const BY_CAUSE: Readonly<Record<Cause, readonly [TerminationReason, SuggestedAction]>> = {
  time: ['timeout', 'broaden_scope'],
  divergence: ['retries_exhausted', 'escalate_model'],
  replans: ['retries_exhausted', 'escalate_model'],
  stopped: ['retries_exhausted', 'escalate_model'],
};

function whyGivenUp({ denied, forbidden }: RunFacts, { lastRound, failedAt = [lastRound], because, lacksEvidence, hasOneWay = false }: GivenUp): readonly [TerminationReason, SuggestedAction] {
  const wasInTheWay = (call: string): boolean => failedAt.some((place) => call.startsWith(place));
  if (denied.some(({ call }) => wasInTheWay(call))) return ['approval_denied', 'user_input'];
  if (lacksEvidence) return ['insufficient_evidence', 'broaden_scope'];
  if (forbidden.some(wasInTheWay)) return ['policy_violation', 'user_input'];
  invariant(because !== 'all_met' && because !== 'close_enough', 'what is met is not given up');
  if (hasOneWay && because === 'replans') return ['blocked', 'user_input'];
  return BY_CAUSE[because];
}

/** A task that nobody can do as it stands waits for other words of the person. */
export function endingOfImpossible({ reason, can = [], needsModel = false }: Extract<PlanOutcome, { decision: 'impossible' }>): Ending {
  const able = can.length === 0 ? '' : ` What can be done: ${can.join('; ')}.`;
  return { reason: 'blocked', details: `${reason}${able}`, factors: ['no plan'], canRetry: true, suggestedAction: needsModel ? 'escalate_model' : 'user_input', unmet: [] };
}

export function endingOfCancel({ receipt_id: receiptId, executed_side_effects: effects }: TaskCancelReceipt): Ending {
  const done = effects.length === 0 ? 'It had changed nothing.' : `What it had done before stays done: ${effects.length} ${effects.length === 1 ? 'effect is' : 'effects are'} named in the receipt, with how to take back what can be.`;
  return { reason: 'user_cancelled', details: `A person cancelled the run. ${done}`, factors: [receiptId], canRetry: true, suggestedAction: 'abandon', unmet: [] };
}
