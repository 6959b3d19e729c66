import type { ExecutionResult, SubtaskId, TurnTaken, WorkReport } from '../../contracts/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { Execution } from '../engine.ts';

export interface EndedAttempt {
  readonly subtaskId: SubtaskId;
  readonly report: WorkReport;
  readonly made: readonly ToolCallResult[];
  readonly refusals: readonly string[];
  readonly modelCalls: number;
  readonly turns: readonly TurnTaken[];
  readonly cutShort?: Execution['cutShort'];
}

export function endOfAttempt({ subtaskId, report, made, refusals, modelCalls, turns, cutShort }: EndedAttempt): Execution {
  const result: ExecutionResult = {
    subtask_id: subtaskId,
    status: statusOf(report.status, cutShort, made),
    output: outputOf(report.output, made, refusals),
    tool_calls: evidenceOf(made),
  };
  return { result, report, calls: made, modelCalls, turns, ...(cutShort !== undefined && { cutShort }) };
}

/** That of the calls which were really made, each with its place in the journal, and nothing else. */
function evidenceOf(made: readonly ToolCallResult[]): ExecutionResult['tool_calls'] {
  return made.map(({ evidence }) => evidence);
}

/** What was cut short may be failed, but never completed. */
function statusOf(said: WorkReport['status'], cutShort: Execution['cutShort'], made: readonly ToolCallResult[]): ExecutionResult['status'] {
  if (said === 'failed' || cutShort === undefined) return said;
  const cameToNothing = cutShort === 'repetition' && made.every(({ outcome }) => outcome.status !== 'completed');
  return cameToNothing ? 'failed' : 'uncertain';
}

/** Refused calls are no work; where there was no other, they explain why. */
function outputOf(said: string, made: readonly ToolCallResult[], refusals: readonly string[]): string {
  if (made.length > 0 || refusals.length === 0) return said;
  const told = ['No call was made. These were refused:', ...refusals.map((refusal) => `- ${refusal}`)].join('\n');
  return said === '' ? told : `${said}\n\n${told}`;
}
