import { z } from 'zod';
import { PositiveCount, StorageRef } from '../core/index.ts';

/** Content that is too large for an event: kept whole in a blob, known by its hash, its size and what it is. */
export const KeptContent = z.strictObject({
  ref: StorageRef,
  bytes: PositiveCount,
  media_type: z.enum(['text/plain', 'application/json']),
});
export type KeptContent = z.infer<typeof KeptContent>;
