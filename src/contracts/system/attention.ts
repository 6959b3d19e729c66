import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { ApprovalId, FunctionCallId, HardCallId, JsonObject, Name, NonEmptyText, RunId, Sha256, TaintClass, Timestamp } from '../core/index.ts';
import { ApprovalRecord, ApprovalStatement, AttentionLedgerItem, FunctionCall, FunctionOutput, HardRevisionCall, RememberScope, SteeringMessage, TaskCancelProtocol, TaskCancelReceipt, TaskSkipReceipt, ToolApprovalPending } from '../oversight/index.ts';
import { RunEventLine } from './run-report.ts';

/** As many as a run may have out at once, and some. */
const FUNCTION_ANSWERS_MAX = 64;

const lookup = {
  empty: 'Nothing waits: it says so.',
  blocked: 'Nothing blocks it: it only reads.',
  degraded: 'What cannot be read any more is named and left out.',
  error: 'Shows the error with its code and what to do next.',
};
const storeFailures = ['ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'];

export const AttentionListRequest = z.strictObject({ run_id: RunId.optional() });
export type AttentionListRequest = z.infer<typeof AttentionListRequest>;

/** Everything that waits for a person, the most urgent first. */
export const AttentionReport = z.strictObject({ items: z.array(AttentionLedgerItem), as_of: Timestamp });
export type AttentionReport = z.infer<typeof AttentionReport>;

export const attentionList = defineQuery({ id: 'attention.list', request: ['AttentionListRequest', AttentionListRequest], response: ['AttentionReport', AttentionReport], failureCodes: ['input.invalid'], behaviours: lookup });

export const AttentionFollowRequest = z.strictObject({
  /** News after this entry of the log; from now on when left out. */
  after: z.int().min(0).optional(),
  run_id: RunId.optional(),
  /** Only of the run that was started under this idempotency key, once it is. */
  started_with: NonEmptyText.optional(),
  /** Either what a surface tells a person, or every event of a run as it was written, but for the steps of its journal. */
  detail: z.enum(['notices', 'events']).default('notices'),
  /** Answers at once when there is news, or after this long without any. */
  wait_ms: z.int().min(0).max(30_000).default(10_000),
});
export type AttentionFollowRequest = z.infer<typeof AttentionFollowRequest>;

/** What a surface that watches is told. */
export const AttentionNotice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approval_pending'), notification: ToolApprovalPending }),
  z.strictObject({ kind: z.literal('approval_settled'), approval_id: ApprovalId, run_id: RunId.nullable(), answer: NonEmptyText, by: NonEmptyText }),
  z.strictObject({ kind: z.literal('hard_call_pending'), hard_call_id: HardCallId, run_id: RunId, prompt: NonEmptyText, /** When it is not waited for any longer; left out when it always is. */ expires_at: Timestamp.optional() }),
  z.strictObject({ kind: z.literal('hard_call_settled'), hard_call_id: HardCallId }),
  z.strictObject({ kind: z.literal('function_call_pending'), call_id: FunctionCallId, run_id: RunId, name: NonEmptyText, expires_at: Timestamp }),
  z.strictObject({ kind: z.literal('function_call_settled'), call_id: FunctionCallId, run_id: RunId }),
  z.strictObject({ kind: z.literal('steering_taken'), run_id: RunId, texts: z.array(NonEmptyText) }),
  z.strictObject({ kind: z.literal('tool_started'), run_id: RunId, tool_id: NonEmptyText, subject: z.string() }),
  z.strictObject({ kind: z.literal('tool_ended'), run_id: RunId, tool_id: NonEmptyText, status: NonEmptyText, /** Why it did not do what it should. */ why: NonEmptyText.optional() }),
  z.strictObject({ kind: z.literal('tool_refused'), run_id: RunId, tool_id: NonEmptyText, stage: NonEmptyText, message: NonEmptyText }),
  /** How the work goes on, event by event. */
  z.strictObject({ kind: z.literal('run_progress'), run_id: RunId, event: RunEventLine }),
  z.strictObject({ kind: z.literal('run_ended'), run_id: RunId, reason: NonEmptyText }),
]);
export type AttentionNotice = z.infer<typeof AttentionNotice>;

export const AttentionNews = z.strictObject({
  notices: z.array(AttentionNotice),
  position: z.int().min(0),
  /** The run that is watched; null when all are, or when it has not been started yet. */
  run_id: RunId.nullable(),
});
export type AttentionNews = z.infer<typeof AttentionNews>;

export const attentionFollow = defineQuery({ id: 'attention.follow', request: ['AttentionFollowRequest', AttentionFollowRequest], response: ['AttentionNews', AttentionNews], failureCodes: ['input.invalid'], behaviours: lookup });

/** By its id, or by as much of its end as is unambiguous. */
export const AttentionShowRequest = z.strictObject({ id: NonEmptyText });
export type AttentionShowRequest = z.infer<typeof AttentionShowRequest>;

const settled = z.strictObject({ answer: NonEmptyText, by: NonEmptyText, at: Timestamp }).nullable();

export const AttentionDetail = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approval'), record: ApprovalRecord, settled: settled.unwrap().extend({ /** What was done in place of what was asked. */ arguments: JsonObject.optional() }).nullable(), as_of: Timestamp }),
  z.strictObject({ kind: z.literal('hard_call'), call: HardRevisionCall, settled, as_of: Timestamp }),
  z.strictObject({ kind: z.literal('function_call'), call: FunctionCall, settled, as_of: Timestamp }),
]);
export type AttentionDetail = z.infer<typeof AttentionDetail>;

export const attentionShow = defineQuery({ id: 'attention.show', request: ['AttentionShowRequest', AttentionShowRequest], response: ['AttentionDetail', AttentionDetail], failureCodes: ['input.invalid', 'approval.unknown', 'hard_call.unknown'], behaviours: lookup });

export const ApprovalAnswerRequest = z.strictObject({
  approval_id: ApprovalId,
  answer: z.enum(['approved', 'denied', 'edited']),
  /** The action that the person saw: another one that waits under this id by now is not answered by it. */
  action_hash: Sha256,
  arguments: JsonObject.optional(),
  remember: RememberScope.default('once'),
  reason: z.string().default(''),
});
export type ApprovalAnswerRequest = z.infer<typeof ApprovalAnswerRequest>;

export const ApprovalAnswerReport = z.strictObject({ statement: ApprovalStatement });
export type ApprovalAnswerReport = z.infer<typeof ApprovalAnswerReport>;

const answering = {
  empty: 'There is always exactly one question that is answered.',
  blocked: 'Whoever may not answer this is told who may; an answer that came first stands.',
  degraded: 'When the run is not at work, the answer waits for it.',
  error: 'Shows the error with its code and what to do next; nothing was answered.',
};

export const approvalAnswer = defineCommand({
  id: 'approval.answer',
  request: ['ApprovalAnswerRequest', ApprovalAnswerRequest],
  response: ['ApprovalAnswerReport', ApprovalAnswerReport],
  durableWrite: 'required',
  policyChecks: ['required_approver', 'expiry', 'action_hash', 'single_use'],
  invalidates: ['AttentionLedger', 'DecisionAuditView', 'TaskHealthCard'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'approval.unknown', 'approval.settled', 'approval.expired', 'approval.not_allowed', 'approval.action_changed', 'approval.key_unusable', ...storeFailures],
  behaviours: answering,
});

export const HardCallAnswerRequest = z.strictObject({ hard_call_id: HardCallId, option_id: Name.optional(), words: NonEmptyText.optional(), defer: z.boolean().default(false) });
export type HardCallAnswerRequest = z.infer<typeof HardCallAnswerRequest>;

export const HardCallAnswerReport = z.strictObject({ hard_call_id: HardCallId, answer: NonEmptyText, receipt_id: NonEmptyText.nullable() });
export type HardCallAnswerReport = z.infer<typeof HardCallAnswerReport>;

export const hardCallAnswer = defineCommand({
  id: 'hard_call.answer',
  request: ['HardCallAnswerRequest', HardCallAnswerRequest],
  response: ['HardCallAnswerReport', HardCallAnswerReport],
  durableWrite: 'required',
  policyChecks: ['options', 'response_schema'],
  invalidates: ['AttentionLedger', 'DecisionAuditView', 'TaskHealthCard', 'TaskReliancePacket'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'hard_call.unknown', 'hard_call.settled', 'hard_call.answer_invalid', ...storeFailures],
  behaviours: answering,
});

/** What functions of the client gave that a run waits for. All of them are answers to one run. */
export const FunctionCallAnswerRequest = z.strictObject({ answers: z.array(z.strictObject({ call_id: FunctionCallId, output: FunctionOutput })).min(1).max(FUNCTION_ANSWERS_MAX) });
export type FunctionCallAnswerRequest = z.infer<typeof FunctionCallAnswerRequest>;

export const FunctionCallAnswerReport = z.strictObject({ run_id: RunId });
export type FunctionCallAnswerReport = z.infer<typeof FunctionCallAnswerReport>;

export const functionCallAnswer = defineCommand({
  id: 'function_call.answer',
  request: ['FunctionCallAnswerRequest', FunctionCallAnswerRequest],
  response: ['FunctionCallAnswerReport', FunctionCallAnswerReport],
  durableWrite: 'required',
  policyChecks: ['single_use', 'run_is_open'],
  invalidates: ['AttentionLedger', 'TaskHealthCard'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'function_call.unknown', 'function_call.settled', 'run.ended', ...storeFailures],
  behaviours: { ...answering, empty: 'Calls that were answered with the same before are answered.' },
});

export const RunSteerRequest = z.strictObject({ run_id: RunId, text: SteeringMessage.shape.text });
export type RunSteerRequest = z.infer<typeof RunSteerRequest>;

/** Where no model works on a run, words for it are heard only when it plans. */
export const RunSteerReport = z.strictObject({ run_id: RunId, message_id: NonEmptyText, is_at_work: z.boolean(), has_model: z.boolean() });
export type RunSteerReport = z.infer<typeof RunSteerReport>;

export const runSteer = defineCommand({
  id: 'run.steer',
  request: ['RunSteerRequest', RunSteerRequest],
  response: ['RunSteerReport', RunSteerReport],
  durableWrite: 'required',
  policyChecks: ['run_is_open'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'run.unknown', 'run.ended', ...storeFailures],
  behaviours: { ...answering, empty: 'A message without words is refused.', blocked: 'A run that has ended takes no messages.' },
});

export const RunCancelRequest = z.strictObject({ run_id: RunId, in_flight_handling: TaskCancelProtocol.shape.in_flight_handling.default('request_graceful_stop') });
export type RunCancelRequest = z.infer<typeof RunCancelRequest>;

export const RunCancelReport = z.strictObject({ receipt: TaskCancelReceipt });
export type RunCancelReport = z.infer<typeof RunCancelReport>;

export const runCancel = defineCommand({
  id: 'run.cancel',
  request: ['RunCancelRequest', RunCancelRequest],
  response: ['RunCancelReport', RunCancelReport],
  durableWrite: 'required',
  policyChecks: ['run_is_open'],
  invalidates: ['TaskHealthCard', 'DecisionAuditView', 'AttentionLedger', 'TaskReliancePacket'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'run.unknown', 'run.ended', ...storeFailures],
  behaviours: { ...answering, blocked: 'A run that has ended is told as such; nothing is cancelled twice.', degraded: 'A run that nobody works on is ended here, with what it had done.' },
});

/** An approval, a question or a call of a client's function that is to be left out; whatever waits for it goes on without it. */
export const AttentionSkipRequest = z.strictObject({ id: NonEmptyText, reason: TaskSkipReceipt.shape.reason.default('user_directed') });
export type AttentionSkipRequest = z.infer<typeof AttentionSkipRequest>;

export const AttentionSkipReport = z.strictObject({ receipt: TaskSkipReceipt });
export type AttentionSkipReport = z.infer<typeof AttentionSkipReport>;

export const attentionSkip = defineCommand({
  id: 'attention.skip',
  request: ['AttentionSkipRequest', AttentionSkipRequest],
  response: ['AttentionSkipReport', AttentionSkipReport],
  durableWrite: 'required',
  policyChecks: ['required_approver'],
  invalidates: ['TaskHealthCard', 'DecisionAuditView', 'AttentionLedger', 'TaskReliancePacket'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'approval.unknown', 'approval.settled', 'hard_call.unknown', 'hard_call.settled', 'function_call.unknown', 'function_call.settled', ...storeFailures],
  behaviours: answering,
});

/** A person read a marked file and takes it for clean, as it stands now. */
export const TaintReviewRequest = z.strictObject({ path: NonEmptyText, reason: NonEmptyText, workspace: NonEmptyText.optional(), taint_class: TaintClass.exclude(['owner_typed']).default('user_trusted_bounded') });
export type TaintReviewRequest = z.infer<typeof TaintReviewRequest>;

export const TaintReviewReport = z.strictObject({ path: NonEmptyText, from: TaintClass, to: TaintClass, receipt_id: NonEmptyText });
export type TaintReviewReport = z.infer<typeof TaintReviewReport>;

export const taintReview = defineCommand({
  id: 'taint.review',
  request: ['TaintReviewRequest', TaintReviewRequest],
  response: ['TaintReviewReport', TaintReviewReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: ['DecisionAuditView'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'taint.subject_unknown', 'path.missing', 'path.denied', ...storeFailures],
  behaviours: { ...answering, empty: 'A file that is not marked is said to be so.' },
});
