import type { Sha256, StepIdempotencyKey } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';

/** One text for each key, whatever the order of its fields. */
export function stepIdempotencyKeyString(key: StepIdempotencyKey): Sha256 {
  return canonicalHash(key);
}
