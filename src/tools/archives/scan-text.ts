/** Something in a text that a reader does not see as it is. */
export interface TextFinding {
  readonly severity: 'high' | 'medium' | 'low';
  readonly kind: TextFindingKind;
  /** Where it first occurs, in UTF-16 units. */
  readonly offset: number;
  /** The character, as `U+202E`; for a word, the word. */
  readonly sample: string;
  readonly count: number;
}

export type TextFindingKind = 'tag_character' | 'invisible_character' | 'bidi_override' | 'direction_mark' | 'control_character' | 'private_character' | 'mixed_alphabets';

const SEVERITIES: Readonly<Record<TextFindingKind, TextFinding['severity']>> = {
  tag_character: 'high',
  invisible_character: 'high',
  bidi_override: 'high',
  control_character: 'high',
  mixed_alphabets: 'medium',
  private_character: 'medium',
  direction_mark: 'low',
};

const ZERO_WIDTH_JOINER = 0x200d;
const ZERO_WIDTH_NON_JOINER = 0x200c;
const VARIATION = /[\uFE00-\uFE0F]/;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u;
/** Scripts in which joiners change how letters are drawn. Latin, Greek and Cyrillic are none of them. */
const JOINING_LETTER = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Tibetan}]/u;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}\u{2800}]/u;
const CONTROL = /[\p{Cc}\p{Cs}]/u;
const PRIVATE = /\p{Co}/u;

/** The three flags that are spelled with tags, as Unicode has them: a black flag, letters, an end. */
const TAGGED_FLAGS: readonly string[] = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) => `\u{1F3F4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')}\u{E007F}`,
);

const within = (code: number, first: number, last: number): boolean => code >= first && code <= last;

function kindOf(character: string, before: string, after: string): TextFindingKind | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n' || character === '\r' || character === '\t') return undefined;
  if (CONTROL.test(character)) return 'control_character';
  if (within(code, 0xe0000, 0xe007f)) return 'tag_character';
  if (within(code, 0x202a, 0x202e) || within(code, 0x2066, 0x2069)) return 'bidi_override';
  if (code === 0x200e || code === 0x200f || code === 0x061c) return 'direction_mark';
  if (PRIVATE.test(character)) return 'private_character';
  if (!INVISIBLE.test(character)) return undefined;
  return isAtHome(code, character, before, after) ? undefined : 'invisible_character';
}

/** Joiners between letters or pictures that need them, and one selector behind a character that can be seen. */
function isAtHome(code: number, character: string, before: string, after: string): boolean {
  if (code === ZERO_WIDTH_JOINER && PICTURE.test(before) && PICTURE.test(after)) return true;
  if (code === ZERO_WIDTH_JOINER || code === ZERO_WIDTH_NON_JOINER) return JOINING_LETTER.test(before);
  return VARIATION.test(character) && before !== '' && !/\s/.test(before) && !INVISIBLE.test(before);
}

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LATIN = /\p{Script=Latin}/u;
const LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\u{1D400}-\u{1D7FF}]/u;
/** Greek letters that stand for quantities beside Latin ones: µm, Δt, Ωm. */
const QUANTITY = /^[µμΔδΩωπλσθαβγεφΣ]\p{Script=Latin}{0,2}\d*$|^\p{Script=Latin}{1,2}[µμΔδΩωπλσθαβγεφ]$/u;

/**
 * What is hidden in a text that an agent may come to obey: characters that are not seen, that turn the order of what
 * is seen, or that look like others. Each kind is given once, with where it begins and how often it occurs.
 */
export function scanText(text: string): TextFinding[] {
  const found = new Map<TextFindingKind, { offset: number; sample: string; count: number }>();
  const note = (kind: TextFindingKind, offset: number, sample: string): void => {
    const earlier = found.get(kind);
    if (earlier) earlier.count += 1;
    else found.set(kind, { offset, sample, count: 1 });
  };
  const plain = TAGGED_FLAGS.reduce((rest, flag) => rest.replaceAll(flag, ' '.repeat(flag.length)), text);
  scanCharacters(plain, note);
  for (const match of plain.matchAll(WORD)) {
    const [word] = match;
    if (LATIN.test(word) && LOOKALIKE.test(word) && !QUANTITY.test(word)) note('mixed_alphabets', match.index, word.slice(0, 40));
  }
  return [...found].map(([kind, rest]) => ({ severity: SEVERITIES[kind], kind, ...rest })).toSorted((one, other) => one.offset - other.offset);
}

function scanCharacters(text: string, note: (kind: TextFindingKind, offset: number, sample: string) => void): void {
  let before = '';
  for (let offset = 0; offset < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
    const next = offset + character.length;
    const after = next < text.length ? String.fromCodePoint(text.codePointAt(next) ?? 0) : '';
    // A mark of byte order at the very beginning says how the text is stored, and is not part of it.
    const isByteOrder = offset === 0 && character === '\uFEFF';
    // Plain ASCII is nearly everything, and nothing of it but controls is looked for.
    const isPlain = character >= ' ' && character <= '~';
    const kind = isPlain || isByteOrder ? undefined : kindOf(character, before, after);
    if (kind) note(kind, offset, `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
    before = character;
    offset = next;
  }
}
