import { wordsIn } from '../support/words.ts';
import type { MadeCall } from '../work.ts';

/** Marks between which a judge gives the words of another. */
const MARKS = [['“', '”'], ['"', '"'], ['«', '»']] as const;
/** Fewer words than this are a name or a manner of speaking. */
const QUOTED_WORDS_MIN = 3;

/** All that a judge could have read. */
export interface Material {
  readonly calls: readonly MadeCall[];
  /** What was handed over, and what was asked of it. */
  readonly said: readonly string[];
}

/** The first words that a judge quotes and that stand nowhere in what it was shown; undefined when there are none. */
export function inventedQuote(evidence: string, { calls, said }: Material): string | undefined {
  const quoted = MARKS.flatMap(([begin, end]) => between(evidence, begin, end));
  if (quoted.length === 0) return undefined;
  const texts = [...said, ...calls.flatMap(({ decision, outcome }) => [outcome.shown.text, ...textsIn(decision.arguments), ...textsIn(outcome.output)])].map(plain);
  return quoted.find((quote) => piecesOf(quote).some((piece) => !texts.some((text) => text.includes(piece))));
}

/** What is left out of a quotation is marked by points; each piece has to stand there by itself. */
function piecesOf(quote: string): string[] {
  return quote.replaceAll('...', '…').split('…').filter((piece) => wordsIn(piece).length >= QUOTED_WORDS_MIN).map((piece) => plain(piece).trimEnd());
}

/** The words alone: signs, spaces and capitals may differ. */
function plain(text: string): string {
  return ` ${wordsIn(text).map(({ raw }) => raw.toLowerCase()).join(' ')} `;
}

function between(text: string, begin: string, end: string): string[] {
  const found: string[] = [];
  for (let from = text.indexOf(begin); from !== -1; ) {
    const to = text.indexOf(end, from + begin.length);
    if (to === -1) break;
    found.push(text.slice(from + begin.length, to));
    from = text.indexOf(begin, to + end.length);
  }
  return found;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
