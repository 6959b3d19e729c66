import {
  approvalAutomatic,
  approvalRefused,
  approvalRequested,
  approvalResolved,
  artifactDeletionAnnounced,
  artifactMarked,
  collectionEnded,
  externalizationRecorded,
  functionCallAnswered,
  functionCallAsked,
  functionCallLapsed,
  hardCallLapsed,
  hardCallRaised,
  hardCallResolved,
  runAnswerJudged,
  runArtifactWaived,
  runBudgetAdjusted,
  runBudgetWarned,
  runCancelRequested,
  runCircuitOpened,
  runConflictResolved,
  runLimitReached,
  runStarted,
  runTerminated,
  scheduleAdded,
  scheduleChanged,
  scheduleMet,
  scheduleWorkTold,
  runToolAnswered,
  runToolRefused,
  type Activity,
  type ActivityKind,
  type EventEnvelope,
} from '../../contracts/index.ts';

type Told = Readonly<Record<string, unknown>>;
type Reading = (payload: Told) => Activity | undefined;

/** Words of people stay in the payload, which is shown only to whoever asks for it: a line names tools, rules and reasons. */
const says = (kind: ActivityKind, words: string): Activity => ({ kind, says: words });

/** Every event that is an activity. What a run does step by step is not: that stands in the stream of the run. */
const READINGS: Readonly<Record<string, Reading>> = {
  [runStarted.type]: () => says('run_started', 'A run was started.'),
  [runTerminated.type]: ({ termination }) => says('run_ended', `The run ended: ${text(termination, 'reason')}.`),
  [runCancelRequested.type]: () => says('run_cancelled', 'A person wants the run to stop.'),
  [runToolAnswered.type]: ({ tool_id: toolId }) => says('tool_success', `${String(toolId)} answered the request; it cost 0.`),
  [runToolRefused.type]: ({ tool_id: toolId, stage, error }) => says(stage === 'role' || stage === 'policy' ? 'violation' : 'refusal', `${String(toolId)} was refused (${String(stage)}): ${text(error, 'code')}.`),
  [runBudgetWarned.type]: ({ resource }) => says('warning', `Most of the budget is used: ${String(resource)}.`),
  [runLimitReached.type]: ({ resource }) => says('limit_reached', `A limit is reached: ${String(resource)}.`),
  [runBudgetAdjusted.type]: ({ resource, to }) => says('limit_raised', `A limit was changed: ${String(resource)} to ${String(to)}.`),
  [runCircuitOpened.type]: ({ resource }) => says('circuit_opened', `No more runs were let in: ${String(resource)}.`),
  [approvalRequested.type]: () => says('approval_requested', 'A call waits for a yes.'),
  [approvalResolved.type]: ({ resolution }) => says('approval_resolved', `An approval was settled by ${text(resolution, 'by')}.`),
  [approvalRefused.type]: ({ rule }) => says('approval_refused', `An answer does not count: ${String(rule)}.`),
  [approvalAutomatic.type]: ({ tool_id: toolId, answer, rule }) => says('approval_automatic', `${String(toolId)} was ${String(answer)} without asking: ${String(rule)}.`),
  [hardCallRaised.type]: ({ call }) => says('question_raised', `Only a person can answer: ${text(call, 'call_kind')}.`),
  [hardCallResolved.type]: () => says('question_resolved', 'A person answered.'),
  [hardCallLapsed.type]: ({ cause }) => says('question_lapsed', `A question was not answered: ${String(cause)}.`),
  [functionCallAsked.type]: ({ call }) => says('function_called', `A client is to call ${text(call, 'name')}.`),
  [functionCallAnswered.type]: () => says('function_answered', 'A client answered.'),
  [functionCallLapsed.type]: ({ cause }) => says('function_lapsed', `A client did not answer: ${String(cause)}.`),
  [runAnswerJudged.type]: ({ verdict }) => (text(verdict, 'decision') === 'allow' ? undefined : says('words_withheld', `Words were kept back: ${text(verdict, 'rule')}.`)),
  [runArtifactWaived.type]: ({ waiver }) => says('artifact_waived', `${text(waiver, 'artifact_type')} may be missing.`),
  [runConflictResolved.type]: ({ resolution }) => says('conflict_resolved', `Roles disagreed: ${text(resolution, 'conflict_type')}, ${text(resolution, 'final_decision')}.`),
  [collectionEnded.type]: ({ report }) => says('garbage_collection', `GC completed: ${text(report, 'archived')} archived, ${text(report, 'scheduled_deletion')} deleted`),
  [artifactMarked.type]: ({ mark, metadata }) => says('artifact_marked', `${text(metadata, 'artifact_id')} was marked: ${String(mark)}.`),
  [artifactDeletionAnnounced.type]: ({ metadata, deletes_at: at }) => says('deletion_announced', `${text(metadata, 'artifact_id')} will be deleted at ${String(at)}.`),
  [scheduleAdded.type]: ({ schedule }) => says('schedule_changed', `${text(schedule, 'schedule_id')} was added: ${text(schedule, 'cron')}.`),
  [scheduleChanged.type]: ({ schedule_id: id, state }) => says('schedule_changed', `${String(id)} is ${String(state)}.`),
  [scheduleMet.type]: ({ schedule_id: id, end }) => says('schedule_met', `${String(id)} was due: ${text(end, 'reason') === 'null' ? 'its run did not begin' : `its run ended as ${text(end, 'reason')}`}.`),
  [scheduleWorkTold.type]: ({ work, error }) => says('schedule_met', `${String(work)} ${error === null ? 'was made up for late' : 'failed'}.`),
  [externalizationRecorded.type]: () => says('left_the_product', 'Something was handed out of the product.'),
};

/** What an event means to whoever watches; undefined for those that mean nothing to them, and for what was erased. */
export function activityOf({ type, payload }: Pick<EventEnvelope, 'type' | 'payload'>): Activity | undefined {
  return payload === null ? undefined : READINGS[type]?.(payload);
}

export function isActivityType(type: string): boolean {
  return Object.hasOwn(READINGS, type);
}

function text(of: unknown, name: string): string {
  return String((of as Told | undefined)?.[name]);
}
