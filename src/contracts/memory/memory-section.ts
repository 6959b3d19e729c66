import { z } from 'zod';

/** The section `memory` of the configuration file. */
export const MemorySection = z.strictObject({
  /** Whether runs learn from earlier ones and leave something for later ones. */
  enabled: z.boolean().default(true),
});
export type MemorySection = z.infer<typeof MemorySection>;
