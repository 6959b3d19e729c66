import { isNegation } from './negations.ts';
import { placesOf } from './quoted-places.ts';
import { statementsIn } from './statements.ts';
import { stemOf, wordsIn, type SaidWord } from './words.ts';

/** Behind one of these stands of what a sentence does not hold. */
const EXCEPTING = ['except for', 'except', 'unless', 'but not', 'other than', 'excluding', 'apart from', 'aside from', 'save for', 'with the exception of', 'not including'] as const;
/** A claim with one of these knows of the exception. */
const KNOWING: ReadonlySet<string> = new Set(['except', 'unless', 'but', 'other', 'excluding', 'apart', 'aside', 'save', 'exception', 'only', 'besides', 'outside']);
/** Where what is excepted ends, and something is said of it. */
const ENDING: ReadonlySet<string> = new Set(['where', 'which', 'who', 'when', 'that', 'because', 'since', 'for']);
const PAUSES: ReadonlySet<string> = new Set([',', ';', ':', '—', '–', '(', ')']);
/** So much of a quotation has to be repeated by a claim that rests on it. */
const REPEATED_SHARE = 0.5;

/** What a sentence excepts right behind a quotation, where the claim says of just that what was quoted of all the others. */
export function cutException(claim: string, quotes: readonly string[], text: string): string | undefined {
  const said = wordsIn(claim);
  if (said.some(({ raw }) => isNegation(raw.toLowerCase()) || KNOWING.has(raw.toLowerCase()))) return undefined;
  const stems = new Set(said.map(({ stem }) => stem));
  for (const quote of quotes) {
    const repeated = tellingStems(quote);
    if (repeated.filter((stem) => stems.has(stem)).length < repeated.length * REPEATED_SHARE) continue;
    for (const { sentence, before } of placesOf(quote, text)) {
      const excepted = exceptedIn(sentence.slice(before.length + even(quote).length));
      const own = tellingStems(excepted).filter((stem) => !repeated.includes(stem));
      if (own.length > 0 && own.every((stem) => stems.has(stem))) return `its source goes on with an exception: ${JSON.stringify(excepted)}`;
    }
  }
  return undefined;
}

/** The words from the one that excepts to where they end. */
function exceptedIn(behind: string): string {
  const words = wordsIn(behind);
  const lower = words.map(({ raw }) => raw.toLowerCase());
  const at = lower.findIndex((_, nth) => EXCEPTING.some((phrase) => phrase === lower.slice(nth, nth + phrase.split(' ').length).join(' ')));
  if (at === -1) return '';
  const end = words.findIndex((word, nth) => nth > at + 1 && endsThere(word));
  return words.slice(at, end === -1 ? undefined : end).map(({ raw }) => raw).join(' ');
}

function endsThere({ raw, before }: SaidWord): boolean {
  return PAUSES.has(before) || ENDING.has(raw.toLowerCase());
}

function tellingStems(text: string): string[] {
  const excepting = new Set(EXCEPTING.flatMap((phrase) => phrase.split(' ')).map(stemOf));
  return [...new Set(statementsIn(text).flatMap(({ words }) => words))].filter((stem) => !excepting.has(stem));
}

function even(text: string): string {
  return text.split(/\s/u).filter((word) => word !== '').join(' ');
}
