import { passesLuhn } from '../checks/checksums.ts';
import type { Extent, NumberDetector } from '../detector.ts';
import { type DigitRun, Gap } from '../scan/digit-run.ts';
import { isProductNumber } from './other-labels.ts';

interface IssuerRange {
  /** First and last of the leading digits, both included. */
  readonly prefixes: readonly (readonly [string, string])[];
  readonly lengths: readonly number[];
}

/** Issuer ranges of the networks in use. A number outside them is no card, whatever its check digit says. */
const ISSUER_RANGES: readonly IssuerRange[] = [
  // Visa
  { prefixes: [['4', '4']], lengths: [13, 16, 19] },
  // Mastercard
  { prefixes: [['51', '55'], ['2221', '2720']], lengths: [16] },
  // American Express
  { prefixes: [['34', '34'], ['37', '37']], lengths: [15] },
  // Discover
  { prefixes: [['6011', '6011'], ['644', '649'], ['65', '65']], lengths: [16, 19] },
  // Diners Club
  { prefixes: [['300', '305'], ['309', '309'], ['36', '36'], ['38', '39']], lengths: [14, 16] },
  // JCB
  { prefixes: [['3528', '3589']], lengths: [16, 19] },
  // UnionPay
  { prefixes: [['62', '62'], ['81', '81']], lengths: [16, 17, 18, 19] },
  // Maestro
  {
    prefixes: [['5018', '5018'], ['5020', '5020'], ['5038', '5038'], ['5893', '5893'], ['6304', '6304'], ['6759', '6759'], ['6761', '6763']],
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
  // Mir
  { prefixes: [['2200', '2204']], lengths: [16, 17, 18, 19] },
  // RuPay
  { prefixes: [['60', '60'], ['508', '508']], lengths: [16] },
];

const GROUPINGS: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 4, 4, 3],
  [6, 13],
  [8, 8],
  [4, 4, 4, 1],
  [4, 4, 4, 2],
  [4, 4, 4, 3],
];

function isIssued(digits: string): boolean {
  return ISSUER_RANGES.some(
    ({ prefixes, lengths }) =>
      lengths.includes(digits.length) &&
      prefixes.some(([from, to]) => digits.slice(0, from.length) >= from && digits.slice(0, to.length) <= to),
  );
}

/** A fifth group of four on either side means a longer number that only contains something like a card. */
function continuesInFours(run: DigitRun, first: number, last: number): boolean {
  const isFourBefore = run.gap(first) === Gap.SPACE && run.digitCount(first - 1) === 4;
  const isFourAfter = run.gap(last + 1) === Gap.SPACE && run.digitCount(last + 1) === 4;
  return last > first && (isFourBefore || isFourAfter);
}

/** A card number breaks across a line once; four lines of four digits are a column of figures. */
function isColumn(run: DigitRun, first: number, last: number): boolean {
  let lines = 0;
  for (let group = first + 1; group <= last; group += 1) if (run.gap(group) === Gap.LINE) lines += 1;
  return lines > 1;
}

function find(run: DigitRun, first: number, last: number): Extent | undefined {
  const isGrouped = last === first || GROUPINGS.some((shape) => run.hasShape(first, last, shape));
  if (!isGrouped || !run.hasGaps(first, last, [Gap.SPACE, Gap.DASH, Gap.DOT, Gap.LINE])) return undefined;
  if (!run.standsAlone(first, last) || isColumn(run, first, last) || continuesInFours(run, first, last)) return undefined;
  const digits = run.digits(first, last);
  const start = run.start(first);
  return isIssued(digits) && passesLuhn(digits) && !isProductNumber(run.text, start) ? { start, end: run.end(last) } : undefined;
}

export const cardDetector: NumberDetector = {
  type: 'CREDIT_CARD',
  severity: 'high',
  on: 'number',
  digitCounts: [13, 14, 15, 16, 17, 18, 19],
  find,
};
