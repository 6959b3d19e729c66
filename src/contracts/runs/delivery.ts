import { z } from 'zod';
import { NonEmptyText, Timestamp } from '../core/index.ts';

/** Whether the result reached the person. A run can succeed and still not have delivered. */
export const Delivery = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('not_attempted') }),
  z.strictObject({ state: z.literal('delivered'), channel: NonEmptyText, at: Timestamp }),
  z.strictObject({ state: z.literal('failed'), channel: NonEmptyText, at: Timestamp, reason: NonEmptyText }),
]);
export type Delivery = z.infer<typeof Delivery>;
