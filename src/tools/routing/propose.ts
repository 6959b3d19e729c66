import { KEYWORD_MATCHES_MIN, type ToolProposal } from '../../contracts/index.ts';
import type { ToolCatalogue } from '../registry/catalogue.ts';
import type { Tool } from '../registry/tool.ts';

/** What in a request makes one think of a tool; null when nothing does. */
export function proposedBy(request: string, tool: Tool, catalogue: Pick<ToolCatalogue, 'patternsOf'>): ToolProposal['proposed_by'] | null {
  if (catalogue.patternsOf(tool).some((pattern) => pattern.test(request))) return 'pattern';
  const lower = request.toLowerCase();
  const keywords = new Set(tool.definition.keywords.map((keyword) => keyword.toLowerCase()));
  const found = [...keywords].filter((keyword) => occursAsWord(lower, keyword));
  return found.length >= KEYWORD_MATCHES_MIN ? 'keywords' : null;
}

const PART_OF_WORD = /[\p{L}\p{N}\p{M}_]/u;

/** "Test" is a word of "run the test" and none of "the latest". */
function occursAsWord(text: string, keyword: string): boolean {
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    if (!PART_OF_WORD.test(text.charAt(at - 1)) && !PART_OF_WORD.test(text.charAt(at + keyword.length))) return true;
  }
  return false;
}
