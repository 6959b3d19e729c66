import type { ErrorData } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Obstacle } from './obstacles.ts';
import type { RouteCandidate, RouteInput } from './route-input.ts';

export interface RefusedCandidate {
  readonly candidate: RouteCandidate;
  readonly obstacles: readonly Obstacle[];
}

type Reason = ErrorData['model.route_refused']['reason'];

/** More models than anybody reads about in one message. */
const LISTED_MAX = 20;

/** What alone stands in the way of some model; the first of these is the easiest to change. */
const REASONS: readonly Reason[] = ['cloud_forbidden', 'context_too_small', 'capability_missing'];

const NEXT_STEP: Readonly<Record<Reason, string>> = {
  cloud_forbidden: 'Configure a local model that can do this, or allow the cloud for this content if it may leave the machine.',
  context_too_small: 'Send less, or configure a model with a larger context.',
  capability_missing: 'Configure a model that has what is missing, or correct the capabilities in the settings of one that has it.',
  no_model_left: 'See "keelson models" for what is configured and reachable; add a model for this tier, or try again when the failing ones answer.',
};

export function routeRefused({ request, tier }: RouteInput, refused: readonly RefusedCandidate[]): KeelsonError<'model.route_refused'> {
  const reason = REASONS.find((each) => refused.some(({ obstacles }) => obstacles.every(({ kind }) => kind === each))) ?? 'no_model_left';
  const detail = whyNot(refused);
  return new KeelsonError('model.route_refused', {
    message: `No model can be asked for ${request.role_id} (tier ${tier}, ${request.sensitivity} content). ${detail === '' ? 'None is configured.' : detail}`,
    nextStep: NEXT_STEP[reason],
    data: { reason, detail },
  });
}

/** Each candidate with everything that keeps it from being asked. */
export function whyNot(refused: readonly RefusedCandidate[]): string {
  const told = refused.slice(0, LISTED_MAX).map(({ candidate, obstacles }) => `${candidate.profile.model_id} ${obstacles.map(({ why }) => why).join(' and ')}.`);
  const left = refused.length - told.length;
  return [...told, ...(left > 0 ? [`${left} more cannot be asked either.`] : [])].join(' ');
}
