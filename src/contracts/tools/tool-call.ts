import { z } from 'zod';
import { ApprovalId, Count, ErrorBody, JsonObject, NonEmptyText, Sha256, StorageRef, TaintClass } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { FileChange } from './file-change.ts';
import { PolicyVerdict } from './policy-verdict.ts';
import { SandboxBackend } from './sandbox-decision.ts';
import { ToolId } from './tool-id.ts';

/** What a model sees of a tool's output at most; the whole of it lies in a blob. */
export const TOOL_OUTPUT_SHOWN_CHARS_MAX = 4_000;

/** The steps that a call passes, in this order; a refusal names the one at which it stopped. */
export const ToolCallStage = z.enum(['schema', 'role', 'policy', 'approval', 'budget', 'execution']);
export type ToolCallStage = z.infer<typeof ToolCallStage>;

/** One part of what a call is about to do, as the policy judged it. */
export const JudgedIntention = z.strictObject({ kind: z.enum(['path', 'script', 'program', 'url', 'person', 'remote', 'words']), subject: NonEmptyText, verdict: PolicyVerdict });
export type JudgedIntention = z.infer<typeof JudgedIntention>;

/** What was decided before a call began. The hash binds the decision to exactly this action: definition, arguments, words, place, environment. */
export const ToolCallDecision = z.strictObject({
  tool_id: ToolId,
  role_id: RoleId,
  arguments: JsonObject,
  /** The folder in which it happens; what it changed is taken back there. */
  workspace: NonEmptyText,
  definition_hash: Sha256,
  action_hash: Sha256,
  intentions: z.array(JudgedIntention),
  approval_id: ApprovalId.nullable(),
});
export type ToolCallDecision = z.infer<typeof ToolCallDecision>;

/** What a person, or the policy that stands for one, says to a call that needs a yes. */
export const ToolApprovalAnswer = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('approved'), approval_id: ApprovalId }),
  z.strictObject({ answer: z.literal('denied'), reason: NonEmptyText }),
  /** The person put other arguments in their place; they are checked like any others, and a block stays a block. */
  z.strictObject({ answer: z.literal('edited'), approval_id: ApprovalId, arguments: JsonObject }),
]);
export type ToolApprovalAnswer = z.infer<typeof ToolApprovalAnswer>;

/** What is shown of an output: all of it, or its beginning and end with a note of what lies between. */
export const ShownOutput = z.strictObject({
  text: z.string().max(TOOL_OUTPUT_SHOWN_CHARS_MAX),
  total_chars: Count,
  /** Where the whole output is; null when all of it is shown. */
  whole: StorageRef.nullable(),
});
export type ShownOutput = z.infer<typeof ShownOutput>;

/** How a call ended. A failure of the thing asked for (a test that fails, a program that exits with 1) is a success of the tool. */
export const ToolCallOutcome = z.strictObject({
  status: z.enum(['completed', 'failed', 'interrupted', 'truncated']),
  /** What the tool gives back, checked against its contract; null when it failed. */
  output: JsonObject.nullable(),
  shown: ShownOutput,
  changes: z.array(FileChange),
  /** False when it may have changed something of which nothing was kept. */
  is_undoable: z.boolean(),
  taint_class: TaintClass,
  sandbox: SandboxBackend.nullable(),
  attempts: z.int().min(1),
  duration_ms: z.number().min(0),
  error: ErrorBody.nullable(),
});
export type ToolCallOutcome = z.infer<typeof ToolCallOutcome>;
