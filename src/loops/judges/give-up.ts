import { PartialResultAnswer } from '../../contracts/index.ts';
import type { RoleDesk, ToGiveUp } from '../engine.ts';
import { GIVING_UP_PROMPT, renderGivenUp } from '../prompts/giving-up/v1.ts';
import { unlessUnanswered } from './unless-unanswered.ts';

/** What the person is left with; undefined when nobody could say it better than the facts do. */
export async function askGiveUp(input: ToGiveUp, desk: RoleDesk): Promise<PartialResultAnswer | undefined> {
  const { key, signal } = input;
  const said = await unlessUnanswered(async () => (await desk.ask({ key, signal, roleId: 'planner', head: GIVING_UP_PROMPT.head, body: renderGivenUp(input), answer: { name: 'PartialResultAnswer', schema: PartialResultAnswer }, work: 'summary' })).answer, signal);
  return 'unresolved' in said ? undefined : said;
}
