import type { RouteEscalation } from '../../contracts/index.ts';
import type { RouteCandidate, RouteInput } from './route-input.ts';
import { whyNot, type RefusedCandidate } from './route-refused.ts';
import { isUnreliable, needsStrictJson } from './reliability.ts';

export interface Choice {
  readonly chosen: RouteCandidate;
  readonly beside: RouteCandidate | undefined;
  readonly judged: readonly RefusedCandidate[];
  readonly input: RouteInput;
  /** What became of the wish for a larger model, if there was one. */
  readonly escalated?: RouteEscalation;
  /** Who would have been asked without that wish. */
  readonly usual?: RouteCandidate | undefined;
}

/** Why this model, in words for the person who will ask. */
export function rationaleOf(choice: Choice): string {
  return [escalationSentence(choice), whereSentence(choice), tierSentence(choice), latencySentence(choice), besideSentence(choice)].filter((sentence) => sentence !== undefined).join(' ');
}

function escalationSentence({ chosen, escalated, usual }: Choice): string | undefined {
  if (escalated === undefined) return undefined;
  if (escalated === 'none_available') return 'Escalation: none available, so the usual model is asked.';
  return `Escalation: a larger model than ${usual?.profile.model_id} was asked for, and ${chosen.profile.model_id} is one.`;
}

/** Going to the cloud is said, with what kept every local model from being asked. */
function whereSentence({ chosen: { profile }, judged, input, escalated, usual }: Choice): string {
  if (profile.location === 'local') return `${profile.model_id} runs on this machine and can do the work.`;
  if (escalated === 'to_larger' && usual?.profile.location === 'local') return `It is asked in the cloud, which is allowed for ${input.request.sensitivity} content.`;
  const locals = judged.filter(({ candidate }) => candidate.profile.location === 'local');
  const reason = locals.length === 0 ? 'No local model is configured.' : `No local model can do the work: ${whyNot(locals)}`;
  return `${profile.model_id} is asked in the cloud, which is allowed for ${input.request.sensitivity} content. ${reason}`;
}

function tierSentence({ chosen: { settings, profile }, input: { tier, defaultModel } }: Choice): string | undefined {
  if (settings.tiers.includes(tier)) return undefined;
  const standIn = profile.model_id === defaultModel ? 'as the default model' : `from ${settings.tiers.join(', ')}`;
  return `It stands in for tier ${tier} ${standIn}.`;
}

function latencySentence({ chosen: { latencyMs }, input: { request } }: Choice): string | undefined {
  if (latencyMs === null || latencyMs <= request.target_latency_ms) return undefined;
  return `It usually takes ${Math.round(latencyMs)} ms where ${request.target_latency_ms} are wished for.`;
}

function besideSentence({ chosen: { profile }, beside, input: { request } }: Choice): string | undefined {
  const measured = profile.json_reliability[request.role_id];
  if (measured === undefined || !isUnreliable(measured) || !needsStrictJson(request)) return undefined;
  const finding = `Its output was valid in ${Math.round(measured.score * 100)} % of ${measured.sample_size} for ${request.role_id}`;
  return beside === undefined ? `${finding}, and no other model can run beside it.` : `${finding}, so ${beside.profile.model_id} runs beside it and the first valid answer counts.`;
}
