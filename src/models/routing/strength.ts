import { costRank } from './profile-of.ts';
import type { RouteCandidate } from './route-input.ts';
import { STRENGTH_BY_TIER } from './tiers.ts';

/**
 * Whether one model is the larger of two: by its tier, then by what its kind costs, then by its price. Who was not enough
 * gives way to one that is.
 */
export function isStronger(left: RouteCandidate, right: RouteCandidate): boolean {
  const apart = compareTrust(left, right) || priceOf(left) - priceOf(right);
  return apart > 0;
}

/**
 * Whether a model can be trusted with less than another. A price alone does not say so: of two that a person lists for the
 * same work the cheaper one is not known to reason worse.
 */
export function isWeaker(candidate: RouteCandidate, than: RouteCandidate): boolean {
  return compareTrust(candidate, than) < 0;
}

function compareTrust(left: RouteCandidate, right: RouteCandidate): number {
  return tierStrength(left) - tierStrength(right) || costRank(left.profile.cost_tier) - costRank(right.profile.cost_tier);
}

function tierStrength({ settings }: RouteCandidate): number {
  return Math.max(...settings.tiers.map((tier) => STRENGTH_BY_TIER[tier]));
}

/** As the settings say; a model without a price of its own is not known to be larger than another. */
function priceOf({ settings }: RouteCandidate): number {
  return settings.prices?.output ?? 0;
}
