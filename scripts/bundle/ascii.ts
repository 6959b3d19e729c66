import type { Edit } from './edits.ts';

const BEYOND_ASCII = /[^\0-\x7f]/g;
/** Here an escape would be read as its own letters. */
const RAW = /String\.raw`[^`]*[^\0-\x7f]/;

/** One character beyond ASCII doubles the memory of a whole file and slows its reading; an escape says the same. */
export function beyondAscii(code: string): readonly Edit[] {
  if (RAW.test(code)) throw new TypeError('a raw text holds a character beyond ASCII, which cannot be escaped there');
  return [...code.matchAll(BEYOND_ASCII)].map(({ 0: unit, index }) => ({ start: index, end: index + 1, text: `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` }));
}
