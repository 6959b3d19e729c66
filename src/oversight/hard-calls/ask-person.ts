import { hardCallRaised, type RunId, type Sha256 } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { questionHash } from '../../ledger/index.ts';
import { wishWithoutSecrets, type HardCallWish } from './hard-call-wish.ts';
import { raiseHardCall, SAME_QUESTION_MAX, type RaiseHardCallPorts } from './raise-hard-call.ts';

/** A question that a run puts in its own words, with answers to choose from when there are any. */
export interface PlainQuestion {
  readonly question: string;
  readonly options: readonly string[];
}

/** Less than the day for which a tool waits, so that it is the question that lapses and not the call that breaks off. */
export const ANSWER_WITHIN_MS = 24 * 60 * 60 * 1000 - 60_000;

/**
 * Asks the person for a run. After a restart the question that was under way is found again by its words; the same
 * words a second time in one execution are a second question.
 */
export function askPerson(runId: RunId, ports: RaiseHardCallPorts, { answerWithinMs = ANSWER_WITHIN_MS } = {}): (question: PlainQuestion, signal: AbortSignal) => Promise<string> {
  const asked = new Map<Sha256, number>();
  return async ({ question, options }, signal) => {
    const wish = wishWithoutSecrets(wishFor(runId, question, options, answerWithinMs));
    const hash = questionHash(wish);
    const round = (asked.get(hash) ?? (await lastRound(runId, hash, ports)) - 1) + 1;
    asked.set(hash, round);
    const answer = await raiseHardCall({ ...wish, raised_at_step: `ask:${round}` }, ports, signal, { mayReuse: false });
    if (answer.is === 'lapsed') throw notAnswered(question, answer.cause);
    const chosen = wish.options.findIndex(({ option_id: id }) => id === answer.optionId);
    return options[chosen] ?? answer.words ?? '';
  };
}

function wishFor(runId: RunId, question: string, options: readonly string[], timeoutMs: number): HardCallWish {
  return {
    run_id: runId,
    raised_at_step: 'ask',
    call_kind: 'meaning_bearing_change',
    ...(options.length === 0 ? { response_mode: 'freeform_required', response_schema: { type: 'string', minLength: 1 } } : { response_mode: 'closed_choice_with_other' }),
    options: options.map((option, at) => ({ option_id: `option-${at + 1}`, label: option, consequence: option, causes_side_effect: false })),
    prompt_text: question,
    // An answer to a question is words; whatever is then done with them is asked about by itself.
    pending_policy: {
      blocking_scope: 'entire_run',
      blocked_refs: [],
      allowed_to_continue_refs: [],
      context_visible_to_continuing_modules: 'none',
      on_defer: 'continue_with_warning',
      on_timeout: 'continue_with_warning',
      timeout_ms: timeoutMs,
    },
  };
}

/** How often the run has put this question; the last time is the one that may still be under way. At least 1. */
async function lastRound(runId: RunId, hash: Sha256, { reader }: RaiseHardCallPorts): Promise<number> {
  for (let round = 1; round <= SAME_QUESTION_MAX; round += 1) {
    const [entry] = await reader.appended(`hard_call:${runId}:${hash}:${round}`);
    if (entry?.event.type !== hardCallRaised.type) return Math.max(1, round - 1);
  }
  return SAME_QUESTION_MAX;
}

function notAnswered(question: string, cause: 'timeout' | 'deferred'): KeelsonError<'tool.nobody_to_ask'> {
  return new KeelsonError('tool.nobody_to_ask', {
    message: cause === 'timeout' ? 'The person did not answer in time.' : 'The person did not want to answer this.',
    nextStep: 'Go on without the answer where that is safe, and say in the end what you assumed.',
    data: { question },
  });
}
