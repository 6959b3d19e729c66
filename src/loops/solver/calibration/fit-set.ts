import { SolverParameters } from '../../../contracts/index.ts';
import { courseCost, meanCost, totalOf } from './set-cost.ts';
import type { RecordedCourse } from './recorded-course.ts';
import { whatCameOfIt } from './what-came-of-it.ts';

/** Times that all of them are gone through; the second seldom finds anything, the third ends it. */
const SWEEPS_MAX = 3;
/** A change must gain this much: less is the noise of a few runs, and every change has to be explained to somebody. */
const GAIN_MIN = 0.001;

const steps = (from: number, to: number, by: number): number[] => Array.from({ length: Math.round((to - from) / by) + 1 }, (_, at) => Number((from + at * by).toFixed(3)));

/** What is tried, for each by itself; those that only mean something together are tried together. */
function triesFrom(now: SolverParameters): SolverParameters[][] {
  const shares = steps(0, 1, 0.2).map((replans) => ({ replan_share: replans, time_share: Number((1 - replans).toFixed(3)) }));
  const weights = steps(0.1, 1, 0.1);
  // A weight moves the gradient, so that the width of a plateau has to move with it.
  const withPlateau = (name: 'distance_weight' | 'process_weight') => weights.flatMap((weight) => [{ [name]: weight }, { [name]: weight, plateau_threshold: Number(Math.min(1, (now.plateau_threshold * weight) / Math.max(0.1, now[name])).toFixed(3)) }]);
  const groups: readonly (readonly Partial<SolverParameters>[])[] = [
    shares.flatMap((share) => steps(0.3, 1, 0.05).map((abandon) => ({ ...share, abandon_threshold: abandon }))),
    steps(0, 0.5, 0.05).map((convergence) => ({ convergence_threshold: convergence })),
    steps(0.1, 0.9, 0.1).map((process) => ({ process_threshold: process })),
    [0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3, 0.4].map((plateau) => ({ plateau_threshold: plateau })),
    withPlateau('distance_weight'),
    withPlateau('process_weight'),
    steps(0, 1, 0.1).map((resource) => ({ resource_weight: resource })),
  ];
  return groups.map((group) => group.map((change) => ({ ...now, ...change })));
}

/** The set that the courses would have gone best with, reached from another one by changes that each gain something. */
export function fitSet(courses: readonly RecordedCourse[], from: SolverParameters): SolverParameters {
  const seen = whatCameOfIt(courses);
  const lossOf = (parameters: SolverParameters): number => totalOf(meanCost(courses.map((course) => courseCost(course, parameters, seen))));
  let best = { parameters: from, loss: lossOf(from) };
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep += 1) {
    const before = best.loss;
    for (let group = 0; ; group += 1) {
      const tries = triesFrom(best.parameters)[group];
      if (tries === undefined) break;
      for (const parameters of tries) {
        const loss = lossOf(parameters);
        if (loss < best.loss - GAIN_MIN) best = { parameters, loss };
      }
    }
    if (best.loss > before - GAIN_MIN) break;
  }
  return SolverParameters.parse(withoutIdleChanges(best.parameters, from, lossOf));
}

/** Of what was changed on the way, whatever gains nothing in the end is taken back. */
function withoutIdleChanges(fitted: SolverParameters, from: SolverParameters, lossOf: (parameters: SolverParameters) => number): SolverParameters {
  const { replan_share, time_share } = from;
  const back: readonly Partial<SolverParameters>[] = [
    ...(['distance_weight', 'process_weight', 'resource_weight', 'plateau_threshold', 'convergence_threshold', 'process_threshold', 'abandon_threshold'] as const).map((name) => ({ [name]: from[name] })),
    { replan_share, time_share },
  ];
  return back.reduce<SolverParameters>((now, change) => (lossOf({ ...now, ...change }) <= lossOf(now) + GAIN_MIN / 10 ? { ...now, ...change } : now), fitted);
}
