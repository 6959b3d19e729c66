import type { ModelId, ModelRequest, Sha256 } from '../../contracts/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';

/** The same for the same question to the same model, whoever asks it with whichever key. */
export function requestHash(request: ModelRequest, modelId: ModelId): Sha256 {
  return sha256Hex(canonicalJson({ model_id: modelId, request }));
}
