import type { JsonObject } from '../../../contracts/index.ts';
import { canonicalJson } from '../../../kernel/index.ts';
import { readWords } from '../request/read-words.ts';
import { matchPhrase } from './match.ts';
import { ROUTER_LEXICON, type Lexicon } from './lexicon.ts';
import type { Part } from './part.ts';
import { parseTemplate } from './template.ts';

/** What people say, and which call it means: arguments beside those that the slots read, or made from them. */
export interface Phrase {
  readonly says: string;
  readonly means?: JsonObject | ((values: JsonObject) => JsonObject | null);
}

/** What became of reading a request: the arguments, or why there are none. */
export type RequestReading =
  | { readonly kind: 'read'; readonly arguments: JsonObject }
  /** It begins as a request for the tool does, and ends where a value is wanted. */
  | { readonly kind: 'cut_short' }
  | { readonly kind: 'two_meanings' }
  | { readonly kind: 'something_else' };

export type RequestReader = (request: string) => RequestReading;

/** Compiles the phrases when the first request comes: most processes never route one. */
export function phraseReader(phrases: readonly Phrase[], lexicon: Lexicon = ROUTER_LEXICON): RequestReader {
  let compiled: readonly (readonly [Phrase, readonly Part[]])[] | undefined;
  return (request) => {
    const words = readWords(request);
    if (words === null) return { kind: 'something_else' };
    compiled ??= phrases.map((phrase) => [phrase, parseTemplate(phrase.says, lexicon)] as const);
    const matches = compiled.map(([phrase, parts]) => ({ phrase, ...matchPhrase(parts, words) }));
    const meanings = new Map(matches.flatMap(({ phrase, readings }) => readings.flatMap((values) => meaningOf(phrase, values))).map((meaning) => [canonicalJson(meaning), meaning]));
    const [only] = meanings.values();
    if (only !== undefined) return meanings.size === 1 ? { kind: 'read', arguments: only } : { kind: 'two_meanings' };
    return { kind: matches.some(({ isCutShort }) => isCutShort) ? 'cut_short' : 'something_else' };
  };
}

function meaningOf({ means }: Phrase, values: JsonObject): readonly JsonObject[] {
  if (typeof means !== 'function') return [{ ...means, ...values }];
  const made = means(values);
  return made === null ? [] : [made];
}
