/** Letters of other scripts that look like Latin ones, by what they look like. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аɑαａ', b: 'вЬ', c: 'сϲᴄ', d: 'ԁɗ', e: 'еєҽ℮', g: 'ɡց', h: 'һнհ', i: 'іıɩι', j: 'јϳ', k: 'кκ', l: 'ӏⅼ', m: 'мⅿ', n: 'пո', o: 'оοօ०໐',
    p: 'рρ', q: 'ԛ', r: 'гᴦ', s: 'ѕꜱ', t: 'тτ', u: 'υսᴜ', v: 'νѵᴠ', w: 'ԝωᴡ', x: 'хχ', y: 'уүγ', z: 'ᴢ', '.': '。｡․', '@': '＠﹫', '/': '∕⁄', '-': '‐‑‒–—−', '_': '＿',
  }).flatMap(([latin, others]) => Array.from(others, (other): [string, string] => [other, latin])),
);

/** Tag characters spell ASCII that nobody sees. */
const TAG_FIRST = 0xe0020;
const TAG_LAST = 0xe007e;
const TAG_OFFSET = 0xe0000;

const PLAIN = /^[\x20-\x7e\s]*$/;
const MARK_OR_FORMAT = /[\p{M}\p{Cf}\p{Cc}]/u;
const SPACE = /\s/u;

/**
 * The same text as a reader would take it: no case, no accents, nothing invisible, and lookalike letters as the Latin
 * ones they pass for. Two texts that look alike fold alike; that other words fold into one is the price.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text.normalize('NFKD').toLowerCase()) folded += foldedCharacter(character);
  return folded;
}

function foldedCharacter(character: string): string {
  const point = Number(character.codePointAt(0));
  if (point < 0x7f && point >= 0x20) return character;
  if (point >= TAG_FIRST && point <= TAG_LAST) return String.fromCodePoint(point - TAG_OFFSET).toLowerCase();
  if (SPACE.test(character)) return character;
  if (MARK_OR_FORMAT.test(character)) return '';
  return LOOKALIKES.get(character) ?? character;
}

/** Whether letters of another script stand in it that look like Latin ones. */
export function passesForLatin(text: string): boolean {
  return !PLAIN.test(text) && Array.from(text.toLowerCase()).some((character) => LOOKALIKES.has(character) && /\p{L}/u.test(character));
}

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu;
const NAME_WORDS = /[\p{L}\p{N}_]+/gu;
/** How people write an address so that programs do not see it. */
const SPOKEN_SIGNS: ReadonlySet<string> = new Set(['at', 'dot', 'punkt', 'arroba', 'punto', 'arobase']);

/** Letters and digits in a row, of text that was folded. */
export function wordsOf(folded: string): string[] {
  return folded.match(LETTERS_AND_DIGITS) ?? [];
}

/** As words, but a name such as `send_email` is one and no request to send. */
export function nameWordsOf(folded: string): string[] {
  return folded.match(NAME_WORDS) ?? [];
}

/** Only letters and digits, without the words that stand for signs: dots, blanks and "at" between letters hide nothing. */
export function compact(folded: string): string {
  return wordsOf(folded).filter((word) => !SPOKEN_SIGNS.has(word)).join('');
}
