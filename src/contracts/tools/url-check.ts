import { z } from 'zod';

/** A URL with what would happen on the way, for asking the policy about it without any network. */
export const UrlCheck = z.object({
  url: z.string(),
  /** For each name the answers of successive lookups, each a list of addresses; the last answer repeats. */
  dns: z.record(z.string(), z.array(z.array(z.string()))).optional(),
  /** The Location of each redirect, in order. */
  redirects: z.array(z.string()).optional(),
  /** The last redirect leads back to the first, for ever. */
  loop: z.boolean().optional(),
  /** What the request would carry. */
  headers: z.record(z.string(), z.string()).optional(),
});
export type UrlCheck = z.infer<typeof UrlCheck>;
