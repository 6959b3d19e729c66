import { CompactedWords } from '../../contracts/index.ts';
import type { WrittenWords } from '../../context/index.ts';
import type { At, RoleDesk } from '../engine.ts';
import { COMPACTOR_PROMPT, renderToCompact, type ToBeCompacted } from '../prompts/compactor/v1.ts';
import { unlessUnanswered } from './unless-unanswered.ts';

/** The sections that are to stand for older turns; undefined when no model filled them, so that whoever asked falls back on passages. */
export async function askCompaction(input: At & ToBeCompacted, desk: RoleDesk): Promise<WrittenWords | undefined> {
  const { key, signal } = input;
  const said = await unlessUnanswered(async () => await desk.ask({ key, signal, roleId: 'mother', head: COMPACTOR_PROMPT.head, body: renderToCompact(input), answer: { name: 'CompactedWords', schema: CompactedWords }, work: 'summary' }), signal);
  return 'unresolved' in said ? undefined : { words: said.answer, modelId: said.modelId };
}
