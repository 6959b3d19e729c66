import { ANY_LETTER, type Extent, type WordDetector } from '../detector.ts';
import { digitValue, isAsciiLetter, isDash, isSpace, isWordUnit } from '../scan/characters.ts';
import { hasContext } from '../scan/context.ts';

const FIRST_REFUSED = 'DFIQUV';
const SECOND_REFUSED = 'DFIOQUV';
const PREFIXES_REFUSED = new Set(['BG', 'GB', 'KN', 'NK', 'NT', 'TN', 'ZZ']);
const SUFFIXES = 'ABCD';
const WORDS = ['nino', 'national insurance', 'ni number', 'ni no', 'ni'];
const DIGITS = 6;

function isAllocatedPrefix(prefix: string): boolean {
  const isRefused = FIRST_REFUSED.includes(prefix.charAt(0)) || SECOND_REFUSED.includes(prefix.charAt(1));
  return !isRefused && !PREFIXES_REFUSED.has(prefix);
}

/** Skips one space or dash. */
function afterBreak(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return isSpace(unit) || isDash(unit) ? at + 1 : at;
}

/** The position of the suffix after six digits, spaces allowed between the pairs; -1 when they are not there. */
function suffixPosition(text: string, start: number): number {
  let at = start;
  for (let count = 0; count < DIGITS; count += 1) {
    if (count % 2 === 0) at = afterBreak(text, at);
    if (digitValue(text.charCodeAt(at)) < 0) return -1;
    at += 1;
  }
  return afterBreak(text, at);
}

function find(text: string, start: number): Extent | undefined {
  if (!isAsciiLetter(text.charCodeAt(start + 1)) || digitValue(text.charCodeAt(afterBreak(text, start + 2))) < 0) return undefined;
  const suffix = suffixPosition(text, start + 2);
  if (suffix < 0 || isWordUnit(text.charCodeAt(suffix + 1))) return undefined;
  const end = suffix + 1;
  const written = text.slice(start, start + 2) + text.slice(suffix, end);
  const upper = written.toUpperCase();
  if (!isAllocatedPrefix(upper.slice(0, 2)) || !SUFFIXES.includes(upper.charAt(2)) || upper.length < 3) return undefined;
  // In capitals the form speaks for itself; in small letters it needs its name beside it.
  return written === upper || hasContext(text, start, end, WORDS) ? { start, end } : undefined;
}

export const ninoDetector: WordDetector = { type: 'UK_NINO', severity: 'high', on: 'word', initials: ANY_LETTER, find };
