import { z } from 'zod';
import { SEARCH_SNIPPET_CHARS_MAX, SEARCH_TITLE_CHARS_MAX } from './limits.ts';

export const SearchResult = z.strictObject({ title: z.string(), url: z.string(), snippet: z.string() });
export type SearchResult = z.infer<typeof SearchResult>;

/** A result in one line each, or undefined when its address is not one of the web. */
export function searchResult(title: string, url: string, snippet: string): SearchResult | undefined {
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) return undefined;
  return { title: oneLine(title, SEARCH_TITLE_CHARS_MAX), url, snippet: oneLine(snippet, SEARCH_SNIPPET_CHARS_MAX) };
}

function oneLine(text: string, charsMax: number): string {
  return text.split(/\s/u).filter(Boolean).join(' ').slice(0, charsMax);
}
