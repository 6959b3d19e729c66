import { z } from 'zod';

/** The section `memory` of the configuration file. */
export const MemorySection = z.strictObject({
  /** Whether runs learn from earlier ones and leave something for later ones. */
  enabled: z.boolean().default(true),
  /** Who puts rules into words when nobody waits: a sentence made of the records, or the model that is asked first. */
  distilled_by: z.enum(['template', 'model']).default('template'),
  /** Who reads facts and preferences from runs that have ended: rules for files alone, or also the model that is asked first. */
  facts_read_by: z.enum(['rules', 'model']).default('rules'),
});
export type MemorySection = z.infer<typeof MemorySection>;
