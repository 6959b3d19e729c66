import type { OfferedTool } from '../contracts/index.ts';
import { estimateTokens } from '../models/index.ts';

/** The rest is for what is asked, read and answered. */
const TOOLS_SHARE = 0.35;
/** Room for an answer or for the arguments of a few calls; what is larger belongs into a file, in several calls. */
const OUTPUT_TOKENS_MAX = 4_096;
const OUTPUT_SHARE = 0.2;

/** What most work needs, the most needed first; a model with little room is told of these before any other. */
const NEEDED_FIRST = ['read_file', 'list_directory', 'search_text', 'edit_file', 'write_file', 'shell', 'run_tests', 'ask_user', 'glob', 'http_fetch', 'web_search', 'git_diff', 'git_status', 'extract_text', 'evaluate'];

/** As many tools as fit beside the work; what is left out is left out for the whole run. Keeps the order they came in. */
export function toolsThatFit(tools: readonly OfferedTool[], contextTokens: number): OfferedTool[] {
  const rank = ({ name }: OfferedTool): number => (NEEDED_FIRST.includes(name) ? NEEDED_FIRST.indexOf(name) : NEEDED_FIRST.length);
  const kept = new Set<OfferedTool>();
  let left = contextTokens * TOOLS_SHARE;
  for (const tool of tools.toSorted((one, other) => rank(one) - rank(other))) {
    const size = estimateTokens(JSON.stringify(tool), 'other');
    if (size > left) continue;
    left -= size;
    kept.add(tool);
  }
  return tools.filter((tool) => kept.has(tool));
}

export function outputTokensFor(contextTokens: number): number {
  return Math.min(OUTPUT_TOKENS_MAX, Math.floor(contextTokens * OUTPUT_SHARE));
}
