import type { CostDistribution } from '../../contracts/index.ts';
import { canonicalJson, seededRandom } from '../../kernel/index.ts';
import { orderFreeSum } from '../arithmetic.ts';

/** Enough that the 99th percentile rests on about forty draws; few enough that adding stays quick. */
const DRAWS = 4096;
const BYTES_PER_DRAW = 8;
const UNIFORM_BITS = 53;

/**
 * Sums of one draw from each cost, drawn independently. The seed decides everything: the same seed, the same sums. The
 * costs are put in an order of their own first, so that the one they came in does not matter.
 */
export function independentSums(costs: readonly CostDistribution[], seed: number): number[] {
  const ordered = costs.toSorted((left, right) => (canonicalJson(left) < canonicalJson(right) ? -1 : 1));
  const bytes = seededRandom(seed).bytes(DRAWS * costs.length * BYTES_PER_DRAW);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: DRAWS }, (_, draw) =>
    orderFreeSum(
      ordered.map((cost, index) => {
        const bits = view.getBigUint64((draw * costs.length + index) * BYTES_PER_DRAW, true);
        return costAt(cost, Number(bits >> BigInt(64 - UNIFORM_BITS)) / 2 ** UNIFORM_BITS);
      }),
    ),
  );
}

/**
 * The cost that is not exceeded with this probability: level up to the lowest quantile given, because nothing is known
 * below it and a budget had better be too large; then straight lines through the others to the cap, or level after the
 * last one when there is no cap.
 */
export function costAt(cost: CostDistribution, probability: number): number {
  const last = cost.hard_cap ?? cost.p99 ?? cost.p90 ?? cost.p50 ?? cost.expected;
  const points = [
    [0.5, cost.p50],
    [0.9, cost.p90],
    [0.99, cost.p99],
    [1, last],
  ] as const;
  let [fromProbability, fromCost] = [0, cost.p50 ?? cost.p90 ?? cost.p99 ?? cost.expected];
  for (const [toProbability, toCost] of points) {
    if (toCost === undefined) continue;
    if (probability < toProbability) {
      const share = (probability - fromProbability) / (toProbability - fromProbability);
      return Math.min(toCost, Math.max(fromCost, fromCost * (1 - share) + toCost * share));
    }
    [fromProbability, fromCost] = [toProbability, toCost];
  }
  return last;
}
