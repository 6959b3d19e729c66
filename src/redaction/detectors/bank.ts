import { weightedSum } from '../checks/checksums.ts';
import type { Extent, NumberDetector } from '../detector.ts';
import { hasContext, isLabelled, labelSet } from '../scan/context.ts';
import { type DigitRun, Gap } from '../scan/digit-run.ts';

const SORT_CODE_LABELS = labelSet(['sort code', 'sortcode', 'sort', 's c'], ['is', 'no', 'number']);
const ROUTING_WORDS = ['routing', 'aba', 'rtn', 'transit'];
const ACCOUNT_LABELS = labelSet(
  ['account', 'acct', 'acc', 'a c', 'konto', 'kontonummer', 'kontonr', 'compte', 'cuenta', 'conto', 'rekening'],
  ['no', 'nr', 'number', 'num', 'is', 'number is', 'no is'],
);
const SORT_CODE_SHAPE = [2, 2, 2] as const;
const UK_ACCOUNT_DIGITS = 8;

function isPairOfTwos(run: DigitRun, first: number, last: number): boolean {
  return run.hasShape(first, last, SORT_CODE_SHAPE) && run.hasGaps(first, last, [Gap.DASH]);
}

function findSortCode(run: DigitRun, first: number, last: number): Extent | undefined {
  const extent = { start: run.start(first), end: run.end(last) };
  if (!run.standsAlone(first, last)) return undefined;
  const isWritten = last === first || (run.hasShape(first, last, SORT_CODE_SHAPE) && run.hasGaps(first, last, [Gap.DASH, Gap.SPACE]));
  if (isWritten && isLabelled(run.text, extent.start, SORT_CODE_LABELS)) return extent;
  // Six digits in pairs are a date more often than not; an eight-digit account right behind settles it.
  const isBeforeAccount = run.gap(last + 1) === Gap.SPACE && run.digitCount(last + 1) === UK_ACCOUNT_DIGITS && !run.isTiedAfter(last + 1);
  return isBeforeAccount && isPairOfTwos(run, first, last) ? extent : undefined;
}

function findAccount(run: DigitRun, first: number, last: number): Extent | undefined {
  const extent = { start: run.start(first), end: run.end(last) };
  if (!run.standsAlone(first, last) || !run.hasGaps(first, last, [Gap.SPACE, Gap.DASH])) return undefined;
  if (isLabelled(run.text, extent.start, ACCOUNT_LABELS)) return extent;
  const isBehindSortCode = first >= 3 && last === first && run.digitCount(first) === UK_ACCOUNT_DIGITS && isPairOfTwos(run, first - 3, first - 1);
  return isBehindSortCode && run.gap(first) === Gap.SPACE && !run.isTiedBefore(first - 3) ? extent : undefined;
}

/** Federal Reserve ranges, and the check digit of the American Bankers Association. */
function isRoutingNumber(digits: string): boolean {
  const prefix = Number(digits.slice(0, 2));
  const isAssigned = prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;
  return isAssigned && digits !== '000000000' && weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}

function findRouting(run: DigitRun, first: number, last: number): Extent | undefined {
  if (last !== first || !run.standsAlone(first, last) || !isRoutingNumber(run.digits(first, last))) return undefined;
  const extent = { start: run.start(first), end: run.end(last) };
  return hasContext(run.text, extent.start, extent.end, ROUTING_WORDS) ? extent : undefined;
}

export const sortCodeDetector: NumberDetector = { type: 'UK_SORT_CODE', severity: 'high', on: 'number', digitCounts: [6], find: findSortCode };

export const bankAccountDetector: NumberDetector = {
  type: 'BANK_ACCOUNT',
  severity: 'high',
  on: 'number',
  digitCounts: [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
  find: findAccount,
};

export const routingDetector: NumberDetector = { type: 'US_ROUTING', severity: 'high', on: 'number', digitCounts: [9], find: findRouting };
