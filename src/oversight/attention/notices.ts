import {
  actionWords,
  approvalRequested,
  approvalResolved,
  denialWords,
  functionCallAnswered,
  functionCallAsked,
  functionCallLapsed,
  hardCallLapsed,
  hardCallRaised,
  hardCallResolved,
  runArtifactWaived,
  runBudgetAdjusted,
  runBudgetWarned,
  runChildReturned,
  runChildStarted,
  runCircuitOpened,
  runConflictResolved,
  runContextSummarised,
  runCorrectionOrdered,
  runDirectiveIssued,
  runHoldAwaited,
  RunId,
  runLlmEnded,
  runOutcomeAccepted,
  runPhaseExited,
  runPlanMade,
  runPrepared,
  runReplanRequested,
  runResultGiven,
  runRetryTaken,
  runStarted,
  runSteeringTaken,
  runSubtaskDispatched,
  runSubtaskJudged,
  runSuspended,
  runSuspensionEnded,
  runTakenOver,
  runTaskPerceived,
  runTerminated,
  runToolEnded,
  runToolRefused,
  runToolStarted,
  type AttentionNotice,
  type EventDefinition,
  type JsonObject,
  type LogEntry,
} from '../../contracts/index.ts';
import { valueWithoutSecrets } from '../../redaction/index.ts';
import type { z } from 'zod';
import { pendingNotification } from '../approvals/pending-notification.ts';

type NoticeMaker = (payload: unknown) => AttentionNotice | undefined;

/** What cannot be read any more is left out: a surface that watches is never stopped by it. */
function noticing<Schema extends z.ZodType>({ type, payload }: EventDefinition<Schema>, notice: (payload: z.output<Schema>) => AttentionNotice): [string, NoticeMaker] {
  return [
    type,
    (stored) => {
      const read = payload.safeParse(stored);
      return read.success ? notice(read.data) : undefined;
    },
  ];
}

/** A line of a screen; the whole stands in the record. */
const SUBJECT_CHARS_MAX = 200;

const MAKERS: ReadonlyMap<string, NoticeMaker> = new Map([
  noticing(approvalRequested, ({ record }) => ({ kind: 'approval_pending', notification: pendingNotification(record) })),
  noticing(approvalResolved, ({ approval_id, resolution }) => {
    if (resolution.by !== 'person') return { kind: 'approval_settled', approval_id, run_id: null, answer: resolution.by === 'expiry' ? 'expired' : 'withdrawn', by: resolution.by };
    const { run_id, answer, answered_by: by } = resolution.approval.statement;
    return { kind: 'approval_settled', approval_id, run_id, answer, by };
  }),
  noticing(hardCallRaised, ({ call: { hard_call_id, run_id, prompt_text: prompt, created_at, pending_policy: { timeout_ms: timeoutMs } } }) => ({ kind: 'hard_call_pending', hard_call_id, run_id, prompt, ...(timeoutMs !== undefined && { expires_at: new Date(Date.parse(created_at) + timeoutMs).toISOString() }) })),
  noticing(hardCallResolved, ({ receipt: { hard_call_id } }) => ({ kind: 'hard_call_settled', hard_call_id })),
  noticing(hardCallLapsed, ({ hard_call_id }) => ({ kind: 'hard_call_settled', hard_call_id })),
  noticing(functionCallAsked, ({ call: { call_id, run_id, name, expires_at } }) => ({ kind: 'function_call_pending', call_id, run_id, name, expires_at })),
  noticing(functionCallAnswered, ({ call_id, run_id }) => ({ kind: 'function_call_settled', call_id, run_id })),
  noticing(functionCallLapsed, ({ call_id, run_id }) => ({ kind: 'function_call_settled', call_id, run_id })),
  noticing(runSteeringTaken, ({ run_id, messages }) => ({ kind: 'steering_taken', run_id, texts: messages.map(({ text }) => text) })),
  noticing(runToolStarted, ({ run_id, decision }) => ({ kind: 'tool_started', run_id, tool_id: decision.tool_id, subject: actionWords(decision, SUBJECT_CHARS_MAX) })),
  noticing(runToolEnded, ({ run_id, evidence: { tool_id }, outcome: { status, error } }) => ({ kind: 'tool_ended', run_id, tool_id, status, ...(error !== null && error.message !== '' && { why: error.message }) })),
  noticing(runToolRefused, ({ run_id, tool_id, stage, error }) => ({ kind: 'tool_refused', run_id, tool_id, stage, message: denialWords(error) })),
  noticing(runTerminated, ({ termination: { run_id, reason } }) => ({ kind: 'run_ended', run_id, reason })),
]);

/** What shows how the work goes on; the other events of a run are told as what they mean for a person, or not at all. */
const PROGRESS: ReadonlySet<string> = new Set(
  [
    runStarted,
    runPrepared,
    runTaskPerceived,
    runPlanMade,
    runPhaseExited,
    runSubtaskDispatched,
    runSubtaskJudged,
    runCorrectionOrdered,
    runOutcomeAccepted,
    runReplanRequested,
    runDirectiveIssued,
    runResultGiven,
    runConflictResolved,
    runContextSummarised,
    runBudgetWarned,
    runBudgetAdjusted,
    runCircuitOpened,
    runChildStarted,
    runChildReturned,
    runSuspended,
    runSuspensionEnded,
    runRetryTaken,
    runTakenOver,
    runHoldAwaited,
    runArtifactWaived,
    runLlmEnded,
  ].map(({ type }) => type),
);

/** What a surface that watches is told of an entry; nothing of most. */
export function noticeOf({ event, position }: Pick<LogEntry, 'event' | 'position'>): AttentionNotice | undefined {
  if (event.payload === null) return undefined;
  if (!PROGRESS.has(event.type)) return MAKERS.get(event.type)?.(event.payload);
  // What goes to the person at the terminal is theirs, personal data included; keys are nobody's to see.
  return { kind: 'run_progress', run_id: RunId.parse(event.aggregate_id), event: { position, type: event.type, at: event.recorded_at, actor: event.actor, payload: valueWithoutSecrets(event.payload as JsonObject) } };
}
