import { z } from 'zod';
import { Name, NonEmptyText, PositiveCount, Sha256 } from '../core/index.ts';
import { StreamId } from './stream.ts';

/** Which payloads were erased, by whom and why. Their hashes stay, so that the chain still verifies. */
export const PayloadErasure = z.strictObject({
  erased: z
    .array(z.strictObject({ aggregate: Name, stream_id: StreamId, sequence: PositiveCount, payload_hash: Sha256 }))
    .min(1),
  reason: NonEmptyText,
  requested_by: Name,
});
export type PayloadErasure = z.infer<typeof PayloadErasure>;
