import { z } from 'zod';

/** What somebody wants to do with a path. Appending is a write, walking is a list. */
export const PathOperation = z.enum(['read', 'write', 'list', 'delete', 'rename', 'stat', 'create_directory']);
export type PathOperation = z.infer<typeof PathOperation>;

/** A question about one path; `to` is where a rename ends. Paths are literal: nothing in them is expanded or decoded. */
export const PathRequest = z.strictObject({
  op: PathOperation,
  path: z.string(),
  to: z.string().optional(),
});
export type PathRequest = z.infer<typeof PathRequest>;
