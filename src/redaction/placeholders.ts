import type { Extent } from './detector.ts';

/** A placeholder as this module writes it: `[EMAIL_1]`, or `[EMAIL:1f2e3d4c5b6a]` with a digest. */
export interface Placeholder extends Extent {
  readonly type: string;
  /** The number of a mask; 0 for a digest. */
  readonly number: number;
}

const PLACEHOLDER_CHARS_MAX = 96;

function isAll(text: string, alphabet: string): boolean {
  return text !== '' && [...text].every((char) => alphabet.includes(char));
}

function parse(inside: string): { type: string; number: number } | undefined {
  const split = Math.max(inside.indexOf(':'), inside.lastIndexOf('_'), 0);
  const type = inside.slice(0, split);
  const rest = inside.slice(split + 1);
  const isDigest = inside.charAt(split) === ':';
  const isRest = isAll(rest, isDigest ? '0123456789abcdef' : '0123456789');
  return isRest && isAll(type, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_') ? { type, number: isDigest ? 0 : Number(rest) } : undefined;
}

/** Every placeholder in the text, from left to right. What stands in one was redacted before and is left alone. */
export function findPlaceholders(text: string): Placeholder[] {
  const placeholders: Placeholder[] = [];
  for (let start = text.indexOf('['); start >= 0; start = text.indexOf('[', start + 1)) {
    const inside = text.slice(start + 1, start + PLACEHOLDER_CHARS_MAX);
    const close = inside.indexOf(']');
    const parsed = close < 0 ? undefined : parse(inside.slice(0, close));
    if (parsed !== undefined) placeholders.push({ start, end: start + close + 2, ...parsed });
  }
  return placeholders;
}
