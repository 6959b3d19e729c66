import type { CourseRound, RunCourse, RunId, SolverParameters, TerminationReason } from '../../../contracts/index.ts';
import { decisionUnder, type Action } from './decision-under.ts';

/** A run whose every decision is known and explained, in order. */
export interface RecordedCourse {
  readonly runId: RunId;
  readonly rounds: readonly CourseRound[];
  /** What was done after each round. */
  readonly actions: readonly Action[];
  readonly isDelivered: boolean;
  /** It was ended by something that no set of weights decides: the last plan, or a no. */
  readonly isForced: boolean;
}

/** Ends that tell of the work. A person who stops a run, or a purse that is empty, says nothing about the solver. */
const ENDS_OF_WORK: ReadonlySet<TerminationReason> = new Set(['success', 'retries_exhausted', 'timeout', 'insufficient_evidence']);

/** How the solver put it, as what was then done. What was accepted needs no decision. */
export function actionOf({ decided }: Pick<CourseRound, 'decided'>): Action {
  if (decided === 'accept' || decided === 'success') return 'deliver';
  return decided === 'abandon' ? 'give_up' : decided;
}

/**
 * What can be learnt from a run; undefined when nothing can. Its decisions are taken again by the set that it ran under:
 * where that gives others than the record has, something decided that is not known here, and the run is left out.
 */
export function recordedCourse(course: RunCourse, own: SolverParameters | undefined): RecordedCourse | undefined {
  const { rounds, reason, run_id: runId } = course;
  const last = rounds.at(-1);
  if (own === undefined || last === undefined || reason === null || !ENDS_OF_WORK.has(reason) || course.engine !== 'model') return undefined;
  const actions = rounds.map(actionOf);
  const isWhole = rounds.every(({ round }, at) => round === at + 1) && actions.every((action, at) => (action === 'deliver' || action === 'give_up') === (at === rounds.length - 1));
  if (!isWhole) return undefined;
  const isForced = actions.at(-1) === 'give_up' && decisionUnder(rounds, rounds.length - 1, own, { isForced: false }) !== 'give_up';
  const again = rounds.map((_round, at) => decisionUnder(rounds, at, own, { isForced: isForced && at === rounds.length - 1 }));
  if (again.some((action, at) => action !== actions[at])) return undefined;
  return { runId, rounds, actions, isDelivered: actions.at(-1) === 'deliver', isForced };
}


/** A task that is not delivered is worth twenty rounds: what a person would rather wait for than do without. */
export const ROUND_COST = 0.05;
const FAILURE_COST = 1;

/** What the end of a run costs: what is unmet in what was delivered, or all of it. */
export function endCost({ rounds, isDelivered }: Pick<RecordedCourse, 'rounds' | 'isDelivered'>): number {
  return isDelivered ? (rounds.at(-1)?.loss.D ?? 0) : FAILURE_COST;
}
