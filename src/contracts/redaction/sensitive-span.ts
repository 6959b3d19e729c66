import { z } from 'zod';
import { RedactionSeverity } from './sensitive-type.ts';

/** A stretch of text in UTF-16 offsets, end exclusive. The type is a SensitiveType or the name of a custom pattern. */
export const SensitiveSpan = z
  .strictObject({
    start: z.int().nonnegative(),
    end: z.int().positive(),
    type: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'expected an upper-case name such as EMAIL'),
    severity: RedactionSeverity,
  })
  .refine((span) => span.start < span.end, 'the span is empty');
export type SensitiveSpan = z.infer<typeof SensitiveSpan>;

/** What checking one text gives: where the sensitive stretches lie, and the text without them. */
export const TextCheck = z.strictObject({
  spans: z.array(SensitiveSpan),
  redacted: z.string(),
});
export type TextCheck = z.infer<typeof TextCheck>;
