import { Plan, ReceiptId, SubtaskId, SubtaskOutcome, type Criterion, type CriterionVerdict, type ExecutionResult, type FailureClass, type GapPoint, type Subtask, type TaskSpec, type ToolCallEvidence } from '../../src/contracts/index.ts';
import type { Execution, SolverParts } from '../../src/loops/index.ts';
import { formulas } from './formula-registry.ts';
import { sample } from './sample-values.ts';

/** What the tests of validators and solver share: a task, small plans, and what came of them. */

export const task: TaskSpec = { task_id: sample.taskId, intent: 'Count the open questions, please', constraints: { scope: null, deadline: null }, raw_input: 'count them' };

export const ref = (n: number) => ({ kind: 'event', key: `run/call-${n}` }) as const;

export function subtaskIdOf(n: number): SubtaskId {
  return SubtaskId.parse(`sub_01JFGWZ00000000000000000${String(n).padStart(2, '0')}`);
}

export function needed(criterion: string): Criterion {
  return { criterion, mode: 'verifiable', required: true };
}

export function wished(criterion: string): Criterion {
  return { criterion, mode: 'plausible', required: false };
}

export function subtaskOf(n: number, criteria: readonly Criterion[], sequence = 1): Subtask {
  return { subtask_id: subtaskIdOf(n), parent_task_id: task.task_id, sequence, role_id: 'research', intent: `Do part ${n}`, context: '', tools: [], success_criteria: [...criteria] };
}

export function planOf(subtasks: readonly Subtask[], taskCriteria: readonly Criterion[] = [needed('the whole is right')]): Plan {
  return Plan.parse({ task_id: task.task_id, task_criteria: taskCriteria, subtasks });
}

export function callOf(n: number, toolId: string, input: Readonly<Record<string, string>>, outcome: ToolCallEvidence['outcome'] = 'completed'): ToolCallEvidence {
  return { tool_id: toolId, input: JSON.stringify(input), output_excerpt: `what ${toolId} gave`, outcome, journal_ref: ref(n) };
}

export function pass({ criterion, mode, required }: Criterion): CriterionVerdict {
  return { criterion, mode, required, verdict: 'pass', evidence: 'a call shows it', evidence_refs: [ref(1)] };
}

export function fail({ criterion, mode, required }: Criterion, failureClass: FailureClass = 'logical'): CriterionVerdict {
  return { criterion, mode, required, verdict: 'fail', failure_class: failureClass, evidence: 'no call shows it', evidence_refs: [] };
}

export function open({ criterion, mode, required }: Criterion): CriterionVerdict {
  return { criterion, mode, required, verdict: 'unresolved', evidence: 'the judge did not answer', evidence_refs: [] };
}

export function executionOf(subtask: Subtask, { calls = [], ...result }: Partial<Omit<ExecutionResult, 'subtask_id' | 'tool_calls'>> & { calls?: readonly ToolCallEvidence[] } = {}): Execution {
  const full: ExecutionResult = { subtask_id: subtask.subtask_id, status: 'completed', output: 'done', tool_calls: [...calls], ...result };
  const report = { status: full.status, output: full.output, confidence: { score: 1, rationale: 'sure' }, risk: { level: 'low', rationale: 'none' }, artifacts: [], next_actions: [] } as const;
  return { result: full, report: { ...report, artifacts: [], next_actions: [] }, calls: [], modelCalls: 1, turns: [] };
}

interface Came {
  readonly verdicts: readonly CriterionVerdict[];
  readonly output?: SubtaskOutcome['output'];
  readonly calls?: readonly ToolCallEvidence[];
  /** The score of each attempt; the last is taken from the verdicts. */
  readonly earlierScores?: readonly number[];
}

export function outcomeOf(subtask: Subtask, { verdicts, output = 'done', calls = [], earlierScores = [] }: Came): SubtaskOutcome {
  const unmet = verdicts.filter(({ verdict }) => verdict !== 'pass').map(({ criterion }) => criterion);
  const scores = [...earlierScores, (verdicts.length - unmet.length) / verdicts.length];
  const trajectory: GapPoint[] = scores.map((score, at) => ({ attempt: at + 1, score, unmet_criteria: unmet, failure_class: null }));
  const isFailed = verdicts.some((verdict) => verdict.required && verdict.verdict !== 'pass');
  return SubtaskOutcome.parse({
    subtask_id: subtask.subtask_id,
    parent_task_id: subtask.parent_task_id,
    output,
    gap_trajectory: trajectory,
    criteria_verdicts: verdicts,
    tool_calls: calls,
    status: isFailed ? 'failed' : 'matched',
    failure_reason: isFailed ? `part ${subtask.intent} failed` : null,
  });
}

/** A solver's parts with ids that count up and a clock that stands. */
export function solverParts(more: Partial<SolverParts> = {}): SolverParts {
  let minted = 0;
  return {
    formulas,
    mintReceipt: () => {
      minted += 1;
      return ReceiptId.parse(`rcp_01JABCDEFGHJKMNPQRSTVW${String(minted).padStart(4, '0')}`);
    },
    now: () => sample.time,
    ...more,
  };
}

