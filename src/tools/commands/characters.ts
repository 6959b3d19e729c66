/** Characters that are shown otherwise than they are, by ranges of code points. */

type Range = readonly [first: number, last: number];

/** All but tab, newline and carriage return, which have their own rules. */
const CONTROL: readonly Range[] = [[0x00, 0x08], [0x0b, 0x0c], [0x0e, 0x1f], [0x7f, 0x9f]];
const BIDIRECTIONAL: readonly Range[] = [[0x061c, 0x061c], [0x200e, 0x200f], [0x202a, 0x202e], [0x2066, 0x2069]];
const INVISIBLE: readonly Range[] = [
  [0xad, 0xad], [0x34f, 0x34f], [0x115f, 0x1160], [0x17b4, 0x17b5], [0x180b, 0x180e], [0x200b, 0x200d], [0x2060, 0x2064],
  [0x206a, 0x206f], [0x3164, 0x3164], [0xfe00, 0xfe0f], [0xfeff, 0xfeff], [0xffa0, 0xffa0], [0xe0000, 0xe007f],
];
const DASHES: readonly Range[] = [
  [0x058a, 0x058a], [0x2010, 0x2015], [0x2043, 0x2043], [0x2212, 0x2212], [0x30fc, 0x30fc], [0xfe58, 0xfe58], [0xfe63, 0xfe63],
  [0xff0d, 0xff0d],
];
const SPACES: readonly Range[] = [
  [0x85, 0x85], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f],
  [0x3000, 0x3000],
];
const PRIVATE: readonly Range[] = [[0xe000, 0xf8ff], [0xf0000, 0x10ffff]];

const among = (ranges: readonly Range[]) => (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => point >= first && point <= last);
};

export const isControl = among(CONTROL);
export const isBidirectional = among(BIDIRECTIONAL);
export const isInvisible = among(INVISIBLE);
export const isDash = among(DASHES);
export const isForeignSpace = among(SPACES);
export const isPrivate = among(PRIVATE);

/** Printable ASCII is in none of the ranges, so it is passed over at once. */
export function holds(text: string, is: (character: string) => boolean): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if ((unit < 0x20 || unit > 0x7e) && is(String.fromCodePoint(text.codePointAt(at) ?? unit))) return true;
  }
  return false;
}

export function without(text: string, is: (character: string) => boolean): string {
  return holds(text, is) ? [...text].filter((character) => !is(character)).join('') : text;
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

const ESCAPE = '\u001b';
const BELL = '\u0007';

/** Takes out the sequences that a terminal obeys instead of showing. */
export function withoutTerminalSequences(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  let kept = '';
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== ESCAPE) {
      kept += text.charAt(at);
      continue;
    }
    const kind = text[at + 1] ?? '';
    at += 1;
    if (kind === '[') while (at + 1 < text.length && !/[@-~]/.test(text.charAt((at += 1)))) continue;
    else if (kind === ']') while (at + 1 < text.length && text[at] !== BELL && !(text[at] === ESCAPE && text[at + 1] === '\\')) at += 1;
  }
  return kept;
}
