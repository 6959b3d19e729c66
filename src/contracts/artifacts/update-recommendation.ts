import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';
import { ClaimSource } from './research-notes.ts';

export const UpdateDecision = z.enum(['upgrade_now', 'upgrade_later', 'hold', 'investigate']);
export type UpdateDecision = z.infer<typeof UpdateDecision>;

/** Something installed that was compared with what is current, or that was left out and why. */
export const UpdateItem = z
  .strictObject({
    name: NonEmptyText,
    installed: NonEmptyText,
    current: NonEmptyText.nullable(),
    outcome: z.enum(['checked', 'skipped']),
    reason: NonEmptyText.nullable(),
  })
  .refine(({ outcome, reason }) => outcome === 'checked' || reason !== null, { path: ['reason'], message: 'what was skipped says why' });
export type UpdateItem = z.infer<typeof UpdateItem>;

/** What to do about an update. It only recommends; applying it is asked for separately. */
export const UpdateRecommendation = z.strictObject({
  decision: UpdateDecision,
  risk: z.int().min(0).max(100),
  rationale: NonEmptyText,
  items: z.array(UpdateItem).min(1),
  citations: z.array(ClaimSource).min(1),
  rollback_plan: NonEmptyText,
});
export type UpdateRecommendation = z.infer<typeof UpdateRecommendation>;
