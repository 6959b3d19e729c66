import { z } from 'zod';
import { ApprovalId, NonEmptyText } from '../core/index.ts';

export const Phase = z.enum(['plan', 'execute', 'review', 'repair', 'approve', 'finalize', 'terminate']);
export type Phase = z.infer<typeof Phase>;

/** How a phase was left. Each way says why; two of them also say what is being waited for. */
export const PhaseExit = z.discriminatedUnion('exit', [
  z.strictObject({ exit: z.literal('success'), reason: NonEmptyText }),
  z.strictObject({ exit: z.literal('needs_repair'), reason: NonEmptyText }),
  z.strictObject({ exit: z.literal('needs_approval'), reason: NonEmptyText, approval_id: ApprovalId }),
  z.strictObject({ exit: z.literal('needs_input'), reason: NonEmptyText, questions: z.array(NonEmptyText).min(1) }),
  z.strictObject({ exit: z.literal('fail'), reason: NonEmptyText }),
]);
export type PhaseExit = z.infer<typeof PhaseExit>;
