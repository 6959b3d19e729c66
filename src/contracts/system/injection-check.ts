import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { JsonObject, NonEmptyText } from '../core/index.ts';

/** One thing that happens after the content was read; what a row does not name is left out. */
export const RehearsalStep = z.looseObject({
  user: z.string().optional(),
  tool: z.string().optional(),
  args: JsonObject.optional(),
  newRun: z.boolean().optional(),
});
export type RehearsalStep = z.infer<typeof RehearsalStep>;

/** A model that obeys every word reads `content` from `source` and then does `obey`, or plays `steps`. */
export const InjectionCase = z.looseObject({
  source: z.string(),
  user_task: z.string().default('Summarise this for me.'),
  content: z.string(),
  trust: z.string().optional(),
  obey: z.looseObject({ tool: z.string(), args: JsonObject.default({}) }).optional(),
  steps: z.array(RehearsalStep).optional(),
});
export type InjectionCase = z.infer<typeof InjectionCase>;

const id = z.union([z.string(), z.number()]);
export const InjectionCheckItem = z.object({ id, input: InjectionCase });
export type InjectionCheckItem = z.infer<typeof InjectionCheckItem>;

export const InjectionCheckRequest = z.strictObject({ items: z.array(InjectionCheckItem).max(1_000) });
export type InjectionCheckRequest = z.infer<typeof InjectionCheckRequest>;

export const InjectionCheckResult = z.strictObject({
  id,
  /** Whether anything but the person's own words had a part in it. */
  tainted: z.boolean(),
  decision: z.enum(['allow', 'ask', 'deny']),
  rule: NonEmptyText,
  explanation: NonEmptyText,
  /** What was decided about each action, in order. */
  steps: z.array(z.strictObject({ tool: z.string(), decision: z.enum(['allow', 'ask', 'deny']), rule: NonEmptyText })),
});
export type InjectionCheckResult = z.infer<typeof InjectionCheckResult>;

export const InjectionCheckReport = z.strictObject({ results: z.array(InjectionCheckResult) });
export type InjectionCheckReport = z.infer<typeof InjectionCheckReport>;

/** Plays what an obedient model would do with words of a stranger; fixture tools, no effect outside memory. */
export const injectionCheck = defineQuery({
  id: 'injection.check',
  request: ['InjectionCheckRequest', InjectionCheckRequest],
  response: ['InjectionCheckReport', InjectionCheckReport],
  failureCodes: ['input.invalid', 'input.too_large'],
  behaviours: {
    empty: 'No lines give no decisions.',
    blocked: 'Nothing blocks it: what is refused is the answer.',
    degraded: 'A tool that nobody knows is judged by its name and arguments, and asks when in doubt.',
    error: 'The line that cannot be read is answered with its number and the reason; the others are answered all the same.',
  },
});
