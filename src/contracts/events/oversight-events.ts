import { z } from 'zod';
import { ApprovalId, FunctionCallId, Name, NonEmptyText, RunId, Sha256, TaintClass } from '../core/index.ts';
import {
  ApprovalRecord,
  ApprovalResolution,
  AutomaticApproval,
  FunctionCall,
  FunctionOutput,
  HardCallLapseOutcome,
  HardCallResolutionReceipt,
  HardRevisionCall,
  Sanitization,
  SignedApproval,
  SteeringMessage,
  TaintMark,
  TaskCancelProtocol,
  TaskCancelReceipt,
  TaskSkipReceipt,
} from '../oversight/index.ts';
import { PolicyVerdict } from '../tools/index.ts';
import { defineEvent } from './define-event.ts';

/** A call waits for a person. Durable: whoever goes on with the run finds it, and so does every surface. */
export const approvalRequested = defineEvent({ type: 'approval.requested', version: 1, payload: z.strictObject({ record: ApprovalRecord }) });

/** The one settlement of a pending approval. */
export const approvalResolved = defineEvent({
  type: 'approval.resolved',
  version: 1,
  payload: z.strictObject({ approval_id: ApprovalId, resolution: ApprovalResolution }),
  lifecycle: { receipt: 'resolution' },
  invalidates: { invalidates_read_models: ['AttentionLedger', 'DecisionAuditView', 'TaskHealthCard'], invalidation_scope: 'specific_refs' },
});

/** The yes was used up, by exactly this call. */
export const approvalConsumed = defineEvent({
  type: 'approval.consumed',
  version: 1,
  payload: z.strictObject({ approval_id: ApprovalId, run_id: RunId, call: NonEmptyText, action_hash: Sha256 }),
});

/** An answer that does not count: forged, altered, replayed, too late or by somebody who may not. */
export const approvalRefused = defineEvent({
  type: 'approval.refused',
  version: 1,
  payload: z.strictObject({ approval_id: ApprovalId, run_id: RunId, rule: Name, explanation: NonEmptyText }),
});

/** Decided without asking anybody: by a mode, a policy, a remembered yes or no, or because nobody is there. */
export const approvalAutomatic = defineEvent({ type: 'approval.decided_automatically', version: 1, payload: AutomaticApproval });

/** The same action again, within this run or workspace, needs no further yes until it expires. */
export const approvalRemembered = defineEvent({
  type: 'approval.remembered',
  version: 1,
  payload: z.strictObject({ scope_key: Sha256, workspace: NonEmptyText, approval: SignedApproval }),
});

export const hardCallRaised = defineEvent({ type: 'hard_call.raised', version: 1, payload: z.strictObject({ call: HardRevisionCall }) });

export const hardCallResolved = defineEvent({
  type: 'hard_call.resolved',
  version: 1,
  /** The person's own words stand here too, so that they can be erased with the event. */
  payload: z.strictObject({ receipt: HardCallResolutionReceipt, question_hash: Sha256, answer: z.string().nullable() }),
  lifecycle: { receipt: 'receipt' },
  invalidates: { invalidates_read_models: ['AttentionLedger', 'DecisionAuditView', 'TaskHealthCard', 'TaskReliancePacket'], invalidation_scope: 'specific_refs' },
});

/** Nobody answered in time, or the person put it off; what then happens is what the call had declared. */
export const hardCallLapsed = defineEvent({
  type: 'hard_call.lapsed',
  version: 1,
  payload: z.strictObject({ hard_call_id: HardCallResolutionReceipt.shape.hard_call_id, cause: z.enum(['timeout', 'deferred']), outcome: HardCallLapseOutcome, reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: { invalidates_read_models: ['AttentionLedger', 'DecisionAuditView', 'TaskHealthCard'], invalidation_scope: 'specific_refs' },
});

/** A run waits for what a function of its client gives. Durable: whoever goes on with the run finds it, and so does the client. */
export const functionCallAsked = defineEvent({ type: 'function_call.asked', version: 1, payload: z.strictObject({ call: FunctionCall }) });

/** What the client says that it gave; it stands here, so that it can be erased with the event. */
export const functionCallAnswered = defineEvent({
  type: 'function_call.answered',
  version: 1,
  payload: z.strictObject({ call_id: FunctionCallId, run_id: RunId, answered_by: Name, output: FunctionOutput }),
});

/** The client did not answer in time, or a person has the run go on without it. */
export const functionCallLapsed = defineEvent({
  type: 'function_call.lapsed',
  version: 1,
  payload: z.strictObject({ call_id: FunctionCallId, run_id: RunId, cause: z.enum(['timeout', 'skipped']), reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: { invalidates_read_models: ['AttentionLedger', 'DecisionAuditView', 'TaskHealthCard'], invalidation_scope: 'specific_refs' },
});

export const runSteered = defineEvent({ type: 'run.steered', version: 1, payload: z.strictObject({ run_id: RunId, message: SteeringMessage }) });

/** The messages that entered before this model call, in this order. */
export const runSteeringTaken = defineEvent({
  type: 'run.steering_taken',
  version: 1,
  payload: z.strictObject({ run_id: RunId, call: NonEmptyText, messages: z.array(SteeringMessage).min(1) }),
});

export const runCancelRequested = defineEvent({ type: 'run.cancel_requested', version: 1, payload: z.strictObject({ protocol: TaskCancelProtocol }) });

export const runCancelSettled = defineEvent({
  type: 'run.cancel_settled',
  version: 1,
  payload: z.strictObject({ receipt: TaskCancelReceipt }),
  lifecycle: { receipt: 'receipt' },
  invalidates: { invalidates_read_models: ['TaskHealthCard', 'DecisionAuditView', 'AttentionLedger', 'TaskReliancePacket'], invalidation_scope: 'same_run' },
});

export const runSkipped = defineEvent({
  type: 'run.skipped',
  version: 1,
  payload: z.strictObject({ run_id: RunId, receipt: TaskSkipReceipt }),
  lifecycle: { receipt: 'receipt' },
  invalidates: { invalidates_read_models: ['TaskHealthCard', 'DecisionAuditView', 'AttentionLedger', 'TaskReliancePacket'], invalidation_scope: 'same_run' },
});

/** What a run is about to say to the person, judged by where its words came from. */
export const runAnswerJudged = defineEvent({
  type: 'run.answer_judged',
  version: 1,
  payload: z.strictObject({ run_id: RunId, call: NonEmptyText, verdict: PolicyVerdict, taint_class: TaintClass, sources: z.array(NonEmptyText), answer_hash: Sha256 }),
});

/** Something now holds text of this class; it keeps the label into later runs. */
export const taintMarked = defineEvent({ type: 'taint.marked', version: 1, payload: z.strictObject({ workspace: NonEmptyText, mark: TaintMark }) });

export const taintSanitized = defineEvent({ type: 'taint.sanitized', version: 1, payload: z.strictObject({ workspace: NonEmptyText, sanitization: Sanitization }) });

export const OVERSIGHT_EVENTS = [
  approvalRequested,
  approvalResolved,
  approvalConsumed,
  approvalRefused,
  approvalAutomatic,
  approvalRemembered,
  hardCallRaised,
  hardCallResolved,
  hardCallLapsed,
  functionCallAsked,
  functionCallAnswered,
  functionCallLapsed,
  runSteered,
  runSteeringTaken,
  runCancelRequested,
  runCancelSettled,
  runSkipped,
  runAnswerJudged,
  taintMarked,
  taintSanitized,
];
