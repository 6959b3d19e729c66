import { z } from 'zod';
import { NonEmptyText, StorageRef } from '../core/index.ts';
import { FileChange } from '../tools/index.ts';

/** One file that a run changed, as it stood at a checkpoint. */
export const SnapshotFile = z.strictObject({
  /** Below the workspace, with forward slashes. */
  path: FileChange.shape.path,
  /** Null when no file of this name was there. */
  content: StorageRef.nullable(),
  mode: FileChange.shape.before_mode,
});
export type SnapshotFile = z.infer<typeof SnapshotFile>;

/** The files of a folder that a run changed. Of the others the run knows nothing, and they are as they are in the folder. */
export const RunWorkspaceSnapshot = z.strictObject({
  workspace: NonEmptyText,
  files: z.array(SnapshotFile),
  schema_version: z.literal('1.0'),
});
export type RunWorkspaceSnapshot = z.infer<typeof RunWorkspaceSnapshot>;
