import type { CalibrationLoss, SolverParameters } from '../../../contracts/index.ts';
import { decisionUnder, lossUnder } from './decision-under.ts';
import { endCost, ROUND_COST, type RecordedCourse } from './recorded-course.ts';
import type { WhatCameOfIt } from './what-came-of-it.ts';

/** What one recorded run comes to under a set. */
export interface CourseCost extends CalibrationLoss {
  /** How many decisions are the same until one is not, and that one with them. */
  readonly taken: number;
  readonly isOtherwise: boolean;
  /** It parts from the record to where nothing recorded speaks of. */
  readonly isUnseen: boolean;
  /** It gives up a run that delivered. */
  readonly isLost: boolean;
}

/** How much a good forecast is worth beside good decisions. */
const FORECAST_SHARE = 0.25;

export function totalOf({ decisions, forecast }: CalibrationLoss): number {
  return decisions + FORECAST_SHARE * forecast;
}

/**
 * Takes the decisions of a run again under another set. As long as they agree the record tells what came of them. Where they
 * part, an earlier end is known exactly; another order costs what it came to elsewhere. Where that was never seen, the set
 * gains nothing: the run is taken to go as it went, and one that would have gone on to have wasted one more round.
 */
export function courseCost(course: RecordedCourse, parameters: SolverParameters, { afterwards }: WhatCameOfIt): CourseCost {
  const { rounds, actions, isForced } = course;
  const forecast = forecastCost(course, parameters);
  const asItWent = rounds.length * ROUND_COST + endCost(course);
  for (let at = 0; at < rounds.length; at += 1) {
    const round = rounds[at];
    const recorded = actions[at];
    if (round === undefined || recorded === undefined) break;
    const action = decisionUnder(rounds, at, parameters, { isForced: isForced && at === rounds.length - 1 });
    if (action === recorded) continue;
    const until = (at + 1) * ROUND_COST;
    const told = { forecast, taken: at + 1, isOtherwise: true, isUnseen: false, isLost: false };
    if (action === 'deliver') return { ...told, decisions: until + round.loss.D };
    if (action === 'give_up') return { ...told, decisions: until + 1, isLost: course.isDelivered };
    const came = afterwards(round, action);
    if (came !== undefined) return { ...told, decisions: until + came };
    const didEnd = recorded === 'deliver' || recorded === 'give_up';
    return { ...told, decisions: asItWent + (didEnd ? ROUND_COST : 0), isUnseen: true };
  }
  return { decisions: asItWent, forecast, taken: rounds.length, isOtherwise: false, isUnseen: false, isLost: false };
}

/** L at each round that was not accepted, held against how the run ended. */
function forecastCost({ rounds, isDelivered }: RecordedCourse, parameters: SolverParameters): number {
  const open = rounds.filter(({ is_accepted: isAccepted }) => !isAccepted);
  if (open.length === 0) return 0;
  const failed = isDelivered ? 0 : 1;
  return open.reduce((sum, round) => sum + (Math.min(1, lossUnder(round, parameters)) - failed) ** 2, 0) / open.length;
}

export function meanCost(costs: readonly CalibrationLoss[]): CalibrationLoss {
  const mean = (value: (cost: CalibrationLoss) => number): number => costs.reduce((sum, cost) => sum + value(cost), 0) / Math.max(1, costs.length);
  return { decisions: mean(({ decisions }) => decisions), forecast: mean(({ forecast }) => forecast) };
}
