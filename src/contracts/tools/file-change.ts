import { z } from 'zod';
import { NonEmptyText, Sha256, StorageRef } from '../core/index.ts';

const FileMode = z.int().min(0).max(0o7777);

/** A file that a tool changed in the workspace. What was there before is kept, so that the change can be taken back. */
export const FileChange = z
  .strictObject({
    /** Below the workspace, with forward slashes. */
    path: NonEmptyText,
    kind: z.enum(['created', 'modified', 'deleted']),
    before: StorageRef.nullable(),
    before_mode: FileMode.nullable(),
    /** What was left there; a file that holds something else by now is not put back without being asked about. */
    after_sha256: Sha256.nullable(),
  })
  .refine(({ kind, before, before_mode }) => (kind === 'created') === (before === null && before_mode === null), {
    path: ['before'],
    message: 'what was there before is kept exactly when something was there',
  })
  .refine(({ kind, after_sha256 }) => (kind === 'deleted') === (after_sha256 === null), {
    path: ['after_sha256'],
    message: 'something is left exactly when nothing was deleted',
  });
export type FileChange = z.infer<typeof FileChange>;

/** What became of each file when the changes of a run were taken back. */
export const UndoneChange = z.strictObject({
  path: NonEmptyText,
  outcome: z.enum(['restored', 'removed', 'already_so', 'changed_since', 'failed']),
  detail: z.string(),
});
export type UndoneChange = z.infer<typeof UndoneChange>;
