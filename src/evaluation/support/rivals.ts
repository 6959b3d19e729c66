import type { QuotedPlace } from './quoted-places.ts';
import { hasDigit, wordsIn, type SaidWord } from './words.ts';

const PRONOUNS: ReadonlySet<string> = new Set(['he', 'she', 'it', 'they', 'his', 'her', 'its', 'their']);
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);
/** Stand before numbers, and name nobody. */
const NO_NAMES: ReadonlySet<string> = new Set([...ARTICLES, 'in', 'on', 'at', 'since', 'until', 'by', 'from', 'after', 'before', 'about', 'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']);

/**
 * What is quoted is said of another of the same name: `Tveit the younger` in its sentence, `Tveit the elder` in the claim, and
 * both in the source. A sentence that begins with a pronoun speaks of whom the one before it spoke of.
 */
export function rivalIn(claim: string, places: readonly QuotedPlace[], text: string): string | undefined {
  const around = places.flatMap(({ sentence, earlier }) => [...(PRONOUNS.has((wordsIn(sentence)[0]?.raw ?? '').toLowerCase()) ? wordsIn(earlier) : []), ...wordsIn(sentence)]);
  const [said, told] = [wordsIn(claim), wordsIn(text)];
  const [inClaim, near] = [stemsOf(said), stemsOf([...around, ...places.flatMap(({ headings }) => headings.flatMap(wordsIn))])];
  const other = said.flatMap((word, at) => {
    const name = nameBefore(said, at);
    if (name === undefined || near.has(word.stem) || !told.some((one, nth) => one.stem === word.stem && isAfter(told, nth, name))) return [];
    return around.filter((one, nth) => isAfter(around, nth, name) && !inClaim.has(one.stem) && isAlike(word, one)).map((one) => ({ word, one, name }));
  })[0];
  return other === undefined ? undefined : `its source says it of ${other.name.raw} ${other.one.raw}, not of ${other.name.raw} ${other.word.raw}`;
}

/** The name that a word sets apart from another of that name, past an article; undefined where none stands before it. */
function nameBefore(words: readonly SaidWord[], at: number): SaidWord | undefined {
  const before = words[at - 1];
  const name = before !== undefined && ARTICLES.has(before.raw.toLowerCase()) ? words[at - 2] : before;
  return name !== undefined && /^\p{Lu}/u.test(name.raw) && name.raw.length > 1 && !NO_NAMES.has(name.raw.toLowerCase()) && (name !== before || hasDigit(words[at]?.raw ?? '')) ? name : undefined;
}

function isAfter(words: readonly SaidWord[], at: number, name: SaidWord): boolean {
  return nameBefore(words, at)?.stem === name.stem;
}

/** Two numbers, or two words: an adjective and a year are no rivals. */
function isAlike(one: SaidWord, other: SaidWord): boolean {
  return hasDigit(one.raw) === hasDigit(other.raw);
}

function stemsOf(words: readonly SaidWord[]): ReadonlySet<string> {
  return new Set(words.map(({ stem }) => stem));
}
