import type { CostDistribution } from '../../contracts/index.ts';
import { seededRandom } from '../../kernel/index.ts';

/** Enough that the 99th percentile rests on about forty draws; few enough that adding stays quick. */
const DRAWS = 4096;
const BYTES_PER_DRAW = 8;
const UNIFORM_BITS = 53;

/** Sums of one draw from each cost, drawn independently. The seed decides everything: the same seed, the same sums. */
export function independentSums(costs: readonly CostDistribution[], seed: number): number[] {
  const bytes = seededRandom(seed).bytes(DRAWS * costs.length * BYTES_PER_DRAW);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: DRAWS }, (_, draw) =>
    costs.reduce((sum, cost, index) => {
      const bits = view.getBigUint64((draw * costs.length + index) * BYTES_PER_DRAW, true);
      return sum + costAt(cost, Number(bits >> BigInt(64 - UNIFORM_BITS)) / 2 ** UNIFORM_BITS);
    }, 0),
  );
}

/**
 * The cost that is not exceeded with this probability: straight lines from 0 through the quantiles that are given to
 * the cap, or level after the last one when there is no cap.
 */
export function costAt(cost: CostDistribution, probability: number): number {
  const last = cost.hard_cap ?? cost.p99 ?? cost.p90 ?? cost.p50 ?? cost.expected;
  const points = [
    [0, 0],
    [0.5, cost.p50],
    [0.9, cost.p90],
    [0.99, cost.p99],
    [1, last],
  ] as const;
  let [fromProbability, fromCost] = [0, 0];
  for (const [toProbability, toCost] of points) {
    if (toCost === undefined) continue;
    if (probability < toProbability) {
      const share = (probability - fromProbability) / (toProbability - fromProbability);
      return fromCost * (1 - share) + toCost * share;
    }
    [fromProbability, fromCost] = [toProbability, toCost];
  }
  return last;
}
