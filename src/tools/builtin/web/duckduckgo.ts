import { HTML_DEPTH_MAX } from '../documents/limits.ts';
import { searchResult, type SearchResult } from './search-result.ts';

/** What a page of results is. A page that is none of these was made by somebody who changed its form. */
export type ResultPage = { readonly kind: 'results'; readonly results: SearchResult[] } | { readonly kind: 'none' } | { readonly kind: 'challenge' } | { readonly kind: 'unknown' };

/** Reads DuckDuckGo's page without scripts. Advertisements are left out; links through its counter are unwrapped. */
export async function readDuckDuckGo(html: string): Promise<ResultPage> {
  const { Parser } = await import('htmlparser2');
  const found: { href: string; title: string; snippet: string; isAd: boolean }[] = [];
  let [isAd, isNone, isChallenge] = [false, false, false];
  let field: { name: 'title' | 'snippet'; depth: number } | null = null;
  let depth = 0;
  const parser = new Parser({
    onopentag(_name, attributes) {
      depth += 1;
      if (depth > HTML_DEPTH_MAX) parser.pause();
      const classes = (attributes['class'] ?? '').split(' ');
      if (classes.includes('result')) isAd = classes.includes('result--ad');
      if (classes.includes('no-results')) isNone = true;
      if (classes.some((one) => one.startsWith('anomaly-modal')) || attributes['id'] === 'challenge-form') isChallenge = true;
      if (classes.includes('result__a')) {
        found.push({ href: attributes['href'] ?? '', title: '', snippet: '', isAd });
        field = { name: 'title', depth };
      } else if (classes.includes('result__snippet')) field = { name: 'snippet', depth };
    },
    ontext(text) {
      const last = found.at(-1);
      if (field !== null && last !== undefined) last[field.name] += text;
    },
    onclosetag() {
      if (field?.depth === depth) field = null;
      depth -= 1;
    },
  });
  parser.write(html);
  if (isChallenge) return { kind: 'challenge' };
  const results = found.filter((one) => !one.isAd).flatMap(({ title, href, snippet }) => searchResult(title, unwrapped(href), snippet) ?? []);
  if (results.length > 0) return { kind: 'results', results };
  return { kind: isNone ? 'none' : 'unknown' };
}

/** `//duckduckgo.com/l/?uddg=…` leads to the address in it. */
export function unwrapped(href: string): string {
  const base = 'https://duckduckgo.com/';
  if (href === '' || !URL.canParse(href, base)) return '';
  const url = new URL(href, base);
  const isCounter = url.hostname.split('.').slice(-2).join('.') === 'duckduckgo.com' && url.pathname === '/l/';
  return isCounter ? (url.searchParams.get('uddg') ?? '') : url.href;
}
