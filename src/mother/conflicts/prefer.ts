import { DEFAULT_ARBITRATION, Level, type ArbitrationPolicy, type ArbitrationPreference } from '../../contracts/index.ts';
import type { ConflictSide } from './round-review.ts';

/** How much speaks for a side under each preference; the greater number wins. */
const WEIGHT: Readonly<Record<ArbitrationPreference, (side: ConflictSide) => number>> = {
  evidence: ({ evidenceCount }) => evidenceCount,
  confidence: ({ confidence }) => confidence,
  lower_risk: ({ risk }) => -levelOf(risk),
  lower_cost: ({ modelCalls }) => -modelCalls,
};

/**
 * The side that has most of what is asked for first; what ties goes on through the order of the policy. Undefined when a tie
 * is left, when there is nobody to prefer it to, or when counting would outvote a danger: a high risk is not counted away.
 */
export function preferredSide(sides: readonly ConflictSide[], first: ArbitrationPreference, { preference_order: order }: ArbitrationPolicy = DEFAULT_ARBITRATION): ConflictSide | undefined {
  if (sides.length < 2) return undefined;
  let best = sides;
  for (const preference of [first, ...order.filter((one) => one !== first)]) {
    const weight = WEIGHT[preference];
    const most = Math.max(...best.map(weight));
    best = best.filter((side) => weight(side) === most);
  }
  const [winner, ...tied] = best;
  if (winner === undefined || tied.length > 0) return undefined;
  return winner.stands === 'for' && sides.some(({ stands, risk }) => stands === 'against' && risk === 'high') ? undefined : winner;
}

export function levelOf(level: Level): number {
  return Level.options.indexOf(level);
}
