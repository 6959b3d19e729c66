import { ANY_LETTER, type Extent, type NumberDetector, type WordDetector } from '../detector.ts';
import { digitValue } from '../scan/characters.ts';
import { isLabelled, labelSet } from '../scan/context.ts';
import type { DigitRun } from '../scan/digit-run.ts';

const LABELS = labelSet(
  ['passport', 'passeport', 'reisepass', 'pasaporte', 'passaporto', 'passnummer', 'reisepassnummer'],
  ['no', 'nr', 'number', 'num', 'is', 'number is', 'no is', 'id'],
);
const LENGTH_MIN = 7;
const LENGTH_MAX = 10;
const DIGITS_MIN = 5;

function findDigits(run: DigitRun, first: number, last: number): Extent | undefined {
  if (last !== first || !run.standsAlone(first, last) || !isLabelled(run.text, run.start(first), LABELS)) return undefined;
  return { start: run.start(first), end: run.end(last) };
}

function findLettered(text: string, start: number, end: number): Extent | undefined {
  if (end - start < LENGTH_MIN || end - start > LENGTH_MAX) return undefined;
  let digits = 0;
  for (let at = start; at < end; at += 1) if (digitValue(text.charCodeAt(at)) >= 0) digits += 1;
  return digits >= DIGITS_MIN && isLabelled(text, start, LABELS) ? { start, end } : undefined;
}

const NAMED = { type: 'PASSPORT', severity: 'high' } as const;

export const passportNumberDetector: NumberDetector = { ...NAMED, on: 'number', digitCounts: [8, 9], find: findDigits };
export const passportDetector: WordDetector = { ...NAMED, on: 'lettered', initials: ANY_LETTER, find: findLettered };
