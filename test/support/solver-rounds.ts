import { FinalResult, PlanDirective, type CriterionVerdict, type FailedOutcome, type FailureClass, type Plan, type SubtaskOutcome, type ToolCallEvidence } from '../../src/contracts/index.ts';
import { createSolver, mergeOutputs, type Decision, type Experience, type PastRound, type RoundInput, type SolverParts, type TaskDecision } from '../../src/loops/index.ts';
import { fail, needed, outcomeOf, pass, planOf, solverParts, subtaskOf, task, wished } from './loop-samples.ts';

/** Rounds of one small task, as the solver is given them, and what it makes of them. */

export const whole = needed('the whole is right');
export const nice = wished('the whole reads well');
export const [found, counted, told] = [needed('all are found'), needed('the count is right'), wished('it is told briefly')];
export const [seeking, counting] = [subtaskOf(1, [found]), subtaskOf(2, [counted, told])];
export const plan = planOf([seeking, counting], [whole, nice]);

export const done = { seeking: outcomeOf(seeking, { verdicts: [pass(found)], output: 'seven' }), counting: outcomeOf(counting, { verdicts: [pass(counted), pass(told)], output: '7' }) };

export function lost(failureClass: FailureClass, calls: readonly ToolCallEvidence[] = []): SubtaskOutcome {
  return outcomeOf(seeking, { verdicts: [fail(found, failureClass)], calls });
}

export function refusedWith(outcomes: readonly SubtaskOutcome[], verdicts: readonly CriterionVerdict[] = [], isLastRound = false, of: Plan = plan): TaskDecision {
  const failed = outcomes.filter((outcome): outcome is FailedOutcome => outcome.status === 'failed');
  return { replan: { task_id: of.task_id, failed_outcomes: failed, criteria_verdicts: [...verdicts], gap_summary: 'not yet' }, isLastRound, partialOutput: mergeOutputs(of, outcomes).value };
}

export function accepted(outcomes: readonly SubtaskOutcome[] = [done.seeking, done.counting]): TaskDecision {
  return { accepted: { task_id: plan.task_id, merged_output: mergeOutputs(plan, outcomes).value, summary: 'Seven are open.', criteria_verdicts: [pass(whole), pass(nice)].filter((verdict) => verdict.verdict === 'pass') } };
}

export function inputOf(more: Partial<RoundInput> & Pick<RoundInput, 'outcomes' | 'judged'>): RoundInput {
  const history = more.history ?? [];
  return { task, plan, round: history.length + 1, replans: history.length, activeElapsedMs: 0, history, ...more };
}

/** Puts rounds one after the other, as the log would tell them. */
export function play(rounds: readonly Pick<RoundInput, 'outcomes' | 'judged' | 'doubted'>[], parts: Partial<SolverParts> = {}, elapsedMs = 0) {
  const learnt: Experience[] = [];
  const solver = createSolver(solverParts({ memory: { write: (experience) => learnt.push(experience) }, ...parts }));
  const history: PastRound[] = [];
  const decisions: Decision[] = [];
  for (const round of rounds) {
    const decision = solver.round(inputOf({ ...round, history: [...history], activeElapsedMs: elapsedMs }));
    decisions.push(decision);
    if (decision.kind !== 'directive' || 'accepted' in round.judged) break;
    history.push({ directive: decision.directive, request: round.judged.replan });
  }
  return { decisions, learnt, history };
}

export const failing = (failureClass: FailureClass, calls: readonly ToolCallEvidence[] = []) => {
  const outcomes = [lost(failureClass, calls), done.counting];
  return { outcomes, judged: refusedWith(outcomes) };
};

export function directiveOf(decision: Decision | undefined): PlanDirective {
  if (decision?.kind !== 'directive') throw new Error(`expected a directive, not ${JSON.stringify(decision)}`);
  return PlanDirective.parse(decision.directive);
}

export function resultOf(decision: Decision | undefined): FinalResult {
  if (decision?.kind !== 'result') throw new Error(`expected a result, not ${JSON.stringify(decision)}`);
  return FinalResult.parse(decision.result);
}
