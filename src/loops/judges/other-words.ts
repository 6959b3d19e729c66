import { QueryRewriteAnswer } from '../../contracts/index.ts';
import type { RoleDesk, ToRewriteQuery } from '../engine.ts';
import { QUERY_REWRITER_PROMPT, renderQuery } from '../prompts/query-rewriter/v1.ts';
import { unlessUnanswered } from './unless-unanswered.ts';

/** Other words for a question that found too little; undefined when no model gave any, so that the search goes without. */
export async function askOtherWords({ key, signal, roleId, query }: ToRewriteQuery, desk: RoleDesk): Promise<string | undefined> {
  const said = await unlessUnanswered(async () => await desk.ask({ key, signal, roleId, head: QUERY_REWRITER_PROMPT.head, body: renderQuery(query), answer: { name: 'QueryRewriteAnswer', schema: QueryRewriteAnswer }, work: 'intent' }), signal);
  return 'unresolved' in said ? undefined : said.answer.other_words;
}
