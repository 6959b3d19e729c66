import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';

/** One text to look through. Other fields may stand beside it and are left alone: people feed what they have. */
export const TextCheckItem = z.object({ id: z.union([z.string(), z.number()]), input: z.string() });
export type TextCheckItem = z.infer<typeof TextCheckItem>;

/** Where something sensitive stands; offsets count UTF-16 units, the end is exclusive. */
export const FoundSpan = z.strictObject({ start: z.int().min(0), end: z.int().min(1), type: z.string() });
export type FoundSpan = z.infer<typeof FoundSpan>;

/** What was found in one text, and the text with it masked. */
export const TextCheckResult = z.strictObject({
  id: TextCheckItem.shape.id,
  spans: z.array(FoundSpan),
  redacted: z.string(),
});
export type TextCheckResult = z.infer<typeof TextCheckResult>;

export const TextCheckRequest = z.strictObject({ items: z.array(TextCheckItem).max(1_000) });
export type TextCheckRequest = z.infer<typeof TextCheckRequest>;

export const TextCheckReport = z.strictObject({ results: z.array(TextCheckResult) });
export type TextCheckReport = z.infer<typeof TextCheckReport>;

export const textCheck = defineQuery({
  id: 'text.check',
  request: ['TextCheckRequest', TextCheckRequest],
  response: ['TextCheckReport', TextCheckReport],
  failureCodes: ['input.invalid', 'input.too_large'],
  behaviours: {
    empty: 'A text in which nothing is found comes back unchanged with no spans.',
    blocked: 'Nothing blocks it: the text does not leave the process.',
    degraded: 'None: a text is looked through whole or not at all.',
    error: 'The line that cannot be read is answered with its number and the reason; the others are answered all the same.',
  },
});
