import { z } from 'zod';
import type { GuardedAnswer, GuardedRequest } from '../../network/guarded-request.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { Tool } from '../../registry/tool.ts';
import { toolFailure } from '../tool-failure.ts';
import { decodeBody } from './decode-body.ts';
import { readDuckDuckGo } from './duckduckgo.ts';
import { SEARCH_BYTES_MAX, SEARCH_QUERY_CHARS_MAX, SEARCH_RESULTS_DEFAULT, SEARCH_RESULTS_MAX, SEARCH_TIME_MS } from './limits.ts';
import { SearchResult, searchResult } from './search-result.ts';

/** Both services were only ever asked through a stand-in of ours in tests; what they answer today may differ. */
export const SEARCH_ENDPOINTS = {
  duckduckgo: 'https://html.duckduckgo.com/html/',
  google: 'https://customsearch.googleapis.com/customsearch/v1',
} as const;

export interface WebSearchOptions {
  /** Used in place of DuckDuckGo when given. The key travels in a header: an address is shown, recorded and judged. */
  readonly google?: { readonly key: string; readonly engineId: string };
  readonly endpoints?: Partial<Record<keyof typeof SEARCH_ENDPOINTS, string>>;
}

const Input = z.strictObject({
  query: z.string().trim().min(1).max(SEARCH_QUERY_CHARS_MAX),
  count: z.int().min(1).max(SEARCH_RESULTS_MAX).default(SEARCH_RESULTS_DEFAULT),
});
export type WebSearchInput = z.infer<typeof Input>;

const Output = z.strictObject({ service: z.enum(['duckduckgo', 'google']), query: z.string(), results: z.array(SearchResult) });
export type WebSearchOutput = z.infer<typeof Output>;

const KEY_HEADER = 'X-Goog-Api-Key';

export function webSearchTool(options: WebSearchOptions = {}): Tool<WebSearchInput, WebSearchOutput> {
  const { google } = options;
  const requestFor = (input: WebSearchInput, signal: AbortSignal): GuardedRequest => ({
    url: searchAddress(options, input),
    signal,
    limits: { bytesMax: SEARCH_BYTES_MAX, totalMs: SEARCH_TIME_MS },
    ...(google !== undefined && { headers: { [KEY_HEADER]: google.key, Accept: 'application/json' }, secretHeaders: [KEY_HEADER] }),
  });
  return defineTool<WebSearchInput, WebSearchOutput>({
    tool_id: 'web_search',
    tool_name: 'Search the web',
    category: 'network',
    side_effects: 'read_only',
    handles_patterns: ['\\bsearch\\b.*\\b(web|internet|online)\\b', '\\bweb search\\b', '\\bgoogle\\b'],
    keywords: ['search', 'web', 'internet', 'online'],
    priority: 20,
    timeout_ms: SEARCH_TIME_MS,
    max_retries: 1,
    allowed_roles: ['research', 'librarian', 'analyst', 'update', 'coder'],
    rate_limit: '20/min',
    input: Input,
    output: Output,
    touches: ['network'],
    taint: 'external_untrusted',
    intentions: (input) => [{ kind: 'url', url: searchAddress(options, input), method: 'GET' }],
    async perform(input, { fetch, signal }) {
      const answer = await fetch(requestFor(input, signal));
      const results = google === undefined ? await duckDuckGoResults(answer) : googleResults(answer);
      return { service: google === undefined ? 'duckduckgo' : 'google', query: input.query, results: results.slice(0, input.count) };
    },
    show: showResults,
  });
}

/** Without a key nobody needs one; the keyed service is asked only when there is one. */
function searchAddress({ google, endpoints = {} }: WebSearchOptions, { query, count }: WebSearchInput): string {
  const at = { ...SEARCH_ENDPOINTS, ...endpoints };
  return google === undefined ? withQuery(at.duckduckgo, { q: query }) : withQuery(at.google, { cx: google.engineId, q: query, num: String(count) });
}

function withQuery(endpoint: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** An empty list is only ever given when the service says that it found nothing. */
async function duckDuckGoResults(answer: GuardedAnswer): Promise<SearchResult[]> {
  if (answer.status === 429 || answer.status === 403) throw tooManySearches('DuckDuckGo', answer.status);
  if (answer.status >= 300) throw unusable('DuckDuckGo', `answered with status ${answer.status}`);
  const page = await readDuckDuckGo(decodeBody(answer.body, answer.headers['content-type'] ?? ''));
  if (page.kind === 'challenge') throw tooManySearches('DuckDuckGo', answer.status);
  if (page.kind === 'unknown') throw unusable('DuckDuckGo', 'sent a page that holds neither results nor the words that there are none; its form may have changed');
  return page.kind === 'results' ? page.results : [];
}

const GoogleAnswer = z.object({ items: z.array(z.object({ title: z.string().default(''), link: z.string(), snippet: z.string().default('') })).default([]), searchInformation: z.unknown().optional(), queries: z.unknown().optional() });

/** Nothing of an answer that is an error is repeated, since it may repeat what was sent. */
function googleResults(answer: GuardedAnswer): SearchResult[] {
  if (answer.status === 429) throw tooManySearches('Google', answer.status);
  if (answer.status === 400 || answer.status === 401 || answer.status === 403) {
    throw toolFailure('web_search', `Google refused the search with status ${answer.status}: the key or the engine is not valid, or its quota is used up.`, 'Check the key and the engine id in the settings, or take them out to search with DuckDuckGo.');
  }
  if (answer.status !== 200) throw unusable('Google', `answered with status ${answer.status}`);
  const parsed = GoogleAnswer.safeParse(parseJson(answer.body));
  if (!parsed.success || (parsed.data.items.length === 0 && parsed.data.searchInformation === undefined && parsed.data.queries === undefined)) throw unusable('Google', 'sent an answer of another form than expected');
  return parsed.data.items.flatMap(({ title, link, snippet }) => searchResult(title, link, snippet) ?? []);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function tooManySearches(service: string, status: number) {
  return toolFailure('web_search', `${service} holds back its results (status ${status}): it takes these searches for those of a machine.`, 'Wait some minutes before the next search, or set a key for Google Custom Search.');
}

function unusable(service: string, what: string) {
  return toolFailure('web_search', `${service} ${what}.`, 'Try again later, or fetch a page whose address you know with http_fetch.');
}

function showResults({ query, results, service }: WebSearchOutput): string {
  if (results.length === 0) return `${service} found nothing for "${query}".`;
  return results.map(({ title, url, snippet }, at) => `${at + 1}. ${title}\n   ${url}${snippet === '' ? '' : `\n   ${snippet}`}`).join('\n');
}
