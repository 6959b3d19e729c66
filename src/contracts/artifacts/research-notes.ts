import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';
import { Citation, QUOTE_CHARS_MAX } from '../library/citation.ts';

/** Words from a file or a page that is in no library. */
export const SourceQuote = z.strictObject({
  /** The path below the workspace, or the address. */
  source: NonEmptyText,
  quote: z.string().min(1).max(QUOTE_CHARS_MAX),
});
export type SourceQuote = z.infer<typeof SourceQuote>;

export const ClaimSource = z.union([Citation, SourceQuote]);
export type ClaimSource = z.infer<typeof ClaimSource>;

/** What was found out. What nothing can be cited for is an open question and no claim. */
export const CitedClaim = z.strictObject({ claim: NonEmptyText, citations: z.array(ClaimSource).min(1) });
export type CitedClaim = z.infer<typeof CitedClaim>;

export const ResearchNotes = z
  .strictObject({
    question: NonEmptyText,
    claims: z.array(CitedClaim),
    open_questions: z.array(NonEmptyText),
    next_steps: z.array(NonEmptyText),
  })
  .refine(({ claims, open_questions: open }) => claims.length > 0 || open.length > 0, {
    path: ['claims'],
    message: 'notes hold a claim, or say what stays open',
  });
export type ResearchNotes = z.infer<typeof ResearchNotes>;
