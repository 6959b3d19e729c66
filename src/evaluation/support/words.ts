/** A word of a text as it stands there, and in the form in which it is compared. */
export interface SaidWord {
  readonly raw: string;
  readonly stem: string;
  /** The sign before it that is no blank; empty at the beginning. */
  readonly before: string;
}

/** Signs inside a word: two letters that belong together, a number with its point or its hour. */
const JOINING = new Set(["'", '’', '-', '.', ',', ':', '/', '_']);
const BLANK = /\s/u;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;

/** Every word and number of a text, in its order, read character by character. */
export function wordsIn(text: string): SaidWord[] {
  const characters = [...text.normalize('NFKC')];
  const words: SaidWord[] = [];
  let before = '';
  for (let at = 0; at < characters.length; ) {
    const end = endOfWord(characters, at);
    if (end === at) {
      const sign = characters[at] ?? '';
      if (!BLANK.test(sign)) before = sign;
      at += 1;
      continue;
    }
    const raw = characters.slice(at, end).join('');
    words.push({ raw, stem: stemOf(raw), before });
    before = '';
    at = end;
  }
  return words;
}

function endOfWord(characters: readonly string[], from: number): number {
  const isPart = (at: number): boolean => LETTER_OR_DIGIT.test(characters[at] ?? '');
  let at = from;
  while (isPart(at) || (at > from && JOINING.has(characters[at] ?? '') && isPart(at + 1) && joins(characters, at))) at += 1;
  return at;
}

/** A comma, a colon or a slash joins digits alone; a full stop joins digits, or the letters of an abbreviation. */
function joins(characters: readonly string[], at: number): boolean {
  const areDigits = isDigit(characters[at - 1]) && isDigit(characters[at + 1]);
  return ',:/'.includes(characters[at] ?? '') ? areDigits : characters[at] !== '.' || areDigits || isSingle(characters, at);
}

/** The `S` of `U.S.`: a letter with a full stop on its other side, or with nothing before it. */
function isSingle(characters: readonly string[], at: number): boolean {
  return !LETTER_OR_DIGIT.test(characters[at - 2] ?? ' ') || characters[at - 2] === '.';
}

export function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

export function hasDigit(word: string): boolean {
  return [...word].some(isDigit);
}

const ENDINGS: readonly (readonly [string, string])[] = [['ies', 'y'], ['ing', ''], ['ed', ''], ['es', ''], ['s', ''], ['e', '']];
const STEM_CHARS_MIN = 3;

/** The same for the forms of an English word that differ in their ending alone. Others stay as they are, in small letters. */
export function stemOf(word: string): string {
  const small = withoutPossessive(withoutNe(word.toLowerCase()));
  if (hasDigit(small) || small.endsWith('ss')) return small;
  for (const [ending, instead] of ENDINGS) {
    if (small.endsWith(ending) && small.length - ending.length >= STEM_CHARS_MIN) return `${small.slice(0, -ending.length)}${instead}`;
  }
  return small;
}

/** The French ne before a vowel. */
function withoutNe(word: string): string {
  return word.startsWith("n'") || word.startsWith('n’') ? word.slice(2) : word;
}

export function withoutPossessive(word: string): string {
  return word.endsWith("'s") || word.endsWith('’s') ? word.slice(0, -2) : word;
}
