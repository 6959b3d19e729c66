import { unknownCause } from './causes.ts';
import { cutException } from './cut-exceptions.ts';
import { denies } from './denials.ts';
import { turnedInPlace } from './quoted-in-place.ts';
import { shareOfOther } from './shares.ts';
import { swappedSubject, untoldName } from './untold-names.ts';
import { unquotedHalf } from './unquoted-halves.ts';
import { untoldNumber } from './untold-numbers.ts';

/** A claim with everything that is cited for it. */
export interface ClaimWithSources {
  readonly claim: string;
  /** What was really read or retrieved of each of its sources. */
  readonly texts: readonly string[];
  readonly quotes: readonly string[];
  /** All of what the sources say, where somebody could look; else only what was read of them is known. */
  readonly whole?: string;
  /** Words that the claim may use without finding them there: the question it answers, the names of its sources. */
  readonly context: string;
}

/**
 * Why the sources of a claim do not bear it out, as far as words show it without judging: a number, a name or quoted words
 * that stand in none of them, a source that says the opposite, a quotation that is turned by the words around it or cut off
 * before its exception, a cause that it does not know, a share of another whole. Rather lets one pass than accuses an honest one.
 */
export function unsupported({ claim, texts, quotes, whole, context }: ClaimWithSources): string | undefined {
  const text = texts.join('\n');
  const words = untoldWords(claim, `${text}\n${context}`);
  if (words !== undefined) return `its sources do not say ${JSON.stringify(words)}`;
  const outsideQuotes = pieces(claim).filter((_, at) => at % 2 === 0).join(' ');
  const number = untoldNumber(outsideQuotes, `${text}\n${context}`, quotes);
  if (number !== undefined) return `its sources do not give ${number}`;
  const name = untoldName(outsideQuotes, `${text}\n${context}`) ?? swappedSubject(outsideQuotes, text, quotes);
  if (name !== undefined) return `its sources do not say it of ${name}`;
  if (denies(text, outsideQuotes)) return 'its sources say the opposite';
  const half = unquotedHalf(outsideQuotes, text, quotes, context);
  if (half !== undefined) return `what is quoted for it does not say ${JSON.stringify(half)}`;
  const known = whole ?? text;
  return turnedInPlace({ claim: outsideQuotes, quotes, text: known, context }) ?? cutException(outsideQuotes, quotes, known) ?? unknownCause(outsideQuotes, quotes, known) ?? shareOfOther(outsideQuotes, quotes, known);
}

const MARKS = new Set(['"', '“', '”', '„', '«', '»', '`']);
const TELLING_CHARS_MIN = 3;

/** Words that the claim itself puts in quotation marks must be the words of its source. */
function untoldWords(claim: string, text: string): string | undefined {
  const told = even(text);
  const all = pieces(claim);
  // A mark without its other half quotes nothing.
  const quoted = all.filter((_, at) => at % 2 === 1 && at < all.length - 1);
  return quoted.flatMap((words) => words.split('…')).flatMap((words) => words.split('...')).map(even).find((words) => words.length >= TELLING_CHARS_MIN && !told.includes(words));
}

/** The claim cut at its quotation marks: every second piece stands between two. */
function pieces(claim: string): string[] {
  const cut: string[] = [''];
  for (const character of claim) {
    if (MARKS.has(character)) cut.push('');
    else cut.push(`${cut.pop() ?? ''}${character}`);
  }
  return cut;
}

function even(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").split(/\s/u).filter((word) => word !== '').join(' ');
  let end = words.length;
  while (end > 0 && '.,;:!?'.includes(words.charAt(end - 1))) end -= 1;
  return words.slice(0, end);
}
