import { type DigitRun, Gap } from '../../scan/digit-run.ts';

/** How countries that dial a leading zero group ten to twelve digits. Rarer groupings need a word beside them. */
const TRUNK_SHAPES: readonly (readonly number[])[] = [
  [3, 4, 4],
  [4, 3, 4],
  [5, 6],
  [5, 3, 3],
  [5, 5],
  [4, 7],
  [4, 6],
  [4, 3, 3],
  [4, 2, 2, 2],
  [3, 3, 4],
  [3, 3, 2, 2],
  [2, 3, 3, 2],
  [3, 5, 3],
  [4, 5, 2],
  [4, 8],
  [3, 7],
  [3, 8],
  [2, 8],
  [2, 4, 4],
];
const PAIRS = [2, 2, 2, 2, 2] as const;

/** True for `020 7946 0000` or `01 99 00 12 34`: a grouping that hardly anything else has after a leading zero. */
export function hasTrunkShape(run: DigitRun, first: number, last: number): boolean {
  if (run.hasShape(first, last, PAIRS)) {
    // More pairs on either side make it a list of bytes or scores.
    return !run.continuesOnLine(first, last) && (run.hasGaps(first, last, [Gap.SPACE]) || run.hasGaps(first, last, [Gap.DOT]));
  }
  const isShaped = TRUNK_SHAPES.some((shape) => run.hasShape(first, last, shape));
  return isShaped && run.hasGaps(first, last, [Gap.SPACE, Gap.DASH, Gap.PAREN, Gap.SLASH]);
}

/** Behind an area code in parentheses, without a leading zero: `(11) 91234-5678`, `8 (495) 123-45-67` from the area on. */
const BRACKETED_SHAPES: readonly (readonly number[])[] = [
  [2, 5, 4],
  [2, 4, 4],
  [3, 3, 2, 2],
];

export function hasBracketedShape(run: DigitRun, first: number, last: number): boolean {
  return BRACKETED_SHAPES.some((shape) => run.hasShape(first, last, shape));
}
