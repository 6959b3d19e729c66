import type { Extent, WordDetector } from '../detector.ts';
import { continuesHexGroups, isHexDigit, isWordUnit } from '../scan/characters.ts';

/** Six or eight pairs with one separator, or three groups of four with dots. */
const FORMS = [
  { groupChars: 2, groups: 8, separators: ':-' },
  { groupChars: 2, groups: 6, separators: ':-' },
  { groupChars: 4, groups: 3, separators: '.' },
] as const;

function endOfForm(text: string, start: number, { groupChars, groups, separators }: (typeof FORMS)[number]): number {
  const separator = text.charAt(start + groupChars);
  if (separator === '' || !separators.includes(separator)) return -1;
  let at = start;
  for (let group = 0; group < groups; group += 1) {
    if (group > 0) {
      if (text.charAt(at) !== separator) return -1;
      at += 1;
    }
    for (let index = 0; index < groupChars; index += 1, at += 1) if (!isHexDigit(text.charCodeAt(at))) return -1;
  }
  const isLonger = text.charAt(at) === separator && isHexDigit(text.charCodeAt(at + 1));
  return isWordUnit(text.charCodeAt(at)) || isLonger ? -1 : at;
}

/** The broadcast address and the empty one belong to no device. */
function belongsToDevice(address: string): boolean {
  const digits = [...address.toLowerCase()].filter((char) => !':-.'.includes(char));
  return !digits.every((digit) => digit === 'f') && !digits.every((digit) => digit === '0');
}

function find(text: string, start: number): Extent | undefined {
  for (const form of FORMS) {
    const end = endOfForm(text, start, form);
    if (end >= 0) return !continuesHexGroups(text, start, form.groupChars) && belongsToDevice(text.slice(start, end)) ? { start, end } : undefined;
  }
  return undefined;
}

export const macAddressDetector: WordDetector = {
  type: 'MAC_ADDRESS',
  severity: 'low',
  on: 'word',
  initials: '0123456789abcdefABCDEF',
  find,
};
