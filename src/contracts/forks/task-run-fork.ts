import { z } from 'zod';
import { CheckpointId, ForkId, NonEmptyText, PositiveCount, RunId, StorageRef, Timestamp } from '../core/index.ts';

/** Something that the parent did to the world and nobody can take back. The fork rests on it and does not do it again. */
export const IrrevocableSideEffectAtFork = z.strictObject({
  side_effect_id: NonEmptyText,
  kind: NonEmptyText,
  executed_at: Timestamp,
  note: z.literal('not_reversible_in_fork'),
  receipt_ref: StorageRef,
});
export type IrrevocableSideEffectAtFork = z.infer<typeof IrrevocableSideEffectAtFork>;

export const TaskRunFork = z.strictObject({
  fork_id: ForkId,
  parent_run_id: RunId,
  forked_from_checkpoint_ref: CheckpointId,
  new_run_id: RunId,
  fork_reason: NonEmptyText,
  irrevocable_side_effects_at_fork: z.array(IrrevocableSideEffectAtFork),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type TaskRunFork = z.infer<typeof TaskRunFork>;

/** A fork, and where its past ends: up to there the parent's answers are read, and from there on it works itself. */
export const ForkRecord = z.strictObject({
  fork: TaskRunFork,
  /** The last event of the parent's own stream that the fork rests on. */
  event_seq: PositiveCount,
  parent_workspace: NonEmptyText,
  workspace: NonEmptyText,
});
export type ForkRecord = z.infer<typeof ForkRecord>;
