import { z } from 'zod';
import { CheckpointId, NonEmptyText, PositiveCount, RunId, StorageRef, TaskId, Timestamp } from '../core/index.ts';
import { ApprovalMode, Attendance } from '../oversight/index.ts';
import { PinnedVersions, ResourceBudget } from '../runs/index.ts';

/** A place in a run that can be returned to: everything that held there, by reference. */
export const KnownGoodCheckpoint = z.strictObject({
  checkpoint_id: CheckpointId,
  task_id: TaskId,
  run_id: RunId,
  label: NonEmptyText,
  artifact_head_refs: z.array(StorageRef),
  artifact_version_refs: z.array(StorageRef),
  source_workspace_snapshot_refs: z.array(StorageRef),
  run_workspace_snapshot_ref: StorageRef.optional(),
  graph_topology_snapshot_ref: StorageRef,
  policy_snapshot_ref: StorageRef,
  capability_snapshot_ref: StorageRef,
  /** The last event of the run's own stream that belongs to it. */
  event_seq: PositiveCount,
  irreversible_side_effect_refs: z.array(StorageRef),
  created_by_ref: NonEmptyText,
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type KnownGoodCheckpoint = z.infer<typeof KnownGoodCheckpoint>;

/** All that were made of one run, as the ledger keeps them. */
export const RunCheckpoints = z.strictObject({ checkpoints: z.array(KnownGoodCheckpoint) });
export type RunCheckpoints = z.infer<typeof RunCheckpoints>;

/** What a run was held to when a checkpoint was made of it. */
export const PolicySnapshot = z.strictObject({
  policy: PinnedVersions.shape.policy,
  contracts: PinnedVersions.shape.contracts,
  limits: ResourceBudget.shape.per_run,
  attendance: Attendance,
  mode: ApprovalMode.nullable(),
  schema_version: z.literal('1.0'),
});
export type PolicySnapshot = z.infer<typeof PolicySnapshot>;

/** What a run could do and ask then. */
export const CapabilitySnapshot = z.strictObject({
  tools: PinnedVersions.shape.tools,
  server_tools: PinnedVersions.shape.server_tools,
  models: PinnedVersions.shape.models,
  prompts: PinnedVersions.shape.prompts,
  formulas: PinnedVersions.shape.formulas,
  schema_version: z.literal('1.0'),
});
export type CapabilitySnapshot = z.infer<typeof CapabilitySnapshot>;
