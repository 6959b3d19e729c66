import { z } from 'zod';
import { ChunkPlace } from './embedding.ts';

/** Enough to find the place and judge it, not enough to replace the source. */
export const QUOTE_CHARS_MAX = 240;

/** Where a claim comes from. */
export const Citation = z.strictObject({ ...ChunkPlace.shape, quote: z.string().min(1).max(QUOTE_CHARS_MAX) });
export type Citation = z.infer<typeof Citation>;
