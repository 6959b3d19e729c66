import type { ConfidenceLevel } from '../../contracts/index.ts';

const DEVIATES: readonly (readonly [ConfidenceLevel, number])[] = [
  [0.8, 1.2815515655446004],
  [0.9, 1.6448536269514722],
  [0.95, 1.959963984540054],
  [0.99, 2.5758293035489004],
];

/** How many standard deviations either side of the mean hold this share of a normal distribution. */
export function normalDeviate(level: ConfidenceLevel): number {
  return new Map(DEVIATES).get(level) ?? Number.NaN;
}
