import type { Tool } from '../registry/tool.ts';
import { withRequestPatterns } from '../routing/phrases/request-patterns.ts';
import { DATA_TOOLS } from './data/index.ts';
import { DOCUMENT_TOOLS } from './documents/index.ts';
import { FILE_TOOLS } from './files/index.ts';
import { GIT_TOOLS } from './git/index.ts';
import { SCRIPT_TOOLS } from './scripts/index.ts';
import { SEARCH_TOOLS } from './search/index.ts';
import { webTools } from './web/index.ts';
import type { WebSearchOptions } from './web/web-search.ts';

/** What a person can set about the tools that come with Keelson. */
export interface BuiltinSettings {
  readonly webSearch: WebSearchOptions;
}

/** The tools that come with Keelson, each with the words by which a request proposes it. */
export function builtinTools({ webSearch }: BuiltinSettings): readonly Tool[] {
  return [...FILE_TOOLS, ...SEARCH_TOOLS, ...GIT_TOOLS, ...SCRIPT_TOOLS, ...DATA_TOOLS, ...DOCUMENT_TOOLS, ...webTools(webSearch)].map((tool) => withRequestPatterns(tool));
}
