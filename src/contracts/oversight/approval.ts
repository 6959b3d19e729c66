import { z } from 'zod';
import { ApprovalId, Duration, JsonObject, Name, NonEmptyText, ReceiptId, RunId, Sha256, Timestamp } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { ToolCallDecision } from '../tools/tool-call.ts';
import { ToolId } from '../tools/tool-id.ts';
import { RequiredApprover } from './required-approver.ts';
import { ArgumentOrigin } from './taint.ts';

/** How long an approval may wait before silence counts as a no. */
export const APPROVAL_EXPIRES_IN_DEFAULT = 'PT2H';

/**
 * `ask`: every dangerous action is asked about. `workspace_session`: those that stay inside the workspace and can be
 * taken back are let through. `session`: all that can be taken back are. No mode lets through what cannot be taken
 * back, what a gate holds, or what tainted words led to.
 */
export const ApprovalMode = z.enum(['ask', 'workspace_session', 'session']);
export type ApprovalMode = z.infer<typeof ApprovalMode>;

/** Whether somebody is there to ask. What a schedule or another service started has nobody, and is denied. */
export const Attendance = z.enum(['attended', 'unattended']);
export type Attendance = z.infer<typeof Attendance>;

/** What a person is shown and says yes to: built from the arguments, never by a model. */
export const ApprovalQuestion = z.strictObject({
  /** What would be done, bound by its hash. */
  decision: ToolCallDecision.omit({ approval_id: true }),
  /** Why it is asked: rule and explanation. */
  reasons: z.array(NonEmptyText).min(1),
  is_undoable: z.boolean(),
  /** Which kinds of thing the tool touches. */
  touches: z.array(NonEmptyText),
  origins: z.array(ArgumentOrigin),
  required_approver: RequiredApprover,
  /** Triggers of the role's contract that hold. */
  triggers: z.array(Name),
});
export type ApprovalQuestion = z.infer<typeof ApprovalQuestion>;

/** A question that waits. The nonce is drawn for it alone, so that no other answer fits. */
export const ApprovalRecord = z.strictObject({
  approval_id: ApprovalId,
  run_id: RunId,
  call: NonEmptyText,
  question: ApprovalQuestion,
  /** Questions of one batch were asked together and belong together. */
  batch: NonEmptyText,
  nonce: Sha256,
  requested_at: Timestamp,
  expires_at: Timestamp,
});
export type ApprovalRecord = z.infer<typeof ApprovalRecord>;

/** How long a yes counts: for this one action, or for the same action again within the run or the workspace. */
export const RememberScope = z.enum(['once', 'run', 'workspace']);
export type RememberScope = z.infer<typeof RememberScope>;

/** What was answered, and everything that the answer is bound to. The signature covers all of it. */
export const ApprovalStatement = z.strictObject({
  approval_id: ApprovalId,
  run_id: RunId,
  call: NonEmptyText,
  nonce: Sha256,
  /** The action that the person saw. */
  action_hash: Sha256,
  answer: z.enum(['approved', 'denied', 'edited']),
  /** In place of the arguments, when edited. */
  arguments: JsonObject.nullable(),
  remember: RememberScope,
  reason: z.string(),
  answered_by: Name,
  answered_at: Timestamp,
  expires_at: Timestamp,
});
export type ApprovalStatement = z.infer<typeof ApprovalStatement>;

/** An answer that counts: signed with the key of this installation. */
export const SignedApproval = z.strictObject({
  statement: ApprovalStatement,
  key_id: Sha256,
  /** Ed25519 over the canonical JSON of the statement, in base64. */
  signature: z.base64(),
});
export type SignedApproval = z.infer<typeof SignedApproval>;

/** Who or what decided without asking, and by which rule. */
export const AutomaticApproval = z.strictObject({
  approval_id: ApprovalId,
  run_id: RunId,
  call: NonEmptyText,
  tool_id: ToolId,
  role_id: RoleId,
  action_hash: Sha256,
  answer: z.enum(['approved', 'denied']),
  rule: Name,
  explanation: NonEmptyText,
});
export type AutomaticApproval = z.infer<typeof AutomaticApproval>;

/** How a pending approval was settled; exactly one for each. */
export const ApprovalResolution = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('person'), approval: SignedApproval }),
  z.strictObject({ by: z.literal('expiry'), approval_id: ApprovalId, reason: NonEmptyText }),
  /** The skip is named when a person left it out; its receipt is in the same append. */
  z.strictObject({ by: z.literal('withdrawal'), approval_id: ApprovalId, reason: NonEmptyText, skip_id: ReceiptId.optional() }),
]);
export type ApprovalResolution = z.infer<typeof ApprovalResolution>;

/** A policy of the person's own for some tools and roles; the first that fits decides, before the mode does. */
export const ApprovalPolicy = z.strictObject({
  tool_id: z.union([z.literal('*'), ToolId]).default('*'),
  role_id: z.union([z.literal('*'), RoleId]).default('*'),
  /** A condition in the words of approval triggers; without it the policy always holds. */
  when: NonEmptyText.optional(),
  /** `allow` lets through only what a mode could let through. */
  decision: z.enum(['allow', 'ask', 'deny']),
  required_approver: RequiredApprover.optional(),
  expires_in: Duration.optional(),
});
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>;
