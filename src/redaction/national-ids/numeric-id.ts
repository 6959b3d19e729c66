import type { SensitiveType } from '../../contracts/index.ts';
import type { Extent, NumberDetector } from '../detector.ts';
import { hasContext } from '../scan/context.ts';
import { type DigitRun, Gap } from '../scan/digit-run.ts';

/** A national number of digits only. */
export interface NumericId {
  readonly type: SensitiveType;
  readonly digitCounts: readonly number[];
  isValid(digits: string): boolean;
  /** Words of which one must stand on the line, unless the number is written in its distinctive shape. */
  readonly words: readonly string[];
  /** A grouping, with its gaps, that nothing else uses. */
  readonly distinctive?: { readonly shape: readonly number[]; readonly gaps: readonly number[] };
}

const ID_GAPS = [Gap.SPACE, Gap.DASH, Gap.DOT, Gap.SLASH] as const;

function isDistinctive({ distinctive }: NumericId, run: DigitRun, first: number, last: number): boolean {
  const isShaped = distinctive !== undefined && run.hasShape(first, last, distinctive.shape);
  return isShaped && distinctive.gaps.every((gap, index) => run.gap(first + 1 + index) === gap);
}

/** A run of digits proves little by itself, so check digits and a word beside it must agree. */
export function numericIdDetector(id: NumericId): NumberDetector {
  function find(run: DigitRun, first: number, last: number): Extent | undefined {
    const start = run.start(first);
    const end = run.end(last);
    const isRight = run.standsAlone(first, last) && run.hasGaps(first, last, ID_GAPS) && id.isValid(run.digits(first, last));
    return isRight && (isDistinctive(id, run, first, last) || hasContext(run.text, start, end, id.words)) ? { start, end } : undefined;
  }
  return { type: id.type, severity: 'high', on: 'number', digitCounts: id.digitCounts, find };
}
