import type { ErrorData, RunId, ToolCallOutcome } from '../../contracts/index.ts';
import { canonicalJson, type KeelsonError } from '../../kernel/index.ts';
import type { RunJournal } from '../../ledger/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import type { HardCallWish } from './hard-call-wish.ts';
import { raiseHardCall, type RaiseHardCallPorts } from './raise-hard-call.ts';

type Unresolved = ErrorData['journal.unresolved'];

const SHOWN_CHARS_MAX = 1_000;
const LOOK_FIRST = 'look_first';

/** The question about a step that may have happened: only somebody who can look at the world knows. */
export function unresolvedStepCall(runId: RunId, { key, attempt, effect, started_at, request }: Unresolved): HardCallWish {
  const shown = withoutSecrets(canonicalJson(request));
  return {
    run_id: runId,
    raised_at_step: `${key}#${attempt}`,
    call_kind: 'effect_outcome_unknown',
    response_mode: 'closed_choice',
    prompt_text: `Did this happen? The step ${key} (${effect}) was begun at ${started_at}, and no result was recorded: it may have been done, wholly or in part. It was to do: ${shown.slice(0, SHOWN_CHARS_MAX).toWellFormed()}${shown.length > SHOWN_CHARS_MAX ? '…' : ''}`,
    options: [
      { option_id: 'did_happen', label: 'It happened', consequence: 'It is not done again, and the run goes on without knowing what it gave back.', causes_side_effect: false },
      { option_id: 'did_not_happen', label: 'It did not happen', consequence: 'The run does it now.', causes_side_effect: true },
      { option_id: LOOK_FIRST, label: 'I have to look first', consequence: 'The run stops here and asks again when it is gone on with.', causes_side_effect: false },
    ],
    pending_policy: {
      blocking_scope: 'entire_run',
      blocked_refs: [key],
      allowed_to_continue_refs: [],
      context_visible_to_continuing_modules: 'hard_call_pending_summary',
      on_defer: 'pause_scope',
      on_timeout: 'escalate',
    },
  };
}

/** What is recorded as the result of a step that a person says happened; undefined where nobody can tell. */
export type ResultOf = (step: Unresolved) => unknown;

/** A tool call that happened unseen. The person's word is what shows it: taken for undone, it would be done once more. Nothing is known of what it gave, and nothing of it can be taken back. */
export const resultOfHappened: ResultOf = ({ effect }) => (effect === 'tool.call' ? UNSEEN_OUTCOME : undefined);

const TOLD = 'A person says that this happened. What it gave back is not known.';

const UNSEEN_OUTCOME: ToolCallOutcome = {
  status: 'completed',
  output: null,
  shown: { text: TOLD, total_chars: TOLD.length, whole: null },
  changes: [],
  is_undoable: false,
  taint_class: 'unclassified',
  sandbox: null,
  attempts: 1,
  duration_ms: 0,
  error: null,
};

/**
 * Asks the person what became of the step and records the answer in the journal; the step may then be asked for again.
 * Throws the error itself when they have to look first or put it off: the run stays as it stands.
 */
export async function resolveStep(error: KeelsonError<'journal.unresolved'>, journal: Pick<RunJournal, 'runId' | 'resolve'>, ports: RaiseHardCallPorts, signal: AbortSignal, resultOf: ResultOf = resultOfHappened): Promise<void> {
  const { data } = error;
  const answer = await raiseHardCall(unresolvedStepCall(journal.runId, data), ports, signal, { asksAgainAfter: [LOOK_FIRST] });
  if (answer.is === 'lapsed' || answer.optionId === LOOK_FIRST) throw error;
  const said = { attempt: data.attempt, decidedBy: answer.answeredBy, reason: `The answer to ${answer.hardCallId}: ${answer.optionId}.` };
  if (answer.optionId === 'did_not_happen') return journal.resolve(data.key, { ...said, decision: 'did_not_happen' });
  const result = resultOf(data);
  // Without a result the step could not be read again, and the run would stop here for ever.
  if (result === undefined) throw error;
  return journal.resolve(data.key, { ...said, decision: 'did_happen', result });
}
