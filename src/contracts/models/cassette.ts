import { z } from 'zod';
import { Sha256, Timestamp } from '../core/index.ts';
import { ModelResponse } from './model-response.ts';

/** One recorded answer, masked: a line of a cassette. The request itself is not in it, only its hash. */
export const CassetteEntry = z.strictObject({ request_hash: Sha256, recorded_at: Timestamp, response: ModelResponse, schema_version: z.literal('1.0') });
export type CassetteEntry = z.infer<typeof CassetteEntry>;
