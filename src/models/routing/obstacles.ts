import type { RouteRequest, Sensitivity } from '../../contracts/index.ts';
import type { RouteCandidate, RouteInput, RoutePolicy } from './route-input.ts';
import { isWeaker } from './strength.ts';
import { STAND_INS } from './tiers.ts';

/** Why a model cannot be asked. */
export interface Obstacle {
  readonly kind: 'cloud_forbidden' | 'capability_missing' | 'context_too_small' | 'circuit_open' | 'other_tier' | 'weaker_than_required';
  readonly why: string;
}

/** Whether content may leave the machine as far as its sensitivity goes. */
const MAY_LEAVE: Readonly<Record<Sensitivity, (policy: RoutePolicy) => boolean>> = {
  public: () => true,
  private: () => true,
  restricted: ({ restrictedMayLeave }) => restrictedMayLeave,
  confidential: () => false,
};

/** Everything that keeps a candidate from being asked; none when it can do the work. */
export function obstaclesOf(candidate: RouteCandidate, input: RouteInput): Obstacle[] {
  const found = [tierObstacle(candidate, input), cloudObstacle(candidate, input), capabilityObstacle(candidate, input.request), contextObstacle(candidate, input), breakerObstacle(candidate, input), strengthObstacle(candidate, input)];
  return found.filter((obstacle) => obstacle !== undefined);
}

function tierObstacle({ settings, profile }: RouteCandidate, { tier, defaultModel }: RouteInput): Obstacle | undefined {
  const isDefault = profile.model_id === defaultModel && tier !== 'voice';
  const fits = isDefault || [tier, ...STAND_INS[tier]].some((each) => settings.tiers.includes(each));
  return fits ? undefined : { kind: 'other_tier', why: `is for ${settings.tiers.join(', ')} and cannot stand in for ${tier}` };
}

function cloudObstacle({ profile }: RouteCandidate, { request, policy }: RouteInput): Obstacle | undefined {
  if (profile.location === 'local') return undefined;
  const why = whyNotCloud(request.sensitivity, policy);
  return why === undefined ? undefined : { kind: 'cloud_forbidden', why };
}

/** Why content of this sensitivity stays on the machine; undefined when it may leave. */
function whyNotCloud(sensitivity: Sensitivity, policy: RoutePolicy): string | undefined {
  if (!MAY_LEAVE[sensitivity](policy)) {
    return sensitivity === 'confidential' ? 'is in the cloud, and confidential content never leaves the machine' : `is in the cloud, and no policy allows ${sensitivity} content to leave the machine`;
  }
  if (policy.cloud === 'forbid') return 'is in the cloud, which the settings forbid';
  return policy.libraryForbidsCloud ? 'is in the cloud, which the policy of the library forbids' : undefined;
}

/** A model that nobody said anything about is tried: that it can do a thing is no less likely than that it cannot. */
function capabilityObstacle({ profile }: RouteCandidate, { required_capabilities }: RouteRequest): Obstacle | undefined {
  if (profile.capabilities.length === 0) return undefined;
  const missing = required_capabilities.filter((capability) => !profile.capabilities.includes(capability));
  return missing.length === 0 ? undefined : { kind: 'capability_missing', why: `lacks ${missing.join(', ')}` };
}

/** The answer takes no more room than the model can write, however much was allowed for it. */
function contextObstacle({ settings, profile, inputTokens }: RouteCandidate, { outputTokens }: RouteInput): Obstacle | undefined {
  const needed = inputTokens + Math.min(outputTokens, settings.output_tokens_max);
  if (needed <= profile.context_tokens) return undefined;
  return { kind: 'context_too_small', why: `holds ${profile.context_tokens} tokens where ${needed} are needed` };
}

function breakerObstacle({ profile }: RouteCandidate, { openBreakers }: RouteInput): Obstacle | undefined {
  return openBreakers.has(profile.model_id) ? { kind: 'circuit_open', why: 'has failed too often just now and is being left alone' } : undefined;
}

/** The bar is the model itself, so it clears it; where it is not there any more, nobody can be measured against it. */
function strengthObstacle(candidate: RouteCandidate, { request: { no_weaker_than: bar }, candidates }: RouteInput): Obstacle | undefined {
  if (bar === undefined) return undefined;
  const than = candidates.find(({ profile }) => profile.model_id === bar);
  if (than === undefined) return { kind: 'weaker_than_required', why: `cannot be compared with ${bar}, which is not there any more` };
  return isWeaker(candidate, than) ? { kind: 'weaker_than_required', why: `reasons less well than ${bar}, whose work it would judge` } : undefined;
}
