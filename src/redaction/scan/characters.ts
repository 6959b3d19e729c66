/**
 * What a UTF-16 unit means to the detectors. Ranges are deliberately coarse: a detector asks whether two
 * stretches touch, not which language they are written in.
 */
export const CharKind = {
  OTHER: 0,
  DIGIT: 1,
  LETTER: 2,
  /** Zero-width marks and soft hyphens: people paste them unseen, so they never separate anything. */
  INVISIBLE: 3,
} as const;

const ASCII_LIMIT = 0x80;

/** The first unit of each block of decimal digits that people really type; every block holds ten. */
const DIGIT_BLOCKS = [0x30, 0x0660, 0x06f0, 0x0966, 0xff10] as const;

/** The value of a decimal digit in any of the known blocks, or -1. */
export function digitValue(unit: number): number {
  if (unit < ASCII_LIMIT) return unit >= 0x30 && unit <= 0x39 ? unit - 0x30 : -1;
  for (const first of DIGIT_BLOCKS) if (unit >= first && unit < first + 10) return unit - first;
  return -1;
}

export function isInvisible(unit: number): boolean {
  return (unit >= 0x200b && unit <= 0x200f) || unit === 0x2060 || unit === 0xfeff || unit === 0x00ad;
}

export function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Han, kana and Hangul are written without spaces, so they neither join nor separate what stands beside them. */
export function isUnspacedScript(unit: number): boolean {
  return (unit >= 0x2e80 && unit <= 0x2fdf) || (unit >= 0x3040 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3);
}

/** Letters of alphabets: Latin, Greek, Cyrillic, Arabic, Indic and the like; not punctuation, symbols or surrogates. */
function isAlphabetLetter(unit: number): boolean {
  if (unit < 0xc0) return unit === 0xaa || unit === 0xb5 || unit === 0xba;
  if (unit === 0xd7 || unit === 0xf7) return false;
  if (unit < 0x2000) return true;
  return unit >= 0xff21 && unit <= 0xff5a && (unit <= 0xff3a || unit >= 0xff41);
}

function kindOf(unit: number): number {
  if (digitValue(unit) >= 0) return CharKind.DIGIT;
  if (isInvisible(unit)) return CharKind.INVISIBLE;
  if (unit < ASCII_LIMIT) return isAsciiLetter(unit) || unit === 0x5f ? CharKind.LETTER : CharKind.OTHER;
  return isAlphabetLetter(unit) ? CharKind.LETTER : CharKind.OTHER;
}

/** One look-up per unit keeps the single pass cheap. Underscore counts as a letter: it joins names. */
const KINDS = Uint8Array.from({ length: 0x10000 }, (_, unit) => kindOf(unit));

export function charKind(unit: number): number {
  return KINDS[unit] ?? CharKind.OTHER;
}

/** True where a word continues; false at either end of the text, where charCodeAt gives NaN. */
export function isWordUnit(unit: number): boolean {
  const kind = charKind(unit);
  return kind === CharKind.DIGIT || kind === CharKind.LETTER;
}

export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x202f || unit === 0x3000;
}

export function isLineBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
}

export function isDash(unit: number): boolean {
  return unit === 0x2d || (unit >= 0x2010 && unit <= 0x2015) || unit === 0x2212 || unit === 0xff0d;
}

export function isDot(unit: number): boolean {
  return unit === 0x2e || unit === 0xff0e;
}

export function isHexDigit(unit: number): boolean {
  const lower = unit | 0x20;
  return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/** True when a group of hexadecimal digits and a colon stand right before: the text is the middle of a longer one. */
export function continuesHexGroups(text: string, start: number, groupCharsMax: number): boolean {
  const separator = text.charCodeAt(start - 1);
  if (separator !== 0x3a && !isDash(separator) && !isDot(separator)) return false;
  let from = start - 1;
  while (start - 1 - from < groupCharsMax && isHexDigit(text.charCodeAt(from - 1))) from -= 1;
  if (from === start - 1) return isDot(separator) || text.charCodeAt(from - 1) === separator;
  return !isWordUnit(text.charCodeAt(from - 1));
}
