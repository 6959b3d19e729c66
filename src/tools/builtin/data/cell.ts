import { z } from 'zod';
import { Count } from '../../../contracts/index.ts';

/** A value as JSON can carry it. Integers too long for a JSON number are texts. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.strictObject({ blob_bytes: Count, hex: z.string() })]);
export type Cell = z.infer<typeof Cell>;
