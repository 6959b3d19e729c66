import { DEFAULT_LOSS_HYPERPARAMETERS, type ActionDirective, type CourseRound, type SolverParameters } from '../../../contracts/index.ts';
import { betaEffective } from '../../../formulas/index.ts';
import { courseOf } from '../course.ts';

/** What follows a round. */
export type Action = 'deliver' | 'give_up' | ActionDirective;

const { max_replans: MAX_REPLANS, worsening_rounds_max: WORSENING_ROUNDS_MAX } = DEFAULT_LOSS_HYPERPARAMETERS;
/** As the gradient is rounded where it decides. */
const GRADIENT_DIGITS = 1e6;

const clamped = (value: number): number => Math.min(1, Math.max(0, value));

/** Ω of a recorded round under other shares. */
export function resourceUnder({ round, time_used: time }: CourseRound, { replan_share: ofReplans, time_share: ofTime }: SolverParameters): number {
  return clamped(ofReplans * clamped((round - 1) / MAX_REPLANS) + ofTime * time);
}

/** L of a recorded round under other weights. */
export function lossUnder(round: CourseRound, parameters: SolverParameters): number {
  const resource = resourceUnder(round, parameters);
  return parameters.distance_weight * round.loss.D + betaEffective(parameters.process_weight, resource) * round.loss.P + parameters.resource_weight * resource;
}

function gradientUnder(rounds: readonly CourseRound[], at: number, { distance_weight: alpha, process_weight: beta }: SolverParameters): number {
  const [now, before] = [rounds[at], rounds[at - 1]];
  if (now === undefined || before === undefined) return 0;
  return Math.round((alpha * now.loss.D + beta * now.loss.P - (alpha * before.loss.D + beta * before.loss.P)) * GRADIENT_DIGITS) / GRADIENT_DIGITS;
}

/** What the solver would have done after a recorded round under another set. What was accepted is delivered by any. */
export function decisionUnder(rounds: readonly CourseRound[], at: number, parameters: SolverParameters, { isForced }: { readonly isForced: boolean }): Action {
  const now = rounds[at];
  if (now === undefined) return 'give_up';
  if (now.is_accepted) return 'deliver';
  const gradients = rounds.slice(0, at + 1).map((_round, index) => gradientUnder(rounds, index, parameters));
  const gradient = gradients.at(-1) ?? 0;
  const course = courseOf(
    { reading: { D: now.loss.D, P: now.loss.P, Omega: resourceUnder(now, parameters), gradient, isSomethingRequiredOpen: now.is_required_open }, earlier: gradients.slice(0, -1), replans: now.round - 1, isLastRound: isForced },
    { ...parameters, max_replans: MAX_REPLANS, worsening_rounds_max: WORSENING_ROUNDS_MAX },
  );
  return course.to === 'act' ? course.state : course.to;
}
