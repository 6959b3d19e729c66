import type { Extent, NumberDetector, WordDetector } from '../detector.ts';
import { isAsciiLetter, isDash, isWordUnit } from '../scan/characters.ts';
import { type DigitRun, Gap } from '../scan/digit-run.ts';

const CHECK_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const NIE_INITIALS = 'XYZ';
const NIE_DIGITS = 7;

function checkLetter(number: string): string {
  return CHECK_LETTERS.charAt(Number(number) % CHECK_LETTERS.length);
}

/** The position of the letter behind the digits: touching them, or after one dash. -1 when there is none. */
function letterAfter(text: string, end: number): number {
  const at = isDash(text.charCodeAt(end)) ? end + 1 : end;
  return isAsciiLetter(text.charCodeAt(at)) && !isWordUnit(text.charCodeAt(at + 1)) ? at : -1;
}

function findDni(run: DigitRun, first: number, last: number): Extent | undefined {
  const isWritten = last === first || (run.hasShape(first, last, [2, 3, 3]) && run.hasGaps(first, last, [Gap.DOT]));
  if (!isWritten || run.isTiedBefore(first)) return undefined;
  const letter = letterAfter(run.text, run.end(last));
  if (letter < 0 || run.text.charAt(letter).toUpperCase() !== checkLetter(run.digits(first, last))) return undefined;
  return { start: run.start(first), end: letter + 1 };
}

function findNie(text: string, start: number): Extent | undefined {
  const from = isDash(text.charCodeAt(start + 1)) ? start + 2 : start + 1;
  const digits = text.slice(from, from + NIE_DIGITS);
  if (digits.length < NIE_DIGITS || [...digits].some((char) => char < '0' || char > '9')) return undefined;
  const letter = letterAfter(text, from + NIE_DIGITS);
  const initial = NIE_INITIALS.indexOf(text.charAt(start).toUpperCase());
  return letter >= 0 && text.charAt(letter).toUpperCase() === checkLetter(`${initial}${digits}`) ? { start, end: letter + 1 } : undefined;
}

export const dniDetector: NumberDetector = { type: 'ES_DNI', severity: 'high', on: 'number', digitCounts: [8], find: findDni };
export const nieDetector: WordDetector = { type: 'ES_NIE', severity: 'high', on: 'word', initials: 'XYZxyz', find: findNie };
