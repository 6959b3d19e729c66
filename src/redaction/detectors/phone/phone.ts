import type { Extent, NumberDetector } from '../../detector.ts';
import { isWordUnit } from '../../scan/characters.ts';
import { type DigitRun, Gap } from '../../scan/digit-run.ts';
import { isNamedOtherwise } from '../other-labels.ts';
import { isInternationalNumber, isNorthAmerican } from './calling-codes.ts';
import { extensionEnd } from './extension.ts';
import { hasPhoneContext, isPhoneLabelled } from './phone-words.ts';
import { hasBracketedShape, hasTrunkShape } from './trunk-shapes.ts';

const PHONE_GAPS = [Gap.SPACE, Gap.DASH, Gap.DOT, Gap.PAREN, Gap.SLASH, Gap.SPACED_DASH] as const;

function isPlus(unit: number): boolean {
  return unit === 0x2b || unit === 0xff0b;
}

function isOpenParenthesis(unit: number): boolean {
  return unit === 0x28 || unit === 0xff08;
}

/** True when the group after `first` follows a closing parenthesis, so one that opened before `first` belongs to us. */
function closesParenthesis(run: DigitRun, first: number, last: number): boolean {
  return last > first && run.text.slice(run.end(first), run.start(first + 1)).includes(')');
}

/** One dot alone is a decimal point, and no number is written across lines. */
function isPunctuatedAsNumber(run: DigitRun, first: number, last: number): boolean {
  let dots = 0;
  for (let group = first + 1; group <= last; group += 1) if (run.gap(group) === Gap.DOT) dots += 1;
  return dots !== 1 && run.hasGaps(first, last, PHONE_GAPS);
}

/** The digits that are dialled from abroad: without a `(0)` that only callers at home use. */
function dialledDigits(run: DigitRun, first: number, last: number): string {
  let digits = '';
  for (let group = first; group <= last; group += 1) {
    const isTrunk = run.digitCount(group) === 1 && run.gap(group) === Gap.PAREN && run.gap(group + 1) === Gap.PAREN;
    const part = run.digits(group, group);
    if (!isTrunk || part !== '0') digits += part;
  }
  return digits;
}

function isInternational(run: DigitRun, first: number, last: number): boolean {
  const start = run.start(first);
  if (isPlus(run.text.charCodeAt(start - 1))) {
    return !isWordUnit(run.text.charCodeAt(start - 2)) && isInternationalNumber(dialledDigits(run, first, last));
  }
  if (run.digits(first, first).charAt(0) !== '0') return false;
  const digits = dialledDigits(run, first, last);
  const prefix = digits.startsWith('00') ? '00' : '011';
  if (!digits.startsWith(prefix) || run.continuesOnLine(first, last)) return false;
  return (last > first || isPhoneLabelled(run.text, start)) && isInternationalNumber(digits.slice(prefix.length), { isTrunkAllowed: false });
}

function isNorthAmericanShape(run: DigitRun, first: number, last: number): boolean {
  const hasOne = run.digitCount(first) === 1 && run.digits(first, first) === '1';
  const areaGroup = hasOne ? first + 1 : first;
  const isGrouped = run.hasShape(areaGroup, last, [3, 3, 4]) || run.hasShape(areaGroup, last, [3, 7]);
  return isGrouped && isNorthAmerican(run.digits(areaGroup, last));
}

function isDate(run: DigitRun, first: number, last: number): boolean {
  if (last - first < 2) return false;
  return run.hasShape(first, first + 2, [4, 2, 2]) || run.hasShape(first, first + 2, [2, 2, 4]);
}

/** Any other way of writing a number at home: only the words around it can tell. */
function isLabelledNumber(run: DigitRun, first: number, last: number, digitCount: number): boolean {
  const start = run.start(first);
  if (last === first) return digitCount >= 8 && digitCount <= 12 && isPhoneLabelled(run.text, start);
  if (digitCount === 7) return run.hasShape(first, last, [3, 4]) && isPhoneLabelled(run.text, start);
  if (digitCount > 12 || isDate(run, first, last) || run.gap(first + 1) === Gap.DOT) return false;
  for (let group = first; group <= last; group += 1) if (run.digitCount(group) < 2) return false;
  return hasPhoneContext(run.text, start);
}

function isNational(run: DigitRun, first: number, last: number): boolean {
  return !run.isTiedBefore(first) && looksNational(run, first, last) && !isNamedOtherwise(run.text, run.start(first));
}

function isBracketed(run: DigitRun, first: number, last: number): boolean {
  return isOpenParenthesis(run.text.charCodeAt(run.start(first) - 1)) && closesParenthesis(run, first, last);
}

function looksNational(run: DigitRun, first: number, last: number): boolean {
  if (isNorthAmericanShape(run, first, last)) return true;
  const digits = run.digits(first, last);
  const isTrunk = digits.startsWith('0') && !digits.startsWith('00');
  if (digits.length >= 9 && digits.length <= 11 && isBracketed(run, first, last) && (isTrunk || hasBracketedShape(run, first, last))) return true;
  return (isTrunk && hasTrunkShape(run, first, last)) || isLabelledNumber(run, first, last, digits.length);
}

function startOf(run: DigitRun, first: number, last: number): number {
  let start = run.start(first);
  if (isPlus(run.text.charCodeAt(start - 1))) start -= 1;
  return isOpenParenthesis(run.text.charCodeAt(start - 1)) && closesParenthesis(run, first, last) ? start - 1 : start;
}

function find(run: DigitRun, first: number, last: number): Extent | undefined {
  if (!isPunctuatedAsNumber(run, first, last)) return undefined;
  if (run.isTiedAfter(last) && extensionEnd(run.text, run.end(last)) < 0) return undefined;
  if (!isInternational(run, first, last) && !isNational(run, first, last)) return undefined;
  return { start: startOf(run, first, last), end: Math.max(extensionEnd(run.text, run.end(last)), run.end(last)) };
}

export const phoneDetector: NumberDetector = {
  type: 'PHONE',
  severity: 'medium',
  on: 'number',
  digitCounts: [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
  find,
};
