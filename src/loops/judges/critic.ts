import { CriticReport } from '../../contracts/index.ts';
import type { RoleDesk, ToReviewCode, Unjudged } from '../engine.ts';
import { CRITIC_REVIEW_PROMPT, renderCodeReview } from '../prompts/critic-review/v1.ts';
import { unlessUnanswered } from './unless-unanswered.ts';

/** What a critic says to changed code, from the diff, the tests and the criteria alone. A fail without a fix does not fit the answer and is asked for again. */
export function askCritic(input: ToReviewCode, desk: RoleDesk): Promise<CriticReport | Unjudged> {
  const { key, signal } = input;
  return unlessUnanswered(async () => (await desk.ask({ key, signal, roleId: 'critic', head: CRITIC_REVIEW_PROMPT.head, body: renderCodeReview(input), answer: { name: 'CriticReport', schema: CriticReport }, work: 'coding' })).answer, signal);
}
