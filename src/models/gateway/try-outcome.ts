import { z } from 'zod';
import { Count, ModelAttempt, ModelResponse } from '../../contracts/index.ts';

/** What follows a failed try: the same models again after a pause, all but the one that failed, or nothing. */
export const NextTry = z.discriminatedUnion('do', [z.strictObject({ do: z.literal('again'), pause_ms: Count }), z.strictObject({ do: z.literal('drop') }), z.strictObject({ do: z.literal('stop') })]);
export type NextTry = z.infer<typeof NextTry>;

/**
 * What came of one try. What follows a failure was decided by the time that was left, the keys that were free and by chance,
 * so it is part of the outcome: a resumed run goes on from the record and takes the same way.
 */
export const TryOutcome = z.discriminatedUnion('kind', [
  /** `told`: that the call has ended became durable together with this. Before that was so, it was told afterwards. */
  z.strictObject({ kind: z.literal('answered'), response: ModelResponse, attempt: ModelAttempt, told: z.literal(true).optional() }),
  z.strictObject({ kind: z.literal('failed'), attempt: ModelAttempt, next: NextTry }),
]);
export type TryOutcome = z.infer<typeof TryOutcome>;
