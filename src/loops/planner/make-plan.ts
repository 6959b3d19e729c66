import { PLAN_REPAIRS_MAX, PlannerAnswer, type SubtaskOutcome } from '../../contracts/index.ts';
import { canonicalJson, KeelsonError } from '../../kernel/index.ts';
import type { PlanOutcome, RoleDesk, ToPlan } from '../engine.ts';
import { renderPlanQuestion, renderPlanRepair, type PlanQuestion } from '../prompts/planner/v1-body.ts';
import { PLANNER_PROMPT } from '../prompts/planner/v1.ts';
import { droppedDemands } from './dropped-demands.ts';
import { mustNotOf } from './must-not.ts';
import { planOf } from './plan-of.ts';
import { planProblems } from './plan-problems.ts';

/**
 * A plan that may be dispatched, questions, or why there is none. A plan that breaks a rule is shown to the planner again
 * with everything that is wrong with it, a bounded number of times; nothing is mended behind its back. It is given the
 * desk and what memory said: no tool, no memory, no formula.
 */
export async function makePlan(input: ToPlan, desk: RoleDesk): Promise<PlanOutcome> {
  const question: PlanQuestion = { ...input, mustNot: mustNotOf(input.calibration, input.directive) };
  const rules = { roles: input.roles, toolsOf: input.toolsOf, mustNot: question.mustNot };
  const kept = input.previous === undefined ? undefined : { previous: input.previous.plan, met: metIn(input.previous.outcomes), asked: [input.task.raw_input, ...input.said].join('\n'), mustNot: question.mustNot };
  let body = renderPlanQuestion(question);
  for (let repair = 0; ; repair += 1) {
    const key = repair === 0 ? input.key : `${input.key}/repair-${repair}`;
    const { answer } = await desk.ask({ key, signal: input.signal, roleId: 'planner', head: PLANNER_PROMPT.head, body, answer: { name: 'PlannerAnswer', schema: PlannerAnswer }, work: 'main' });
    const problems = [...planProblems(answer, rules), ...(kept === undefined ? [] : droppedDemands(answer, kept))];
    if (problems.length === 0) return await outcomeOf(answer, input);
    if (repair === PLAN_REPAIRS_MAX) throw planInvalid(problems);
    body = renderPlanRepair(question, canonicalJson(answer), problems);
  }
}

function metIn(outcomes: readonly SubtaskOutcome[]): ReadonlySet<string> {
  return new Set(outcomes.flatMap(({ criteria_verdicts: verdicts }) => verdicts.filter(({ verdict }) => verdict === 'pass').map(({ criterion }) => criterion)));
}

async function outcomeOf(answer: PlannerAnswer, { task, calibration, holdsWary, toolsOf, mintSubtask }: ToPlan): Promise<PlanOutcome> {
  if (answer.decision === 'needs_input') return { decision: 'needs_input', questions: answer.questions };
  if (answer.decision === 'impossible') return { decision: 'impossible', reason: answer.reason };
  return { decision: 'plan', plan: await planOf(answer, { taskId: task.task_id, calibration, ...(holdsWary !== undefined && { holdsWary }), toolsOf, mintSubtask }), why: answer.reason };
}

function planInvalid(issues: readonly string[]): KeelsonError<'plan.invalid'> {
  return new KeelsonError('plan.invalid', {
    message: `The planner gave no plan that may be carried out, also after ${PLAN_REPAIRS_MAX} repairs: ${issues.join(' ')}`,
    nextStep: 'Say the task in smaller or more exact steps, or let a larger model plan it.',
    data: { issues: [...issues] },
  });
}
