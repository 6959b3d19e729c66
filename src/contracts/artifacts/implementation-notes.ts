import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';

/** What whoever reads the patch should know: what was done, why so, and what is left. */
export const ImplementationNotes = z.strictObject({
  summary: NonEmptyText,
  decisions: z.array(z.strictObject({ decision: NonEmptyText, why: NonEmptyText })),
  left_open: z.array(NonEmptyText),
});
export type ImplementationNotes = z.infer<typeof ImplementationNotes>;
