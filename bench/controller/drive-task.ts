import { DEFAULT_LOSS_HYPERPARAMETERS, type CourseRound, type SubtaskOutcome } from '../../src/contracts/index.ts';
import { createSolver, mergeOutputs, type Decision, type PastRound, type SolverParts, type TaskDecision } from '../../src/loops/index.ts';
import { callOf, fail, needed, outcomeOf, pass, planOf, solverParts, subtaskOf, task as asked } from '../../test/support/loop-samples.ts';
import { canImprove, partResult, type Blocked, type SimulatedTask } from './simulated-task.ts';

/** What one controller made of one task. */
export interface Driven {
  /** Everything was really met, and it was delivered. */
  readonly isSolved: boolean;
  /** It was given up although one more round would have been allowed and the task could have been done. */
  readonly isFalselyAbandoned: boolean;
  /** It was called a success although something required was not met. */
  readonly isFalseSuccess: boolean;
  readonly rounds: number;
  /** Rounds after which nothing could get better any more. */
  readonly wastedRounds: number;
  readonly activeMs: number;
}

/** A round as it was judged and decided, and as the record of a run has it in figures. */
export interface DrivenRound {
  readonly decision: Decision;
  readonly judged: TaskDecision;
  readonly course: CourseRound;
}

/** The fourth plan is the last. */
const ROUNDS_MAX = 4;
const NOTHING_BLOCKED: Blocked = { tools: new Set(), targets: new Set() };

interface Standing {
  readonly met: ReadonlySet<number>;
  readonly blocked: Blocked;
  readonly history: readonly PastRound[];
}

/** Lets the real solver drive a task from round to round; planner, executor and judges are what the task says they are. */
export function driveTask(task: SimulatedTask, parts: Partial<SolverParts>, onRound: (round: DrivenRound) => void = () => {}): Driven {
  const solver = createSolver(solverParts(parts));
  let standing: Standing = { met: new Set(), blocked: NOTHING_BLOCKED, history: [] };
  let wastedRounds = 0;
  for (let round = 1; ; round += 1) {
    const { outcomes, judged, met } = roundOf(task, round, standing);
    const isWhole = met.size === task.subtasks;
    if (round > 1 && !canImprove(task)) wastedRounds += 1;
    const decision = solver.round({ task: asked, plan: planFor(task), round, outcomes, judged, replans: round - 1, activeElapsedMs: task.roundMs * round, history: standing.history });
    onRound({ decision, judged, course: courseRound(decision, round, judged, (task.roundMs * round) / (parts.hyperparameters?.time_budget_ms ?? DEFAULT_LOSS_HYPERPARAMETERS.time_budget_ms)) });
    if (decision.kind === 'result' || round === ROUNDS_MAX || !('replan' in judged)) {
      const isSuccess = decision.kind === 'result' && decision.result.directive !== 'abandon';
      const isGivenUp = !isSuccess && round < ROUNDS_MAX;
      return { isSolved: isSuccess && isWhole, isFalseSuccess: isSuccess && !isWhole, isFalselyAbandoned: isGivenUp && canImprove(task) && wouldBeDone(task, round + 1, { ...standing, met }), rounds: round, wastedRounds, activeMs: task.roundMs * round };
    }
    const { directive } = decision;
    standing = { met, blocked: { tools: new Set(directive.blocked_tools), targets: new Set([...standing.blocked.targets, ...directive.blocked_targets]) }, history: [...standing.history, { directive, request: judged.replan }] };
  }
}

/** The round as the record of a run has it. */
function courseRound(decision: Decision, round: number, judged: TaskDecision, timeUsed: number): CourseRound {
  const { loss, grad_q: gradient, directive: decided } = decision.kind === 'directive' ? decision.directive : decision.result;
  return { round, loss, gradient, time_used: Math.min(1, timeUsed), is_required_open: 'replan' in judged, is_accepted: 'accepted' in judged, decided };
}

/** Whether whoever had gone on, with whatever stands in the way out of the way, would have come to the end. */
function wouldBeDone(task: SimulatedTask, from: number, standing: Standing): boolean {
  const freed: Blocked = { tools: new Set(['shell']), targets: new Set(Array.from({ length: task.subtasks }, (_, at) => `source-${at + 1}`)) };
  let { met } = standing;
  for (let round = from; round <= ROUNDS_MAX; round += 1) {
    met = roundOf({ ...task, falseAlarms: 0 }, round, { ...standing, met, blocked: freed }).met;
    if (met.size === task.subtasks) return true;
  }
  return false;
}

const criterionOf = (part: number) => needed(`part ${part} is right`);
const WHOLE = needed('the whole is right');

function planFor({ subtasks }: SimulatedTask) {
  return planOf(Array.from({ length: subtasks }, (_, at) => subtaskOf(at + 1, [criterionOf(at + 1)])), [WHOLE]);
}

function roundOf(task: SimulatedTask, round: number, { met: before, blocked }: Standing): { outcomes: SubtaskOutcome[]; judged: TaskDecision; met: ReadonlySet<number> } {
  const plan = planFor(task);
  const met = new Set<number>();
  const outcomes = plan.subtasks.map((subtask, at) => {
    const part = at + 1;
    const { isMet, failureClass, toolId, target } = partResult(task, part, round, before.has(part), blocked);
    if (isMet) met.add(part);
    const isSeen = isMet && task.draw(`alarm ${part} ${round}`) >= task.falseAlarms;
    const calls = [callOf(part, toolId, { path: target }, isSeen ? 'completed' : 'failed')];
    return outcomeOf(subtask, { verdicts: [isSeen ? pass(criterionOf(part)) : fail(criterionOf(part), failureClass)], calls });
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'failed');
  const merged = mergeOutputs(plan, outcomes).value;
  const judged: TaskDecision =
    failed.length === 0
      ? { accepted: { task_id: plan.task_id, merged_output: merged, summary: 'It is done.', criteria_verdicts: [pass(WHOLE)].filter((verdict) => verdict.verdict === 'pass') } }
      : { replan: { task_id: plan.task_id, failed_outcomes: failed, criteria_verdicts: [], gap_summary: 'not yet' }, isLastRound: round === ROUNDS_MAX, partialOutput: merged };
  return { outcomes, judged, met };
}
