import { SummaryAnswer } from '../../contracts/index.ts';
import type { RoleDesk, ToSummarise, WrittenSummary } from '../engine.ts';
import { renderToSummarise, SUMMARISER_PROMPT } from '../prompts/summariser/v1.ts';
import { unlessUnanswered } from './unless-unanswered.ts';

/** Fewer words for what does not fit; undefined when no model wrote them, so that whoever asked falls back on its own. */
export async function askSummary(input: ToSummarise, desk: RoleDesk): Promise<WrittenSummary | undefined> {
  const { key, signal } = input;
  const said = await unlessUnanswered(async () => await desk.ask({ key, signal, roleId: 'mother', head: SUMMARISER_PROMPT.head, body: renderToSummarise(input), answer: { name: 'SummaryAnswer', schema: SummaryAnswer }, work: 'summary' }), signal);
  return 'unresolved' in said ? undefined : { summary: said.answer, modelId: said.modelId };
}
