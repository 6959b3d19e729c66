import { z } from 'zod';
import { CommandInstanceId, Count, Name, NonEmptyText, ReceiptId, RunId, StorageRef, TaskId, Timestamp } from '../core/index.ts';

/** How a task, or part of it, is stopped, and what becomes of everything it had begun. */
export const TaskCancelProtocol = z.strictObject({
  cancel_request_id: CommandInstanceId,
  task_id: TaskId,
  run_id: RunId,
  requested_by_ref: Name,
  cancel_scope: z.enum(['entire_run', 'segment', 'module_activation', 'revision_plan', 'side_effect_intent']),
  target_refs: z.array(NonEmptyText),
  in_flight_handling: z.enum(['request_graceful_stop', 'preempt_immediately', 'finish_current_step_then_stop']),
  side_effect_policy: z.enum(['do_not_cancel_executed_side_effects', 'cancel_unexecuted_intents', 'create_corrective_artifact']),
  candidate_disposition: z.enum(['discard', 'retain_for_manual_review', 'orphan_until_reconciled']),
  source_workspace_disposition: z.enum(['retain_records', 'mark_records_cancelled', 'rollback_if_uncommitted']),
  learning_signal_policy: z.enum(['suppress_success_signals', 'emit_cancel_diagnostic_only', 'emit_full_signals_with_cancel_flag']),
  user_receipt_ref: StorageRef.optional(),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type TaskCancelProtocol = z.infer<typeof TaskCancelProtocol>;

/** One thing that a run had done to the world before it was cancelled. Cancelling takes none of it back. */
export const ExecutedSideEffect = z.strictObject({
  call: NonEmptyText,
  what: NonEmptyText,
  /** Whether it is known to have happened. */
  certainty: z.enum(['executed', 'may_have_happened']),
  /** The command that would take it back, if any can. */
  undo_command: NonEmptyText.nullable(),
});
export type ExecutedSideEffect = z.infer<typeof ExecutedSideEffect>;

/** What came of a cancellation. */
export const TaskCancelReceipt = z.strictObject({
  receipt_id: ReceiptId,
  cancel_request_id: CommandInstanceId,
  run_id: RunId,
  stopped: z.enum(['at_once', 'after_current_step', 'was_not_running', 'had_ended']),
  executed_side_effects: z.array(ExecutedSideEffect),
  cancelled_intents: z.array(NonEmptyText),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type TaskCancelReceipt = z.infer<typeof TaskCancelReceipt>;

export const TaskSkipReceipt = z.strictObject({
  skip_id: ReceiptId,
  target_ref: NonEmptyText,
  skipped_by_ref: Name,
  reason: z.enum(['not_applicable', 'user_directed', 'dependency_unavailable', 'policy_blocked']),
  downstream_effect: z.enum(['none', 'marks_dependents_not_applicable', 'requires_human_ack']),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type TaskSkipReceipt = z.infer<typeof TaskSkipReceipt>;

/** The calls of a run that changed something outside it, as its events tell; kept under `executed_effects:{run_id}`. */
export const ExecutedEffects = z.strictObject({
  /** Calls that began and whose end is not recorded yet, with what they set out to change. */
  begun: z.array(z.strictObject({ call: NonEmptyText, what: NonEmptyText, reaches_out: z.boolean() })),
  executed: z.array(ExecutedSideEffect),
  /** How many more there were than are kept. */
  dropped: Count,
});
export type ExecutedEffects = z.infer<typeof ExecutedEffects>;
