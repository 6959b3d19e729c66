import { z } from 'zod';
import { NonEmptyText, Sha256 } from '../core/index.ts';

/** One changed file. What was not there before, or is not there any more, has no hash. */
export const PatchedFile = z
  .strictObject({
    path: NonEmptyText,
    change: z.enum(['created', 'modified', 'deleted']),
    before_sha256: Sha256.nullable(),
    after_sha256: Sha256.nullable(),
    /** False where a difference in lines would say nothing, as with an image; the hashes then stand for it. */
    is_text: z.boolean(),
  })
  .refine(({ change, before_sha256: before }) => (change === 'created') === (before === null), {
    path: ['before_sha256'],
    message: 'there was something before exactly when the file was not created',
  })
  .refine(({ change, after_sha256: after }) => (change === 'deleted') === (after === null), {
    path: ['after_sha256'],
    message: 'there is something after exactly when the file was not deleted',
  });
export type PatchedFile = z.infer<typeof PatchedFile>;

/** What changed in the workspace, made from the files themselves and never from anybody's account of them. */
export const CodePatch = z
  .strictObject({
    /** A unified diff of the files that are text. */
    diff: z.string(),
    files: z.array(PatchedFile).min(1),
  })
  .refine(({ files }) => new Set(files.map(({ path }) => path)).size === files.length, { path: ['files'], message: 'a file is listed twice' })
  .refine(({ files }) => files.every(({ before_sha256: before, after_sha256: after }) => before !== after), {
    path: ['files'],
    message: 'a file is listed that did not change',
  })
  .refine(({ diff, files }) => (diff !== '') === files.some(({ is_text: isText }) => isText), {
    path: ['diff'],
    message: 'there is a diff exactly when text changed',
  });
export type CodePatch = z.infer<typeof CodePatch>;
