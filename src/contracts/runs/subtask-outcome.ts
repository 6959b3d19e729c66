import { z } from 'zod';
import { Count, JsonValue, NonEmptyText, PositiveCount, StorageRef, SubtaskId, TaskId, UnitInterval } from '../core/index.ts';
import { ToolId } from '../tools/tool-id.ts';
import { CriterionVerdict, FailureClass } from './criterion.ts';
import { KeptContent } from './kept-content.ts';
import { SUBTASK_ATTEMPTS_MAX, SUBTASK_CORRECTIONS_MAX } from './loop-limits.ts';

/** Enough of a tool's output to recognise it; the whole lies behind the reference. */
export const TOOL_OUTPUT_EXCERPT_CHARS_MAX = 200;

/** What a tool really did: the ground truth against which an executor's own words are only a claim. */
export const ToolCallEvidence = z.strictObject({
  tool_id: ToolId,
  input: NonEmptyText,
  output_excerpt: z.string().max(TOOL_OUTPUT_EXCERPT_CHARS_MAX),
  outcome: z.enum(['completed', 'failed', 'interrupted', 'truncated']),
  journal_ref: StorageRef,
});
export type ToolCallEvidence = z.infer<typeof ToolCallEvidence>;

/** Every turn of a loop counts down and says why it is taken. */
export const TurnTaken = z.strictObject({ turn: PositiveCount, turns_left: Count, why: NonEmptyText });
export type TurnTaken = z.infer<typeof TurnTaken>;

export const ExecutionResult = z.strictObject({
  subtask_id: SubtaskId,
  status: z.enum(['completed', 'uncertain', 'failed']),
  output: z.string(),
  /** Where the whole output lies, when it is too large to stand here; `output` is then only its beginning. */
  output_kept: KeptContent.optional(),
  tool_calls: z.array(ToolCallEvidence),
});
export type ExecutionResult = z.infer<typeof ExecutionResult>;

/** The validator's order to try again, and how. */
export const CorrectionSignal = z.strictObject({
  subtask_id: SubtaskId,
  correction: z.int().min(1).max(SUBTASK_CORRECTIONS_MAX),
  failure_class: FailureClass,
  what_was_wrong: NonEmptyText,
  what_to_do: NonEmptyText,
});
export type CorrectionSignal = z.infer<typeof CorrectionSignal>;

/** The gap after one attempt: the share of criteria met and those still unmet. */
export const GapPoint = z.strictObject({
  attempt: z.int().min(1).max(SUBTASK_ATTEMPTS_MAX),
  score: UnitInterval,
  unmet_criteria: z.array(NonEmptyText),
  failure_class: FailureClass.nullable(),
});
export type GapPoint = z.infer<typeof GapPoint>;

const reported = {
  subtask_id: SubtaskId,
  parent_task_id: TaskId,
  output: JsonValue,
  /** Where the whole output lies, when it is too large to stand here; `output` is then only its beginning. */
  output_kept: KeptContent.optional(),
  gap_trajectory: z.array(GapPoint).min(1).max(SUBTASK_ATTEMPTS_MAX),
  criteria_verdicts: z.array(CriterionVerdict),
  tool_calls: z.array(ToolCallEvidence),
};

function leavesNothingRequiredOpen(outcome: { criteria_verdicts: readonly CriterionVerdict[] }): boolean {
  return outcome.criteria_verdicts.every((verdict) => !verdict.required || verdict.verdict === 'pass');
}

export const MatchedOutcome = z
  .strictObject({ ...reported, status: z.literal('matched'), failure_reason: z.null() })
  .refine(leavesNothingRequiredOpen, {
    path: ['criteria_verdicts'],
    message: 'a matched subtask has no required criterion that failed or is open',
  });
export type MatchedOutcome = z.infer<typeof MatchedOutcome>;

export const FailedOutcome = z.strictObject({ ...reported, status: z.literal('failed'), failure_reason: NonEmptyText });
export type FailedOutcome = z.infer<typeof FailedOutcome>;

/** The agent validator's final word on a subtask. */
export const SubtaskOutcome = z.discriminatedUnion('status', [MatchedOutcome, FailedOutcome]);
export type SubtaskOutcome = z.infer<typeof SubtaskOutcome>;
