import { z } from 'zod';
import { RedactionSeverity } from './sensitive-type.ts';

/** What takes the place of a finding: a numbered placeholder, nothing, or a short digest of the value. */
export const RedactionMethod = z.enum(['mask', 'remove', 'hash']);
export type RedactionMethod = z.infer<typeof RedactionMethod>;

/** More than this is a program, not a pattern; RE2 compiles it in memory proportional to its length. */
export const REDACTION_REGEX_CHARS_MAX = 2_000;

/** A person's own pattern. The expression runs on RE2, the replacement is taken literally. */
export const RedactionPattern = z.strictObject({
  pattern_id: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected lower-case letters, digits or underscore (at most 64)'),
  name: z.string().min(1),
  regex: z.string().min(1).max(REDACTION_REGEX_CHARS_MAX),
  replacement: z.string(),
  severity: RedactionSeverity,
});
export type RedactionPattern = z.infer<typeof RedactionPattern>;

/** How one library protects its content. With `pii_detection` off nothing is redacted, custom patterns included. */
export const RedactionRules = z.strictObject({
  pii_detection: z.boolean(),
  custom_patterns: z.array(RedactionPattern),
  redaction_method: RedactionMethod,
});
export type RedactionRules = z.infer<typeof RedactionRules>;

/** One replacement, by where it stood in the text before. The value itself is never recorded. */
export const Redaction = z.strictObject({
  pattern_id: z.string().min(1),
  original_position: z.int().nonnegative(),
  original_length: z.int().positive(),
  severity: RedactionSeverity,
});
export type Redaction = z.infer<typeof Redaction>;

export const RedactedText = z
  .strictObject({ text: z.string(), redactions: z.array(Redaction), redaction_count: z.int().nonnegative() })
  .refine((result) => result.redaction_count === result.redactions.length, 'the count differs from the list');
export type RedactedText = z.infer<typeof RedactedText>;
