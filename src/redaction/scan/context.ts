import { charKind, CharKind, isLineBreak, isUnspacedScript } from './characters.ts';

/** A label stands close to its value; further away it speaks of something else. */
const BEFORE_CHARS_MAX = 48;
const AFTER_CHARS_MAX = 24;

/** Figures in a table have no words beside them; finding that out is far cheaper than looking for the words. */
function hasLetter(text: string, from: number, to: number): boolean {
  for (let at = Math.max(from, 0); at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (charKind(unit) === CharKind.LETTER || isUnspacedScript(unit)) return true;
  }
  return false;
}

/** The lower-cased text before `position` on the same line, at most `limit` units. */
export function lineBefore(text: string, position: number, limit = BEFORE_CHARS_MAX): string {
  let from = position;
  while (from > 0 && position - from < limit && !isLineBreak(text.charCodeAt(from - 1))) from -= 1;
  return text.slice(from, position).toLowerCase();
}

function lineAfter(text: string, position: number): string {
  let to = position;
  while (to < text.length && to - position < AFTER_CHARS_MAX && !isLineBreak(text.charCodeAt(to))) to += 1;
  return text.slice(position, to).toLowerCase();
}

function isLowerLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || unit >= 0xdf;
}

/** True when `words` (lower case) holds one that stands in `haystack` as a whole word. */
export function containsWord(haystack: string, words: readonly string[]): boolean {
  return words.some((word) => {
    for (let at = haystack.indexOf(word); at >= 0; at = haystack.indexOf(word, at + 1)) {
      const touchesBefore = at > 0 && isLowerLetter(haystack.charCodeAt(at - 1));
      const touchesAfter = isLowerLetter(haystack.charCodeAt(at + word.length));
      if (!touchesBefore && !touchesAfter) return true;
    }
    return false;
  });
}

/** True when one of the words stands before the stretch, on its line. */
export function hasContextBefore(text: string, start: number, words: readonly string[], limit = BEFORE_CHARS_MAX): boolean {
  return hasLetter(text, start - limit, start) && containsWord(lineBefore(text, start, limit), words);
}

/** True when one of the words stands near the stretch, on its line, before or after. */
export function hasContext(text: string, start: number, end: number, words: readonly string[]): boolean {
  if (hasContextBefore(text, start, words)) return true;
  return hasLetter(text, end, Math.min(end + AFTER_CHARS_MAX, text.length)) && containsWord(lineAfter(text, end), words);
}

/** Words further back than this describe something else. */
const LABEL_WORDS_MAX = 3;
const LABEL_PUNCTUATION = ' :#=.("\'[_-/';

/**
 * True when the last words before the stretch, with only punctuation between, are one of the labels (lower case,
 * words separated by one space).
 */
export function isLabelled(text: string, start: number, labels: ReadonlySet<string>): boolean {
  let wordEnd = start;
  while (wordEnd > 0 && LABEL_PUNCTUATION.includes(text.charAt(wordEnd - 1))) wordEnd -= 1;
  if (charKind(text.charCodeAt(wordEnd - 1)) !== CharKind.LETTER) return false;
  const before = lineBefore(text, start);
  let to = before.length;
  let phrase = '';
  for (let count = 0; count < LABEL_WORDS_MAX; count += 1) {
    while (to > 0 && LABEL_PUNCTUATION.includes(before.charAt(to - 1))) to -= 1;
    let from = to;
    while (from > 0 && isLowerLetter(before.charCodeAt(from - 1))) from -= 1;
    if (from === to) return false;
    phrase = phrase === '' ? before.slice(from, to) : `${before.slice(from, to)} ${phrase}`;
    if (labels.has(phrase)) return true;
    to = from;
  }
  return false;
}

/** Every noun, alone and with each of the endings. */
export function labelSet(nouns: readonly string[], endings: readonly string[]): ReadonlySet<string> {
  return new Set(nouns.flatMap((noun) => [noun, ...endings.map((ending) => `${noun} ${ending}`)]));
}
