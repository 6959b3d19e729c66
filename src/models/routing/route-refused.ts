import type { ErrorData } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Obstacle } from './obstacles.ts';
import type { RouteCandidate, RouteInput } from './route-input.ts';

export interface RefusedCandidate {
  readonly candidate: RouteCandidate;
  readonly obstacles: readonly Obstacle[];
}

type Reason = ErrorData['model.route_refused']['reason'];

/** More models than anybody looks through. */
const LISTED_MAX = 20;
/** How many of them one sentence speaks of. */
const TOLD_MAX = 3;

/** What alone stands in the way of some model. That one which could answer may not judge is said first; then what is easiest to change. */
const REASONS: readonly Reason[] = ['weaker_than_required', 'cloud_forbidden', 'context_too_small', 'capability_missing'];

const NEXT_STEP: Readonly<Record<Reason, string>> = {
  cloud_forbidden: 'Configure a local model that can do this, or allow the cloud for this content if it may leave the machine.',
  context_too_small: 'Send less, or configure a model with a larger context.',
  capability_missing: 'Configure a model that has what is missing, or correct the capabilities in the settings of one that has it.',
  weaker_than_required: 'Try again when a model that reasons as well as the one it judges answers, or configure a second one of that tier.',
  no_model_left: 'Run `keelson models --check` to see what answers; then try again, or add a model.',
};

export function routeRefused({ request }: RouteInput, refused: readonly RefusedCandidate[]): KeelsonError<'model.route_refused'> {
  const reason = REASONS.find((each) => refused.some(({ obstacles }) => obstacles.every(({ kind }) => kind === each))) ?? 'no_model_left';
  return new KeelsonError('model.route_refused', {
    message: `No model can be asked for ${request.role_id}: ${refused.length === 0 ? 'none is configured' : listed(refused, TOLD_MAX).join('; ')}.`,
    nextStep: NEXT_STEP[reason],
    data: { reason, detail: whyNot(refused) },
  });
}

/** Each candidate with everything that keeps it from being asked. */
export function whyNot(refused: readonly RefusedCandidate[]): string {
  return listed(refused, LISTED_MAX).map((told) => `${told}.`).join(' ');
}

function listed(refused: readonly RefusedCandidate[], max: number): string[] {
  const told = refused.slice(0, max).map(({ candidate, obstacles }) => `${candidate.profile.model_id} ${obstacles.map(({ why }) => why).join(' and ')}`);
  const left = refused.length - told.length;
  return [...told, ...(left > 0 ? [`${left} more cannot be asked either`] : [])];
}
