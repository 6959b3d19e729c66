/**
 * Who may write what, as the design has it. The log itself takes an event from whoever holds a writer; here it is
 * checked afterwards, from outside, that each was written by one who may.
 */
const PERSON = 'owner';
const MOTHER = 'mother';
/** Writes for clients that ask for models: what they were answered and have kept. */
const MODEL_API = 'model_api';

const WRITERS: Readonly<Record<string, readonly string[]>> = {
  'run.task_perceived': ['perceiver'],
  'run.plan_made': ['planner'],
  'run.correction_ordered': ['agent_validator'],
  'run.subtask_judged': ['agent_validator'],
  'run.outcome_accepted': ['meta_validator'],
  'run.replan_requested': ['meta_validator'],
  'run.directive_issued': ['solver'],
  'run.result_given': ['solver'],
  'run.context_composed': ['context'],
  'run.context_summarised': ['context'],
  'run.context_compacted': ['context'],
  'context.summary_kept': ['context'],
  // What a person says to a fork before it begins is written with its start.
  'run.steered': [PERSON, MOTHER],
  'run.cancel_requested': [PERSON],
  'run.changes_undone': [PERSON],
  'run.budget_adjusted': [PERSON],
  'run.versions_accepted': [PERSON, MOTHER],
  'run.skipped': [PERSON, MOTHER],
  'run.step_resolved': [PERSON, MOTHER],
  'counter.raised': [PERSON, MOTHER],
  'function_call.answered': [PERSON],
  'function_call.lapsed': [PERSON, MOTHER],
  'hard_call.resolved': [PERSON],
  'hard_call.lapsed': [PERSON, MOTHER],
  'taint.marked': [PERSON, MOTHER],
  'taint.sanitized': [PERSON],
  'tool.pinned': [PERSON],
  'response.answered': [MODEL_API],
  'response.kept': [MODEL_API],
  'response.removed': [MODEL_API],
  'session.started': [PERSON],
  'schedule.added': [PERSON],
  'schedule.changed': [PERSON],
  'calibration.proposed': [PERSON],
  'calibration.applied': [PERSON],
  'calibration.withdrawn': [PERSON],
  'api_key.created': [PERSON],
  'api_key.revoked': [PERSON],
  'checkpoint.created': [PERSON, MOTHER],
  'task_replay.fork_created': [PERSON, MOTHER],
  'task_replay.ended': [PERSON, MOTHER],
  'approval.remembered': [PERSON],
  // Silence and withdrawal settle an approval without a person; what a person says is checked by its signer below.
  'approval.resolved': [PERSON, MOTHER],
  'artifact.marked': [PERSON, MOTHER],
  'artifact.archived': [PERSON, MOTHER],
  'artifact.restored': [PERSON, MOTHER],
  'artifact.deletion_announced': [PERSON, MOTHER],
  'artifact.deleted': [PERSON, MOTHER],
  'collection.ended': [PERSON, MOTHER],
  'registry.tools_published': [PERSON, MOTHER],
  'registry.roles_published': [PERSON, MOTHER],
  'registry.role_contract_published': [PERSON, MOTHER],
  'sandbox.decided': [PERSON, MOTHER],
  // A client has its own responses removed.
  'ledger.payload_erased': [PERSON, MOTHER, MODEL_API],
};

/** Experience is the solver's, consolidation the Dreamer's, corrections a person's; what was recalled is noted by the memory itself. */
const OF_MEMORY: readonly string[] = ['solver', 'dreamer', 'memory', PERSON];

/** Mother owns the run and everything that none of the rows above gives to somebody else. */
const OTHERWISE: readonly string[] = [MOTHER];

export function mayWrite(type: string): readonly string[] {
  return WRITERS[type] ?? (type.startsWith('memory.') ? OF_MEMORY : OTHERWISE);
}

/** Why this event was not for its author to write; undefined when it was. */
export function trespass({ type, actor }: { readonly type: string; readonly actor: string }, facts: Readonly<Record<string, unknown>> | null): string | undefined {
  const allowed = mayWrite(type);
  if (!allowed.includes(actor)) return `${type} was written by ${actor}; only ${allowed.join(' or ')} may`;
  if (type === 'approval.resolved' && facts?.['by'] === 'person' && actor !== PERSON) return `an answer of a person to an approval was written by ${actor}`;
  return undefined;
}
