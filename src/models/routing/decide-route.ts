import type { EscalationRule, ParallelRoute, RoutedModel, RouteDecision, RouteEscalation } from '../../contracts/index.ts';
import { obstaclesOf } from './obstacles.ts';
import { inOrderOfPreference } from './preference.ts';
import { rationaleOf } from './rationale.ts';
import { isUnreliable, needsStrictJson } from './reliability.ts';
import type { RouteCandidate, RouteInput } from './route-input.ts';
import { routeRefused, type RefusedCandidate } from './route-refused.ts';
import { isStronger } from './strength.ts';

export interface Route {
  readonly decision: RouteDecision;
  /** Who is asked when the chosen model fails, in this order; each could have been chosen. */
  readonly fallbacks: readonly RoutedModel[];
}

/** Chooses who is asked. Pure: the same input gives the same route. Refuses with the reason for each candidate. */
export function decideRoute(input: RouteInput): Route {
  const judged = input.candidates.map((candidate): RefusedCandidate => ({ candidate, obstacles: obstaclesOf(candidate, input) }));
  const able = inOrderOfPreference(judged.filter(({ obstacles }) => obstacles.length === 0).map(({ candidate }) => candidate), input);
  const { order, escalated } = input.request.escalate === true ? largerFirst(able) : { order: able };
  const [chosen, ...others] = order;
  if (chosen === undefined) throw routeRefused(input, judged);
  const beside = besideChosen(chosen, others, input);
  const rest = others.filter((other) => other !== beside);
  const decision: RouteDecision = {
    request: input.request,
    model: routed(chosen),
    parallel: beside === undefined ? null : firstValidOf(beside),
    escalation: escalationOf(chosen, rest, input.escalateWhen),
    ...(escalated !== undefined && { escalated }),
    rationale: rationaleOf({ chosen, beside, judged, input, ...(escalated !== undefined && { escalated, usual: able[0] }) }),
    decided_at: input.decidedAt,
  };
  return { decision, fallbacks: rest.map(routed) };
}

/** Those that are larger than the one asked usually come first, in the same order among themselves; the usual ones stand in for them. */
function largerFirst(able: readonly RouteCandidate[]): { readonly order: readonly RouteCandidate[]; readonly escalated: RouteEscalation } {
  const [usual] = able;
  const larger = usual === undefined ? [] : able.filter((other) => isStronger(other, usual));
  return { order: [...larger, ...able.filter((other) => !larger.includes(other))], escalated: larger.length === 0 ? 'none_available' : 'to_larger' };
}

/** A second model where strict JSON is needed and the chosen one often fails at it; one that is not known to fail as well. */
function besideChosen(chosen: RouteCandidate, others: readonly RouteCandidate[], { request }: RouteInput): RouteCandidate | undefined {
  const isLow = (candidate: RouteCandidate): boolean => isUnreliable(candidate.profile.json_reliability[request.role_id]);
  if (!needsStrictJson(request) || !isLow(chosen)) return undefined;
  return others.find((other) => !isLow(other)) ?? others[0];
}

function firstValidOf(beside: RouteCandidate): ParallelRoute {
  return { models: [routed(beside)], quorum: 'first_valid' };
}

/** The first that is stronger than the chosen one; none when it is the strongest that can be asked. */
function escalationOf(chosen: RouteCandidate, rest: readonly RouteCandidate[], when: EscalationRule['when'] = 'repairs_exhausted'): EscalationRule | null {
  const stronger = rest.find((other) => isStronger(other, chosen));
  return stronger === undefined ? null : { when, to: routed(stronger) };
}

function routed({ profile }: RouteCandidate): RoutedModel {
  return { model_id: profile.model_id, location: profile.location };
}
