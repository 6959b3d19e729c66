import { ArbiterAnswer } from '../../contracts/index.ts';
import type { RoleDesk, ToArbitrate, Unjudged } from '../engine.ts';
import { ARBITER_PROMPT, renderConflict } from '../prompts/arbiter/v1.ts';
import { unlessUnanswered } from './unless-unanswered.ts';

/** Which side the evidence holds with. A winner that is none of the parties settles nothing. */
export async function askArbiter(input: ToArbitrate, desk: RoleDesk): Promise<ArbiterAnswer | Unjudged> {
  const { key, signal, parties, escalate, as: roleId = 'meta_validator' } = input;
  const said = await unlessUnanswered(
    async () => (await desk.ask({ key, signal, roleId, head: ARBITER_PROMPT.head, body: renderConflict(input), answer: { name: 'ArbiterAnswer', schema: ArbiterAnswer }, work: 'main', noWeakerThan: 'planner', ...(escalate !== undefined && { escalate }) })).answer,
    signal,
  );
  if ('unresolved' in said || said.winner === null || parties.some(({ name }) => name === said.winner)) return said;
  return { unresolved: `The arbiter named ${JSON.stringify(said.winner)}, which is none of the parties.` };
}
