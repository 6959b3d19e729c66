import type { Tool } from '../registry/tool.ts';
import { FILE_TOOLS } from './files/index.ts';
import { SCRIPT_TOOLS } from './scripts/index.ts';
import { SEARCH_TOOLS } from './search/index.ts';

/** The tools that come with Keelson. */
export function builtinTools(_settings: object): readonly Tool[] {
  return [...FILE_TOOLS, ...SEARCH_TOOLS, ...SCRIPT_TOOLS];
}
