import type { Criterion, CriterionVerdict, GateCheck, Plan, SubtaskOutcome } from '../../contracts/index.ts';
import { judgeByChecks, verdictsOfTaskJudgement } from '../../evaluation/index.ts';
import { judgeOutcomes, type JudgedTask, type MergedOutput, type TaskDecision } from '../../loops/index.ts';
import { detectConflicts } from '../conflicts/detect-conflicts.ts';
import { checkPorts } from './check-ports.ts';
import { codeOfRun, consultCritic } from './consult-critic.ts';
import { objectToWork } from './object-to-work.ts';
import { owedInReview, reviewGates } from './review-gates.ts';
import { reviewedWork } from './reviewed-works.ts';
import { askedOf, type Dispatched, type Round } from './round.ts';
import { settleConflicts, type Refusal } from './settle-conflicts.ts';
import type { TaskWork } from './task-ports.ts';

/** The decision on the whole, with the plan and the outcomes that it was made on. */
export interface JudgedRound {
  readonly judged: TaskDecision;
  readonly plan: Plan;
  readonly outcomes: readonly SubtaskOutcome[];
  /** Work that was done once more to settle a conflict; what it changed is changed. */
  readonly doneAgain: readonly Dispatched[];
  /** What the contracts of the roles ask for before a review is left. */
  readonly checks: readonly GateCheck[];
}

/**
 * Settles what the roles of a round disagree about, and then has the whole judged. The critic and the judge of the whole work
 * side by side; where something is in dispute already, the judge waits for what comes of it. Work that failed goes back as it is.
 */
export async function settleAndJudge(work: TaskWork, at: string, round: Round, dispatched: readonly Dispatched[], signal: AbortSignal): Promise<JudgedRound> {
  const first = { plan: round.plan, outcomes: dispatched.map(({ outcome }) => outcome) };
  if (dispatched.some(({ outcome }) => outcome.status === 'failed')) return { ...first, doneAgain: [], checks: [], judged: await judgeWhole(work, at, round, round.plan, dispatched, signal) };
  const isDisputed = detectConflicts({ works: dispatched.map(reviewedWork) }).length > 0;
  const code = await codeOfRun(work, at, round, dispatched, signal);
  const [criticism, early] = await bothOf(consultCritic(work, at, round, code, dispatched, signal), isDisputed ? undefined : judgeWhole(work, at, round, round.plan, dispatched, signal));
  const settled = await settleConflicts(work, at, round, dispatched, { code, criticism }, signal);
  const kept = settled.dispatched.filter(({ subtask }) => !settled.setAside.has(subtask.subtask_id));
  const plan = { ...round.plan, subtasks: round.plan.subtasks.filter(({ subtask_id: id }) => !settled.setAside.has(id)) };
  const judged = early === undefined || settled.hasChanged ? await judgeWhole(work, early === undefined ? at : `${at}/again`, round, plan, kept, signal) : early;
  const outcomes = kept.map(({ outcome }) => outcome);
  const { doneAgain } = settled;
  const checks = reviewGates(work, kept, { round, code, criticism, isRefused: settled.refusals.length > 0 });
  // Work that goes back already is looked at again in the next round.
  const owed = settled.refusals.length > 0 ? settled.refusals : owedInReview(checks);
  const refusals = owed.length === 0 && 'accepted' in judged ? await objectToWork(work, at, { ...round, plan }, [...kept, ...doneAgain.filter((one) => !kept.includes(one))], signal) : owed;
  if (refusals.length === 0) return { judged, plan, outcomes, doneAgain, checks };
  const refused = { ...plan, task_criteria: [...plan.task_criteria, ...refusals.map(criterionOf)] };
  return { judged: await refuse(round, refused, outcomes, judged, refusals), plan: refused, outcomes, doneAgain, checks };
}

/** The gate of the whole: checks first, then the meta-validator. */
function judgeWhole(work: TaskWork, at: string, round: Round, plan: Plan, dispatched: readonly Dispatched[], signal: AbortSignal): Promise<TaskDecision> {
  const calls = dispatched.flatMap((one) => one.calls);
  const runCalls = [...round.earlier.flatMap((one) => one.calls), ...calls];
  let looked = 0;
  return judgeOutcomes(
    { task: round.task, plan, outcomes: dispatched.map(({ outcome }) => outcome), replans: round.round - 1 },
    {
      check: (criteria, output) => judgeByChecks(criteria, { output, calls, runCalls, asked: askedOf(round) }, checkPorts(work, `${at}/check-${(looked += 1)}`, 'coder', { output, contents: dispatched.flatMap(({ artifacts }) => artifacts.map(({ content }) => content)), calls: runCalls }, signal)),
      judge: (open, merged) => judgeTask(work, `${at}/judge`, { ...round, plan }, dispatched, open, merged, signal),
    },
  );
}

async function judgeTask({ engine }: TaskWork, key: string, { task, plan }: Round, dispatched: readonly Dispatched[], criteria: readonly Criterion[], merged: MergedOutput, signal: AbortSignal): Promise<JudgedTask> {
  const outcomes = plan.subtasks.flatMap((subtask) => dispatched.filter((one) => one.subtask.subtask_id === subtask.subtask_id).map(({ outcome }) => ({ subtask, outcome })));
  const judgement = await engine.judgeTask({ key, signal, task, criteria, outcomes, mergedOutput: merged.text });
  const verdicts: CriterionVerdict[] = verdictsOfTaskJudgement(criteria, judgement, outcomes.map(({ outcome }) => outcome), [task.intent, task.raw_input, merged.text, ...plan.subtasks.map(({ intent }) => intent)]);
  return 'unresolved' in judgement ? { verdicts } : { verdicts, summary: judgement.summary };
}

/** The same decision with what the review found beside it; every other verdict stays as it was given. */
function refuse({ task, round }: Round, plan: Plan, outcomes: readonly SubtaskOutcome[], judged: TaskDecision, refusals: readonly Refusal[]): Promise<TaskDecision> {
  const known = [...('accepted' in judged ? judged.accepted.criteria_verdicts : judged.replan.criteria_verdicts), ...refusals.map(verdictOf)];
  const settled = (criteria: readonly Criterion[]): CriterionVerdict[] => known.filter(({ criterion }) => criteria.some((one) => one.criterion === criterion));
  return judgeOutcomes({ task, plan, outcomes, replans: round - 1 }, { check: async (criteria) => ({ settled: settled(criteria), open: [] }), judge: async () => ({ verdicts: [] }) });
}

function criterionOf({ criterion }: Refusal): Criterion {
  return { criterion, mode: 'verifiable', required: true };
}

function verdictOf(refusal: Refusal): CriterionVerdict {
  const { criterion, evidence, evidence_refs: refs, isOpen } = refusal;
  const given = { criterion, mode: 'verifiable' as const, required: true, evidence, evidence_refs: [...refs] };
  return isOpen ? { ...given, verdict: 'unresolved' } : { ...given, verdict: 'fail', failure_class: 'logical' };
}

/** Both at once. When one breaks, the other comes to its end first: nothing goes on behind a run that has ended. */
async function bothOf<One, Other>(one: Promise<One>, other: Promise<Other> | undefined): Promise<[One, Other | undefined]> {
  const [first, second] = await Promise.allSettled([one, other]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return [first.value, second.value];
}
