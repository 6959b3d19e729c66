import { denialWords, runBudgetWarned, runConflictResolved, runCorrectionOrdered, runDirectiveIssued, runExceptionRaised, runReplanRequested, runSubtaskJudged, runToolEnded, runToolRefused, type RunId } from '../../contracts/index.ts';
import type { LogReader } from '../../ledger/index.ts';
import { runEntries } from '../../oversight/index.ts';

/** What happened in a run that may be why it ended as it did. Taken from its events, never from what anybody says. */
export interface RunFacts {
  /** Calls that a person, or a policy in their place, said no to, by where they were made. */
  readonly denied: readonly { readonly call: string; readonly why: string }[];
  /** Calls that a contract or a policy refused. */
  readonly forbidden: readonly string[];
  readonly factors: readonly string[];
}

/** What is counted, in the words of a record. */
const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  [runCorrectionOrdered.type]: ['correction of a subtask', 'corrections of subtasks'],
  [runReplanRequested.type]: ['refusal of the whole result', 'refusals of the whole result'],
  [runConflictResolved.type]: ['conflict between roles', 'conflicts between roles'],
  [runBudgetWarned.type]: ['warning of a budget', 'warnings of budgets'],
  [runExceptionRaised.type]: ['failed call of a model', 'failed calls of models'],
};

export async function factsOf(runId: RunId, log: Pick<LogReader, 'read'>): Promise<RunFacts> {
  const counts = new Map<string, number>();
  const denied: { call: string; why: string }[] = [];
  const forbidden: string[] = [];
  const failed: string[] = [];
  const directives: string[] = [];
  for await (const { event } of runEntries(runId, log)) {
    if (event.payload === null) continue;
    if (Object.hasOwn(COUNTED, event.type)) counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
    if (event.type === runToolRefused.type) {
      const { call, stage, error } = runToolRefused.payload.parse(event.payload);
      if (error.code === 'tool.approval_denied' || error.code === 'approval.expired') denied.push({ call, why: denialWords(error) });
      else if (stage === 'role' || stage === 'policy') forbidden.push(call);
    }
    if (event.type === runToolEnded.type) {
      const { evidence } = runToolEnded.payload.parse(event.payload);
      if (evidence.outcome !== 'completed') failed.push(evidence.tool_id);
    }
    if (event.type === runSubtaskJudged.type) {
      const { outcome } = runSubtaskJudged.payload.parse(event.payload);
      if (outcome.status === 'failed') failed.push(`a subtask: ${outcome.failure_reason}`);
    }
    if (event.type === runDirectiveIssued.type) directives.push(runDirectiveIssued.payload.parse(event.payload).directive.directive);
  }
  const factors = [
    ...[...counts].map(([type, count]) => `${count} ${(COUNTED[type] as readonly [string, string])[count === 1 ? 0 : 1]}`),
    ...(denied.length === 0 ? [] : [`${denied.length} ${denied.length === 1 ? 'action was' : 'actions were'} denied`]),
    ...(forbidden.length === 0 ? [] : [`${forbidden.length} ${forbidden.length === 1 ? 'action was' : 'actions were'} against a contract or policy`]),
    ...(directives.length === 0 ? [] : [`planned anew: ${directives.join(', ')}`]),
    ...[...new Set(failed)].slice(0, FAILURES_TOLD_MAX).map((what) => `failed: ${short(what)}`),
  ];
  return { denied, forbidden, factors };
}

/** The rest stands in the events. */
const FAILURES_TOLD_MAX = 5;
const FACTOR_CHARS_MAX = 300;

function short(text: string): string {
  return text.length <= FACTOR_CHARS_MAX ? text : `${text.slice(0, FACTOR_CHARS_MAX).toWellFormed()}…`;
}

