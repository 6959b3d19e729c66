import type { Criterion, CriterionVerdict, GapPoint, SubtaskOutcome, TaskSpec, ToolCallEvidence } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { evidenceLine } from '../../tools/index.ts';
import { numbered } from './role-prompt.ts';

/** How the facts of a run are told to a model. All of it belongs into frames: most words in it are not ours. */

export function taskText({ intent, constraints: { scope, deadline }, raw_input }: TaskSpec): string {
  return [`Intent: ${intent}`, `Scope: ${scope ?? 'none was set'}`, `Deadline: ${deadline ?? 'none was set'}`, `In the words of the person: ${raw_input}`].join('\n');
}

/** Numbered, because a judge points at them by number. */
export function toolCallLines(calls: readonly ToolCallEvidence[]): string {
  return calls.length === 0 ? 'No tool was called.' : numbered(calls.map((call) => `${evidenceLine(call)} [${call.outcome}]`));
}

export function criterionLines(criteria: readonly Criterion[]): string {
  return numbered(criteria.map(({ criterion, mode, required }) => `${criterion} (${mode}, ${required ? 'required' : 'not required'})`));
}

/** One subtask as it ended, with every attempt, every verdict and every call. */
export function outcomeText(outcome: SubtaskOutcome, title: string): string {
  return [
    `${title}: ${outcome.status}${outcome.failure_reason === null ? '' : `, because ${outcome.failure_reason}`}`,
    'Attempts:',
    ...outcome.gap_trajectory.map(attemptLine),
    'Criteria:',
    ...outcome.criteria_verdicts.map(verdictLine),
    'Tool calls:',
    toolCallLines(outcome.tool_calls),
    'Handed back:',
    typeof outcome.output === 'string' ? outcome.output : canonicalJson(outcome.output),
  ].join('\n');
}

function attemptLine({ attempt, score, unmet_criteria, failure_class }: GapPoint): string {
  const missed = unmet_criteria.length === 0 ? 'nothing unmet' : `unmet (${failure_class ?? 'not classed'}): ${unmet_criteria.join('; ')}`;
  return `${attempt}. ${Math.round(score * 100)} % met; ${missed}`;
}

function verdictLine(judged: CriterionVerdict): string {
  const how = judged.verdict === 'fail' ? `fail, ${judged.failure_class}` : judged.verdict;
  return `- [${how}] ${judged.criterion}: ${judged.evidence}`;
}
