/** Escapes and classes: everything in a pattern that stands for one character. */
import type { PatternCursor } from './cursor.ts';
import type { CharacterSet } from './syntax.ts';

/** One member of a class: a range of code points, or a named set such as `\d`. */
type ClassItem =
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'escape'; readonly platform: string; readonly re2: string };

export interface SetOptions {
  readonly ignoreCase: boolean;
  readonly unicode: boolean;
}

/** What JavaScript calls white space; RE2's own `\s` knows only five of these. */
const SPACE_RANGES = [
  [0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f],
  [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff],
] as const;
const CODE_POINT_MAX = 0x10ffff;
/** More members than this need not be told one by one. */
const MEMBERS_MAX = 32;
const HEX_DIGITS = '0123456789abcdefABCDEF';

const RE2_SPACE = SPACE_RANGES.map(([from, to]) => re2Range(from, to)).join('');
const RE2_NOT_SPACE = SPACE_RANGES.map(([, to], index) =>
  re2Range(to + 1, (SPACE_RANGES[index + 1]?.[0] ?? CODE_POINT_MAX + 1) - 1),
).reduce((text, range) => text + range, re2Range(0, SPACE_RANGES[0][0] - 1));

const NAMED_SETS: Readonly<Record<string, string>> = {
  d: '\\d', D: '\\D', w: '\\w', W: '\\W', s: RE2_SPACE, S: RE2_NOT_SPACE,
};
const CONTROL_ESCAPES: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };

/** `.`: any character, or any but the four that end a line in JavaScript. */
export function dotSet(dotAll: boolean): CharacterSet {
  const lineEnds = [rangeItem(0x0a), rangeItem(0x0d), rangeItem(0x2028), rangeItem(0x2029)];
  return classSet(dotAll ? [] : lineEnds, { negated: true, ignoreCase: false });
}

export function literalSet(character: string, ignoreCase: boolean): CharacterSet {
  return classSet([rangeItem(character.codePointAt(0) ?? 0)], { negated: false, ignoreCase });
}

/** An escape outside a class; the cursor stands after the backslash. */
export function parseEscapedSet(cursor: PatternCursor, options: SetOptions): CharacterSet {
  return classSet([parseEscape(cursor, options)], { negated: false, ignoreCase: options.ignoreCase });
}

/** A class; the cursor stands after the opening bracket. */
export function parseClass(cursor: PatternCursor, options: SetOptions): CharacterSet {
  const negated = cursor.accept('^');
  const items: ClassItem[] = [];
  while (!cursor.accept(']')) {
    const from = parseClassItem(cursor, options);
    const to = cursor.attempt(() => {
      if (from.kind !== 'range' || !cursor.accept('-') || cursor.peek() === ']') return undefined;
      const end = parseClassItem(cursor, options);
      // As in `[a-\d]`: JavaScript takes the dash for itself when one end is a set.
      return end.kind === 'range' ? end : undefined;
    });
    if (from.kind === 'range' && to !== undefined) {
      if (to.from < from.from) {
        throw cursor.rejected('a range in a class runs backwards', 'Write the lower end first, as in [a-z].');
      }
      items.push({ kind: 'range', from: from.from, to: to.from });
    } else {
      items.push(from);
    }
  }
  return classSet(items, { negated, ignoreCase: options.ignoreCase });
}

function parseClassItem(cursor: PatternCursor, options: SetOptions): ClassItem {
  if (cursor.atEnd) throw cursor.rejected('a class is not closed', 'Close it with ], or write \\[ for the bracket itself.');
  if (!cursor.accept('\\')) return rangeItem(cursor.take().codePointAt(0) ?? 0);
  return cursor.accept('b') ? rangeItem(0x08) : parseEscape(cursor, options);
}

function parseEscape(cursor: PatternCursor, options: SetOptions): ClassItem {
  const character = cursor.take();
  const named = NAMED_SETS[character];
  if (named !== undefined) return { kind: 'escape', platform: `\\${character}`, re2: named };
  const control = CONTROL_ESCAPES[character];
  if (control !== undefined) return rangeItem(control);
  switch (character) {
    case '':
      throw cursor.rejected('it ends with a backslash', 'Write \\\\ for a backslash.');
    case 'x':
      return rangeItem(parseHex(cursor, 2));
    case 'u':
      return rangeItem(parseUnicodeEscape(cursor, options));
    case 'c':
      return rangeItem(parseControlLetter(cursor));
    case 'p':
    case 'P':
      return parseProperty(cursor, character);
    default:
      return parseIdentity(cursor, character);
  }
}

function parseIdentity(cursor: PatternCursor, character: string): ClassItem {
  if (character === '0' && !isAsciiDigit(cursor.peek())) return rangeItem(0);
  if (isAsciiLetter(character) || isAsciiDigit(character)) {
    throw cursor.rejected(
      `\\${character} has no meaning here`,
      'Use only the escapes of JavaScript; for the start and end of the text write ^ and $.',
    );
  }
  return rangeItem(character.codePointAt(0) ?? 0);
}

function parseHex(cursor: PatternCursor, digits: number): number {
  let text = '';
  while (text.length < digits && HEX_DIGITS.includes(cursor.peek()) && !cursor.atEnd) text += cursor.take();
  if (text.length < digits) throw cursor.rejected('a hexadecimal escape is too short', 'Write \\xHH or \\uHHHH.');
  return Number.parseInt(text, 16);
}

function parseUnicodeEscape(cursor: PatternCursor, { unicode }: SetOptions): number {
  if (cursor.accept('{')) {
    const digits = cursor.takeWhile(HEX_DIGITS);
    const codePoint = Number.parseInt(digits, 16);
    if (!unicode || !cursor.accept('}') || !(codePoint <= CODE_POINT_MAX)) {
      throw cursor.rejected('\\u{…} needs the flag u and a code point in hexadecimal', 'Add the flag u, or write \\uHHHH.');
    }
    return codePoint;
  }
  const first = parseHex(cursor, 4);
  if (first < 0xd800 || first > 0xdbff) return first;
  const second = cursor.attempt(() => {
    if (!cursor.accept('\\u')) return undefined;
    const unit = parseHex(cursor, 4);
    return unit >= 0xdc00 && unit <= 0xdfff ? unit : undefined;
  });
  return second === undefined ? first : (first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000;
}

function parseControlLetter(cursor: PatternCursor): number {
  const letter = cursor.take();
  if (!isAsciiLetter(letter)) throw cursor.rejected('\\c needs a letter', 'Write \\cJ or the like, or \\xHH.');
  return letter.charCodeAt(0) % 32;
}

/** Whether the property exists is the platform's to say, when the set is compiled. */
function parseProperty(cursor: PatternCursor, letter: 'p' | 'P'): ClassItem {
  const name = cursor.accept('{') ? cursor.takeUntil('}') : undefined;
  if (name === undefined) {
    throw cursor.rejected(`\\${letter} needs a property in braces`, 'Write for example \\p{L} or \\p{Script=Greek}.');
  }
  const value = name.slice(name.indexOf('=') + 1);
  return { kind: 'escape', platform: `\\${letter}{${name}}`, re2: `\\${letter}{${value}}` };
}

function rangeItem(codePoint: number): ClassItem {
  return { kind: 'range', from: codePoint, to: codePoint };
}

function classSet(items: readonly ClassItem[], shape: { negated: boolean; ignoreCase: boolean }): CharacterSet {
  const open = shape.negated ? '[^' : '[';
  const platform = items.map((item) => (item.kind === 'range' ? platformRange(item.from, item.to) : item.platform));
  const re2 = items.map((item) => (item.kind === 'range' ? re2Range(item.from, item.to) : item.re2));
  // RE2 has no empty class; the complement of everything says the same.
  const everything = `${shape.negated ? '[' : '[^'}${re2Range(0, CODE_POINT_MAX)}]`;
  const re2Class = items.length === 0 ? everything : `${open}${re2.join('')}]`;
  return {
    kind: 'set',
    platformClass: `${open}${platform.join('')}]`,
    re2Class,
    ignoreCase: shape.ignoreCase,
    members: shape.negated ? undefined : membersOf(items),
  };
}

function membersOf(items: readonly ClassItem[]): string[] | undefined {
  const members: string[] = [];
  for (const item of items) {
    if (item.kind !== 'range' || item.to - item.from >= MEMBERS_MAX - members.length) return undefined;
    for (let codePoint = item.from; codePoint <= item.to; codePoint += 1) members.push(String.fromCodePoint(codePoint));
  }
  return members;
}

function platformRange(from: number, to: number): string {
  return from === to ? `\\u{${from.toString(16)}}` : `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`;
}

function re2Range(from: number, to: number): string {
  return from === to ? `\\x{${from.toString(16)}}` : `\\x{${from.toString(16)}}-\\x{${to.toString(16)}}`;
}

function isAsciiDigit(character: string): boolean {
  return character >= '0' && character <= '9' && character.length === 1;
}

function isAsciiLetter(character: string): boolean {
  return character.length === 1 && ((character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z'));
}
