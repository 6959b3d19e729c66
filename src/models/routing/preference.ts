import { costRank } from './profile-of.ts';
import type { RouteCandidate, RouteInput } from './route-input.ts';
import { STAND_INS } from './tiers.ts';

/**
 * Candidates in the order they are asked: local before cloud; then the tier asked for, the default model, the tiers that
 * stand in; then those that have most of what was wanted; then those that meet the target latency; then the cheapest; then
 * as the settings list them. Where words go comes before how fast or how cheap the answer is.
 */
export function inOrderOfPreference(candidates: readonly RouteCandidate[], input: RouteInput): RouteCandidate[] {
  const ranked = candidates.map((candidate) => ({ candidate, ranks: ranksOf(candidate, input) }));
  return ranked.sort((left, right) => compareRanks(left.ranks, right.ranks)).map(({ candidate }) => candidate);
}

function ranksOf({ settings, profile, latencyMs }: RouteCandidate, { tier, defaultModel, request }: RouteInput): readonly number[] {
  return [
    Number(profile.location === 'cloud'),
    tierRank(settings.tiers, tier, profile.model_id === defaultModel),
    wantedMissing(profile.capabilities, request),
    // A model that nobody has timed is given the chance to be.
    Number(latencyMs !== null && latencyMs > request.target_latency_ms),
    costRank(profile.cost_tier),
  ];
}

/** The tier itself, then the default model, then the tiers that stand in. Asked only of models that are one of these. */
function tierRank(tiers: RouteCandidate['settings']['tiers'], asked: RouteInput['tier'], isDefault: boolean): number {
  const places = [tiers.includes(asked), isDefault, ...STAND_INS[asked].map((tier) => tiers.includes(tier))];
  return places.indexOf(true);
}

/** How much of what the work needs a model is not said to have. */
function wantedMissing(has: RouteCandidate['profile']['capabilities'], { required_capabilities: required, wanted_capabilities: wanted = [] }: RouteInput['request']): number {
  return [...required, ...wanted].filter((capability) => !has.includes(capability)).length;
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const differing = left.findIndex((rank, index) => rank !== right[index]);
  return differing === -1 ? 0 : (left[differing] ?? 0) - (right[differing] ?? 0);
}
