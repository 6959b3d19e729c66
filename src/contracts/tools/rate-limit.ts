import { z } from 'zod';

/** How often something may be used: a whole number per unit of time, such as `10/min`. */
export const RateLimit = z
  .string()
  .regex(/^[1-9]\d*\/(sec|min|hour|day)$/, 'expected a count per sec, min, hour or day, such as 10/min');
export type RateLimit = z.infer<typeof RateLimit>;
