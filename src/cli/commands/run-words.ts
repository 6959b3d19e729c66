import type { BudgetResource, CheckSubject, Criterion, CriterionCheck, PlanDirective, RunEngine, SuggestedAction, TerminationReason } from '../../contracts/index.ts';
import { printable } from './printable.ts';

/** Why a run ended, for somebody who does not know the names of reasons. */
export const REASON_WORDS: Readonly<Record<TerminationReason, string>> = {
  success: 'done',
  approval_denied: 'something it needed was not allowed',
  policy_violation: 'it tried what is never allowed',
  retries_exhausted: 'every try failed',
  timeout: 'its time was over',
  insufficient_evidence: 'nothing shows that it is done',
  conflicting_agents: 'the roles did not come to agree',
  user_cancelled: 'it was cancelled',
  budget_exhausted: 'its budget was used up',
  blocked: 'it could not go on',
  catastrophic_error: 'something broke in Keelson itself',
  context_budget_exceeded: 'it needed to know more than the model can hold',
};

/** What to do about an end that is no success. */
const NEXT_BY_ACTION: Readonly<Record<SuggestedAction, string>> = {
  retry: 'Run it again; what failed may have passed.',
  escalate_model: 'Use a stronger model, then run it again.',
  broaden_scope: 'Say more about what is meant, or allow more, then run it again.',
  user_input: 'Answer what it asked, or decide yourself, then run it again.',
  abandon: 'Nothing suggests that another try would do better.',
};

const NEXT_BY_REASON: Partial<Readonly<Record<TerminationReason, string>>> = {
  approval_denied: 'Run it again and allow it, or ask for it in another way.',
  user_cancelled: 'Nothing, unless you want it done after all: then run it again.',
  budget_exhausted: 'Give it more with --max-tokens, --max-cost or --max-tool-calls, or ask for less at once.',
  blocked: 'See to what it says, then run it again.',
  timeout: 'Give it more time with --max-minutes, or ask for less at once.',
  context_budget_exceeded: 'Use a model that holds more, or name fewer files. When yours holds more, say so: `context_tokens` of its entry under `models` in keelson.config.json.',
};

/** Null when there is nothing left to do. */
export function nextStepOf(reason: TerminationReason, suggested: SuggestedAction | null): string | null {
  if (suggested === null) return null;
  if (reason === 'blocked' && suggested === 'escalate_model') return 'Add a model (`keelson models` shows how), or ask for what can be done without one.';
  return NEXT_BY_REASON[reason] ?? NEXT_BY_ACTION[suggested];
}

export const ENGINE_WORDS: Readonly<Record<RunEngine, string>> = {
  tool: 'one tool, no model',
  offline: 'offline engine: no model was asked',
  model: 'with models',
};

/** The order of the solver, as it concerns whoever watches. */
export const DIRECTIVE_WORDS: Readonly<Record<PlanDirective['directive'], string>> = {
  refine: 'the same way, with more care',
  change_path: 'the same tools, aimed elsewhere',
  change_approach: 'with other tools',
  break_symmetry: 'in a wholly new way',
};

export const RESOURCE_WORDS: Readonly<Record<BudgetResource, string>> = {
  cloud_calls: 'calls to models in the cloud',
  tokens: 'tokens',
  duration: 'seconds',
  tools: 'calls of tools',
  retrieval: 'searches',
  parallel: 'roles at once',
  queue: 'places in the queue',
  cost: 'dollars',
  runs: 'runs',
};

/** How a criterion will be looked at. Whatever no check can tell is judged. */
export function howChecked({ check, mode }: Criterion): string {
  if (check === undefined) return mode === 'verifiable' ? 'judged against what was done' : 'judged';
  return checkWords(check);
}

function checkWords(check: CriterionCheck): string {
  switch (check.kind) {
    case 'file_changed':
      return `${printable(check.path)} was changed by this run`;
    case 'file_removed':
      return `${printable(check.path)} was removed by this run`;
    case 'text_contains':
      return `${subjectWords(check.subject)} contains "${printable(check.text)}"`;
    case 'text_lacks':
      return `${subjectWords(check.subject)} does not contain "${printable(check.text)}"`;
    case 'json_valid':
      return `${subjectWords(check.subject)} is valid JSON${check.schema === null ? '' : ' of the given shape'}`;
    case 'tests_pass':
      return `tests pass${check.command === null ? '' : `: ${printable(check.command)}`}`;
    case 'exit_code':
      return `${printable(check.command)} ends with ${check.code}`;
    case 'number_in_range':
      return `a number in ${subjectWords(check.subject)} is ${rangeWords(check.min, check.max)}`;
    case 'tool_completed':
      return `${check.tool_id} completed`;
    case 'citations_resolve':
      return `at least ${check.min} ${check.min === 1 ? 'citation' : 'citations'}, each of what was really found`;
    case 'answer_agrees':
      return 'looked at in a second way';
    case 'untouched':
      return 'by what the runner saw change';
  }
}

function subjectWords(subject: CheckSubject): string {
  return subject.of === 'output' ? 'the result' : printable(subject.path);
}

function rangeWords(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return min === max ? `${min}` : `from ${min} to ${max}`;
  if (min !== null) return `at least ${min}`;
  return max === null ? 'there' : `at most ${max}`;
}
