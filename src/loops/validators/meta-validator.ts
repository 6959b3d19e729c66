import { DEFAULT_LOSS_HYPERPARAMETERS, type Criterion, type CriterionVerdict, type FailedOutcome, type JsonValue, type OutcomeSummary, type PassVerdict, type Plan, type ReplanRequest, type SubtaskOutcome, type TaskSpec } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import { mergeOutputs, type MergedOutput } from './merge-outputs.ts';
import { isUnmet, oneVerdictEach } from './one-verdict-each.ts';

/** All outcomes of a round, group after group, and the plan whose task criteria they are held against. */
export interface RoundOutcomes {
  readonly task: TaskSpec;
  readonly plan: Plan;
  readonly outcomes: readonly SubtaskOutcome[];
  /** How often this task was planned anew before this round. */
  readonly replans: number;
}

/** Accepted, or refused; there is no third way, so no task can be dropped in silence. */
export type TaskDecision =
  | { readonly accepted: OutcomeSummary }
  | {
      readonly replan: ReplanRequest;
      /** No replan is left: the solver can only end it. */
      readonly isLastRound: boolean;
      /** What the matched subtasks brought, for a result that is close enough or given up. */
      readonly partialOutput: JsonValue;
    };

/** What a judge of the whole said. One that cannot be reached or read says `unresolved` of everything; it does not reject. */
export interface JudgedTask {
  readonly verdicts: readonly CriterionVerdict[];
  readonly summary?: string;
}

export interface TaskPorts {
  /** `output` is the merge as the criteria look at it: as data for those that look into data, else as plain words. */
  check(criteria: readonly Criterion[], output: string): Promise<{ readonly settled: readonly CriterionVerdict[]; readonly open: readonly Criterion[] }>;
  judge(open: readonly Criterion[], merged: MergedOutput): Promise<JudgedTask>;
}

/**
 * The gate of the whole task. A failed subtask refuses it before anything is asked; otherwise every task criterion must
 * pass, required or not, and what is open or contradictory has not passed. It decides nothing about what comes next.
 */
export async function judgeOutcomes(round: RoundOutcomes, ports: TaskPorts): Promise<TaskDecision> {
  const { plan, outcomes } = round;
  const failed = outcomes.filter((outcome): outcome is FailedOutcome => outcome.status === 'failed');
  const merged = mergeOutputs(plan, outcomes);
  if (failed.length > 0) return refusal(round, merged, { failed_outcomes: failed, criteria_verdicts: [], gap_summary: failed.map(({ failure_reason: reason }) => reason).join('\n') });
  invariant(plan.subtasks.every(({ subtask_id: id }) => outcomes.some((outcome) => outcome.subtask_id === id)), 'a task is judged when every subtask has an outcome or one has failed');
  const { verdicts, summary } = await judgeMerge(plan.task_criteria, merged, ports);
  const unmet = verdicts.filter(isUnmet);
  const passed = verdicts.filter((verdict): verdict is PassVerdict => verdict.verdict === 'pass');
  if (unmet.length === 0) return { accepted: { task_id: plan.task_id, merged_output: merged.value, summary: summary || allMet(round), criteria_verdicts: passed } };
  return refusal(round, merged, { failed_outcomes: [], criteria_verdicts: verdicts, gap_summary: unmet.map(({ criterion, verdict, evidence }) => `“${criterion}” is ${verdict === 'fail' ? 'not met' : 'open'}: ${evidence}`).join('\n') });
}

async function judgeMerge(criteria: readonly Criterion[], merged: MergedOutput, ports: TaskPorts): Promise<{ verdicts: CriterionVerdict[]; summary?: string }> {
  const data = criteria.filter(looksIntoData);
  const words = criteria.filter((criterion) => !looksIntoData(criterion));
  const inData = data.length === 0 ? undefined : await ports.check(data, merged.json);
  const inWords = words.length === 0 ? undefined : await ports.check(words, merged.text);
  const open = [...(inData?.open ?? []), ...(inWords?.open ?? [])];
  const judged: JudgedTask = open.length === 0 ? { verdicts: [] } : await ports.judge(open, merged);
  const given = [...(inData?.settled ?? []), ...(inWords?.settled ?? []), ...judged.verdicts];
  return { verdicts: oneVerdictEach(criteria, given), ...(judged.summary !== undefined && { summary: judged.summary }) };
}

function looksIntoData({ check }: Criterion): boolean {
  return check?.kind === 'json_valid' || check?.kind === 'number_in_range';
}

function refusal({ plan, replans }: RoundOutcomes, merged: MergedOutput, request: Omit<ReplanRequest, 'task_id'>): TaskDecision {
  return { replan: { task_id: plan.task_id, ...request }, isLastRound: replans >= DEFAULT_LOSS_HYPERPARAMETERS.max_replans, partialOutput: merged.value };
}

function allMet({ task, plan }: RoundOutcomes): string {
  const count = plan.task_criteria.length;
  const intent = /[.!?]$/.test(task.intent) ? task.intent : `${task.intent}.`;
  return `Done: ${intent} ${count === 1 ? 'The criterion of the whole is met.' : `All ${count} criteria of the whole are met.`}`;
}
