import type { Tool } from '../../registry/tool.ts';
import { httpFetchTool } from './http-fetch.ts';
import { webSearchTool, type WebSearchOptions } from './web-search.ts';

/** The tools of the web; which service searches is a matter of settings. */
export function webTools(search: WebSearchOptions = {}): readonly Tool[] {
  return [httpFetchTool, webSearchTool(search)] as unknown as readonly Tool[];
}
