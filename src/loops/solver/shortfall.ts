import type { Criterion, CriterionVerdict, FailureClass, PlanDirective, SubtaskOutcome } from '../../contracts/index.ts';
import { classOf } from '../validators/correction.ts';
import { isUnmet } from '../validators/one-verdict-each.ts';
import type { TaskDecision } from '../validators/meta-validator.ts';
import type { PastRound, TaskStanding } from './round-input.ts';

/** A criterion that was judged and not met, with how often it failed among how many times it was looked at. */
export interface Miss {
  readonly verdict: CriterionVerdict;
  /** Undefined for a criterion of the whole task. */
  readonly outcome?: SubtaskOutcome;
  readonly failedAttempts: number;
  readonly attempts: number;
  /** In how many earlier rounds the same words stood for what failed. */
  readonly failedRounds: number;
}

/** The meta-validator's verdicts on the task, when it came to them. */
export function taskVerdictsOf(judged: TaskDecision | undefined): readonly CriterionVerdict[] {
  if (judged === undefined) return [];
  return 'accepted' in judged ? judged.accepted.criteria_verdicts : judged.replan.criteria_verdicts;
}

/** Every criterion that was looked at in this round, of subtasks and of the task, with its trajectory. */
export function judgedCriteria({ outcomes, history }: TaskStanding, judged: TaskDecision | undefined): Miss[] {
  const ofSubtasks = outcomes.flatMap((outcome) => outcome.criteria_verdicts.map((verdict) => ({ verdict, outcome, ...inAttempts(verdict, outcome), failedRounds: failedRoundsOf(verdict, history) })));
  const ofTask = taskVerdictsOf(judged).map((verdict) => ({ verdict, ...inRounds(verdict, history), failedRounds: failedRoundsOf(verdict, history) }));
  return [...ofSubtasks, ...ofTask];
}

export function missesOf(criteria: readonly Miss[]): Miss[] {
  return criteria.filter(({ verdict }) => isUnmet(verdict));
}

function inAttempts(verdict: CriterionVerdict, { gap_trajectory: trajectory }: SubtaskOutcome): Pick<Miss, 'failedAttempts' | 'attempts'> {
  const failed = trajectory.filter((point) => point.unmet_criteria.includes(verdict.criterion)).length;
  return { attempts: trajectory.length, failedAttempts: isUnmet(verdict) ? Math.max(1, failed) : failed };
}

/** The attempts at a task criterion are the rounds in which it was judged, this one included. */
function inRounds(verdict: CriterionVerdict, history: readonly PastRound[]): Pick<Miss, 'failedAttempts' | 'attempts'> {
  const all = [...history.flatMap(({ request }) => request.criteria_verdicts.filter(({ criterion }) => criterion === verdict.criterion)), verdict];
  return { attempts: all.length, failedAttempts: all.filter(isUnmet).length };
}

function failedRoundsOf({ criterion }: CriterionVerdict, history: readonly PastRound[]): number {
  const named = (verdicts: readonly CriterionVerdict[]): boolean => verdicts.some((verdict) => verdict.criterion === criterion && isUnmet(verdict));
  return history.filter(({ request }) => named(request.criteria_verdicts) || request.failed_outcomes.some((outcome) => named(outcome.criteria_verdicts))).length;
}

/** The one that the directive names: required before optional, then what failed in most rounds, then most steadily. */
export function mostStubborn(misses: readonly Miss[]): Miss | undefined {
  return misses.toSorted(
    (left, right) =>
      Number(right.verdict.required) - Number(left.verdict.required) || right.failedRounds - left.failedRounds || right.failedAttempts / right.attempts - left.failedAttempts / left.attempts,
  )[0];
}

/** How many failures were of which kind. What nobody could judge shows no cause, so it is of none. */
export function failuresByClass(misses: readonly Miss[]): Record<FailureClass, number> & { readonly ofTask: number } {
  const failed = misses.filter(({ verdict }) => verdict.verdict === 'fail');
  const count = (which: FailureClass): number => failed.filter(({ verdict, outcome }) => outcome !== undefined && classOf(verdict) === which).length;
  return { logical: count('logical'), environmental: count('environmental'), ofTask: failed.filter(({ outcome }) => outcome === undefined).length };
}

/** Failures without a shown cause read as the world's: a judge that cannot be reached says nothing about the approach. */
export function failureClassOf(misses: readonly Miss[]): PlanDirective['failure_class'] {
  const { logical, environmental, ofTask } = failuresByClass(misses);
  if (logical + ofTask === 0) return 'environmental';
  return environmental > 0 ? 'mixed' : 'logical';
}

/** All that the plan promised and that has no pass: what failed, what is open, and what was never come to. */
export function unmetCriteria({ plan, outcomes }: TaskStanding, judged: TaskDecision | undefined): Criterion[] {
  const ofSubtasks = plan.subtasks.flatMap((subtask) => {
    const verdicts = outcomes.find((outcome) => outcome.subtask_id === subtask.subtask_id)?.criteria_verdicts ?? [];
    return subtask.success_criteria.filter((criterion) => !hasPassed(criterion, verdicts));
  });
  return [...plan.task_criteria.filter((criterion) => !hasPassed(criterion, taskVerdictsOf(judged))), ...ofSubtasks];
}

function hasPassed({ criterion }: Criterion, verdicts: readonly CriterionVerdict[]): boolean {
  const about = verdicts.filter((verdict) => verdict.criterion === criterion);
  return about.length > 0 && !about.some(isUnmet);
}
