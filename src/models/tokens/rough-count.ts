/**
 * Tokens of a text, told from its characters alone: no tokenizer is loaded and the text is walked once. Made to be a little
 * too high rather than too low: a word costs a token for every few letters, digits go in threes, marks and lines cost one
 * each when they come alone, and scripts without spaces cost about a token for each character.
 */
export function roughCount(text: string): number {
  return roughTotal(countOn(NOTHING_COUNTED, text));
}

/** How far a text has been counted. What stands at its end may go on in what follows, so that is not counted yet. */
export interface CountedText {
  readonly tokens: number;
  readonly open: string;
}

export const NOTHING_COUNTED: CountedText = { tokens: 0, open: '' };

/** Goes on counting where it stopped: whoever adds to a text pays for what was added, and comes to the same figure to the bit. */
export function countOn({ tokens: before, open }: CountedText, added: string): CountedText {
  const text = open + added;
  let tokens = before;
  let index = 0;
  while (index < text.length) {
    const kind = KINDS[text.charCodeAt(index)] ?? 'wide';
    const end = kind === 'wide' ? index + 1 : endOfRun(text, index, kind);
    if (end === text.length) break;
    tokens += costOf(text, kind, index, end);
    index = end;
  }
  return { tokens, open: text.slice(index) };
}

export function roughTotal({ tokens, open }: CountedText): number {
  return Math.ceil(open === '' ? tokens : tokens + costOf(open, KINDS[open.charCodeAt(0)] ?? 'wide', 0, open.length));
}

type CharacterKind = 'letter' | 'digit' | 'space' | 'line' | 'mark' | 'wide';

/** Letters with accents are parts of words; what comes after them is another script. */
const FIRST_ACCENTED = '\u00c0';
const LATIN_CODES = 0x250;
const KINDS: readonly CharacterKind[] = Array.from({ length: LATIN_CODES }, (_, code) => kindOf(String.fromCharCode(code)));

function kindOf(character: string): CharacterKind {
  if ((character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character >= FIRST_ACCENTED) return 'letter';
  if (character >= '0' && character <= '9') return 'digit';
  if (character === '\n' || character === '\r') return 'line';
  return character === ' ' || character === '\t' ? 'space' : 'mark';
}

function endOfRun(text: string, start: number, kind: CharacterKind): number {
  let end = start + 1;
  while (end < text.length && KINDS[text.charCodeAt(end)] === kind) end += 1;
  return end;
}

/** Words up to this length are nearly always in the vocabulary whole. */
const WHOLE_WORD_LETTERS = 7;
/** What is longer falls apart into pieces of about this many letters. */
const LETTERS_PER_TOKEN = 5;
/** A capital inside a word begins a piece, often one of its own. */
const INNER_CAPITAL_TOKENS = 0.8;
const DIGITS_PER_TOKEN = 3;
const MARKS_PER_TOKEN = 2;
/** Indentation of any depth that people write is one token. */
const SPACES_PER_TOKEN = 16;
const CAPITAL_A = 0x41;
const CAPITAL_Z = 0x5a;
const FIRST_CJK = 0x2e80;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

function costOf(text: string, kind: CharacterKind, start: number, end: number): number {
  const length = end - start;
  switch (kind) {
    case 'letter':
      return (length <= WHOLE_WORD_LETTERS ? 1 : length / LETTERS_PER_TOKEN) + INNER_CAPITAL_TOKENS * innerCapitals(text, start, end);
    case 'digit':
      return Math.ceil(length / DIGITS_PER_TOKEN);
    case 'mark':
      return Math.ceil(length / MARKS_PER_TOKEN);
    case 'line':
      return 1;
    case 'space':
      // One space belongs to the word that follows it.
      return length === 1 ? 0 : Math.ceil(length / SPACES_PER_TOKEN);
    case 'wide':
      return wideCost(text.charCodeAt(start));
  }
}

/** Capitals that follow a small letter. */
function innerCapitals(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start + 1; index < end; index += 1) {
    if (isCapital(text.charCodeAt(index)) && !isCapital(text.charCodeAt(index - 1))) count += 1;
  }
  return count;
}

function isCapital(code: number): boolean {
  return code >= CAPITAL_A && code <= CAPITAL_Z;
}

/** Greek, Cyrillic, Arabic and the like share tokens; East Asian characters less, halves of emoji hardly. */
function wideCost(code: number): number {
  if (code >= FIRST_SURROGATE && code <= LAST_SURROGATE) return 1;
  return code >= FIRST_CJK ? 0.8 : 0.45;
}
