import { z } from 'zod';
import { Count, NonEmptyText, TaintClass } from '../core/index.ts';

/** How much of what a person said before the last exchanges stays word for word; many times what people say in a long day. */
export const SESSION_SAID_CHARS_MAX = 16_000;
/** What came of each of those requests, in a line; the oldest lines go first. */
export const SESSION_CAME_TO_CHARS_MAX = 4_000;
export const SESSION_LINE_CHARS_MAX = 160;

/** What stands for the exchanges of a conversation that are older than the last ones: one block, whatever its length. */
export const SessionEarlier = z.strictObject({
  exchanges: Count,
  /** The person's own words, the oldest first. */
  said: z.array(NonEmptyText),
  /** Requests of which no word is kept any more. */
  unsaid: Count,
  came_to: z.array(NonEmptyText),
  /** The highest of everything in it. */
  taint_class: TaintClass,
});
export type SessionEarlier = z.infer<typeof SessionEarlier>;
