import type { Extent, NumberDetector } from '../detector.ts';
import { hasContext } from '../scan/context.ts';
import { type DigitRun, Gap } from '../scan/digit-run.ts';
import { isProductNumber } from './other-labels.ts';

const SSN_WORDS = ['ssn', 'ssns', 'social security', 'soc sec', 'soc. sec', 'social'];
const ITIN_WORDS = ['itin', 'taxpayer', 'taxpayer id'];
const SHAPE = [3, 2, 4] as const;

/** Numbers that were printed in advertisements and withdrawn: nobody holds them. */
const WITHDRAWN = new Set(['078051120', '219099999']);

/** Area 000, 666 and 900 upward, group 00 and serial 0000 are never issued. */
function isIssuedSsn(digits: string): boolean {
  const area = digits.slice(0, 3);
  const isArea = area !== '000' && area !== '666' && area < '900';
  return isArea && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000' && !WITHDRAWN.has(digits);
}

/** Taxpayer numbers begin with 9; their fourth and fifth digits lie in the ranges the tax office has opened. */
function isIssuedItin(digits: string): boolean {
  const group = Number(digits.slice(3, 5));
  const isOpen = (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group <= 92) || group >= 94;
  return digits.startsWith('9') && isOpen;
}

function isWritten(run: DigitRun, first: number, last: number, gaps: readonly number[]): boolean {
  return run.standsAlone(first, last) && run.hasShape(first, last, SHAPE) && run.hasGaps(first, last, gaps);
}

function findSsn(run: DigitRun, first: number, last: number): Extent | undefined {
  const extent = { start: run.start(first), end: run.end(last) };
  if (!isIssuedSsn(run.digits(first, last))) return undefined;
  if (isWritten(run, first, last, [Gap.DASH])) return isProductNumber(run.text, extent.start) ? undefined : extent;
  // Without dashes nine digits can be anything, so the text has to say what they are.
  const isLoose = last === first ? run.standsAlone(first, last) : isWritten(run, first, last, [Gap.SPACE, Gap.DOT]);
  return isLoose && hasContext(run.text, extent.start, extent.end, SSN_WORDS) ? extent : undefined;
}

function findItin(run: DigitRun, first: number, last: number): Extent | undefined {
  const extent = { start: run.start(first), end: run.end(last) };
  const isShaped = last === first ? run.standsAlone(first, last) : isWritten(run, first, last, [Gap.DASH, Gap.SPACE]);
  if (!isShaped || !isIssuedItin(run.digits(first, last))) return undefined;
  return hasContext(run.text, extent.start, extent.end, ITIN_WORDS) ? extent : undefined;
}

export const ssnDetector: NumberDetector = { type: 'US_SSN', severity: 'high', on: 'number', digitCounts: [9], find: findSsn };
export const itinDetector: NumberDetector = { type: 'US_ITIN', severity: 'high', on: 'number', digitCounts: [9], find: findItin };
