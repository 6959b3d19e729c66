import type { FailureCharge, FinalResult, Plan, SubtaskOutcome, TaskSpec } from '../../contracts/index.ts';
import { classOf } from '../validators/correction.ts';
import { isUnmet } from '../validators/one-verdict-each.ts';
import type { TaskDecision } from '../validators/meta-validator.ts';
import type { EndCause } from './final-result.ts';
import { lostNames } from './lost-names.ts';

interface Answerable {
  readonly outcomes: readonly SubtaskOutcome[];
  readonly judged?: TaskDecision;
  readonly because?: EndCause;
  /** What was understood, planned and handed over; absent where only the round itself is looked at. */
  readonly task?: TaskSpec;
  readonly plan?: Plan;
  readonly result?: FinalResult;
}

export function chargesOf({ outcomes, judged, because, task, plan, result }: Answerable): FailureCharge[] {
  const isMissed = because !== undefined && because !== 'all_met' && because !== 'close_enough';
  return [
    ...(isMissed && task !== undefined ? chargesOfUnderstanding(task) : []),
    ...(isMissed && task !== undefined && plan !== undefined ? chargesOfPlan(task, plan) : []),
    ...(isMissed ? chargesOfGoal(outcomes, judged) : []),
    ...chargesOfResult(outcomes, result),
    ...outcomes.flatMap(chargesOfOutcome),
    ...chargesOfJudgement(outcomes, judged),
    ...chargesOfEnd(because),
  ];
}

/** The words of the person are kept beside what was made of them, so that what got lost between the two can be named. */
function chargesOfUnderstanding({ raw_input: said, intent, constraints }: TaskSpec): FailureCharge[] {
  const lost = lostNames(said, [intent, constraints.scope ?? '', constraints.deadline ?? ''].join('\n'));
  return lost.length === 0 ? [] : [{ role: 'perceiver', why: `The person named ${listed(lost)}, and what was understood does not.` }];
}

/** What was understood and neither asked for by a criterion nor worked on was misread when it was planned. */
function chargesOfPlan({ intent }: TaskSpec, plan: Plan): FailureCharge[] {
  const lost = lostNames(intent, JSON.stringify([plan.task_criteria, plan.subtasks]));
  return lost.length === 0 ? [] : [{ role: 'planner', why: `The task is about ${listed(lost)}, and the plan is not.` }];
}

/** Every step was done as planned and the goal is still missed: the steps were the wrong ones. */
function chargesOfGoal(outcomes: readonly SubtaskOutcome[], judged: TaskDecision | undefined): FailureCharge[] {
  if (judged === undefined || 'accepted' in judged || outcomes.length === 0 || outcomes.some(({ status }) => status === 'failed')) return [];
  return [{ role: 'planner', why: 'Every subtask came to what it should, and the task is still not done.' }];
}

/** What was reached belongs to the person also where the task is given up. */
function chargesOfResult(outcomes: readonly SubtaskOutcome[], result: FinalResult | undefined): FailureCharge[] {
  const isBare = result?.directive === 'abandon' && isNothing(result.output) && outcomes.some(({ status, output }) => status === 'matched' && !isNothing(output));
  return isBare ? [{ role: 'planner', why: 'Something was reached, and the person was handed a failure without it.' }] : [];
}

function isNothing(output: unknown): boolean {
  return output === null || output === '' || (typeof output === 'object' && output !== null && Object.keys(output).length === 0);
}

function listed(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ');
}

function chargesOfOutcome(outcome: SubtaskOutcome): FailureCharge[] {
  const unmet = outcome.criteria_verdicts.filter(isUnmet);
  const wrong = unmet.find((verdict) => verdict.required && classOf(verdict) === 'logical');
  const reported = outcome.gap_trajectory.at(-1)?.unmet_criteria ?? [];
  const hidden = unmet.find(({ criterion }) => !reported.includes(criterion));
  return [
    ...(outcome.status === 'failed' && wrong !== undefined ? [{ role: 'executor', why: `“${wrong.criterion}” was gone about in the wrong way.` } as const] : []),
    ...(hidden === undefined ? [] : [{ role: 'agent_validator', why: `“${hidden.criterion}” is not met, and the gap does not say so.` } as const]),
  ];
}

/** It answers for every way past its gate: a failed subtask let through, and a task that nobody decided about. */
function chargesOfJudgement(outcomes: readonly SubtaskOutcome[], judged: TaskDecision | undefined): FailureCharge[] {
  if (judged === undefined) return outcomes.length === 0 ? [] : [{ role: 'meta_validator', why: 'The outcomes were neither accepted nor sent back.' }];
  const letThrough = 'accepted' in judged && outcomes.some(({ status }) => status === 'failed');
  return letThrough ? [{ role: 'meta_validator', why: 'A failed subtask was accepted.' }] : [];
}

function chargesOfEnd(because: EndCause | undefined): FailureCharge[] {
  if (because === 'divergence') return [{ role: 'solver', why: 'Two rounds in a row took the task further from its goal.' }];
  if (because === 'replans' || because === 'time') return [{ role: 'solver', why: 'The budget was used up before a direction was found that led to the goal.' }];
  return [];
}
