import { statementsIn, type Statement } from './statements.ts';
import { wordsIn } from './words.ts';

/** Fewer words than these say too little to be held against anything. */
const TELLING_WORDS_MIN = 3;
/** So many words in common make two statements about the same thing. */
const SHARED_WORDS_MIN = 2;

/**
 * What half of a claim says that is quoted for the other half alone: nothing of it stands in a quotation, its source speaks of the
 * same thing in other words, and its own stand nowhere. Half a truth lends its quotation to the other half.
 */
export function unquotedHalf(claim: string, text: string, quotes: readonly string[], context: string): string | undefined {
  const halves = statementsIn(claim);
  const quoted = stemsIn(quotes.join('\n'));
  const told = new Set([...stemsIn(text), ...stemsIn(context)]);
  if (!halves.some((half) => isQuoted(half, quoted))) return undefined;
  const said = statementsIn(text);
  for (const { words } of halves) {
    const untold = words.filter((word) => !told.has(word));
    if (words.length < TELLING_WORDS_MIN || untold.length < SHARED_WORDS_MIN || words.some((word) => quoted.has(word))) continue;
    const isOtherwise = said.some((one) => shared(one.words, words) >= SHARED_WORDS_MIN && one.words.some((word) => !words.includes(word)));
    if (isOtherwise) return untold.join(' ');
  }
  return undefined;
}

function isQuoted({ words }: Statement, quoted: ReadonlySet<string>): boolean {
  return words.length >= SHARED_WORDS_MIN && words.filter((word) => quoted.has(word)).length * 2 >= words.length;
}

function shared(one: readonly string[], other: readonly string[]): number {
  return new Set(one.filter((word) => other.includes(word))).size;
}

function stemsIn(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text).map(({ stem }) => stem));
}
