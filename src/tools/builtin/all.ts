import type { Tool } from '../registry/tool.ts';
import { withRequestPatterns } from '../routing/phrases/request-patterns.ts';
import { CODE_TOOLS } from './code/index.ts';
import { DATA_TOOLS } from './data/index.ts';
import { DOCUMENT_TOOLS } from './documents/index.ts';
import { FILE_TOOLS } from './files/index.ts';
import { GIT_TOOLS } from './git/index.ts';
import { IMAGE_TOOLS } from './images/index.ts';
import { MACOS_TOOLS } from './macos/index.ts';
import { MADE_TOOLS } from './made/index.ts';
import { peopleTools } from './people/index.ts';
import { findFilesTool } from './people/find-files.ts';
import { processTools } from './processes/index.ts';
import { SCRIPT_TOOLS } from './scripts/index.ts';
import { SEARCH_TOOLS } from './search/index.ts';
import { SESSION_TOOLS } from './session/index.ts';
import { TEST_TOOLS } from './tests/index.ts';
import { webTools } from './web/index.ts';
import type { WebSearchOptions } from './web/web-search.ts';

/** What a person can set about the tools that come with Keelson. */
export interface BuiltinSettings {
  readonly webSearch: WebSearchOptions;
}

/** The tools that come with Keelson, each with the words by which a request proposes it. */
export function builtinTools({ webSearch }: BuiltinSettings): readonly Tool[] {
  // Made once, so that the index of names is kept between calls.
  const findFiles = findFilesTool();
  const tools: readonly Tool[] = [
    ...FILE_TOOLS, ...SEARCH_TOOLS, ...GIT_TOOLS, ...TEST_TOOLS, ...processTools(findFiles), ...SCRIPT_TOOLS,
    ...DATA_TOOLS, ...DOCUMENT_TOOLS, ...IMAGE_TOOLS, ...CODE_TOOLS, ...webTools(webSearch), ...peopleTools(findFiles), ...SESSION_TOOLS, ...MACOS_TOOLS, ...MADE_TOOLS,
  ];
  return tools.map((tool) => withRequestPatterns(tool));
}
