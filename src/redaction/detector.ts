import type { RedactionSeverity, SensitiveType } from '../contracts/index.ts';
import type { DigitRun } from './scan/digit-run.ts';

/** Where a finding lies, in UTF-16 offsets, end exclusive. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

interface Named {
  readonly type: SensitiveType;
  readonly severity: RedactionSeverity;
}

/** Asked about every stretch of digit groups whose digits number one of `digitCounts`. */
export interface NumberDetector extends Named {
  readonly on: 'number';
  readonly digitCounts: readonly number[];
  find(run: DigitRun, first: number, last: number): Extent | undefined;
}

/**
 * Asked at the start of a word. `lettered` words hold letters and digits, `plain` ones only letters; `word` means
 * every word, digits alone included. Words that begin with a character outside `initials` are never shown, which is what keeps the pass fast.
 */
export interface WordDetector extends Named {
  readonly on: 'lettered' | 'plain' | 'word';
  readonly initials: string;
  find(text: string, start: number, end: number): Extent | undefined;
}

/** Asked at every occurrence of one of the `marks`. */
export interface MarkDetector extends Named {
  readonly on: 'mark';
  readonly marks: string;
  find(text: string, position: number): Extent | undefined;
}

/**
 * Finds one type of sensitive text. A detector is pure, looks only a bounded distance around the place it is asked
 * about (or reads on through text that no later question can start in), and answers only when the candidate's
 * structure or check digits hold.
 */
export type Detector = NumberDetector | WordDetector | MarkDetector;

/** Every letter that can start a word in any case, for detectors that decide by shape. */
export const ANY_LETTER = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const ANY_DIGIT = '0123456789';
