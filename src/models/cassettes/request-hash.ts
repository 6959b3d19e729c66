import type { ModelId, ModelRequest, Sha256 } from '../../contracts/index.ts';
import { canonicalJson, keepCanonical, sha256Hex } from '../../kernel/index.ts';

const texts = new WeakMap<ModelRequest, string>();

/** The same for the same question to the same model, whoever asks it with whichever key. */
export function requestHash(request: ModelRequest, modelId: ModelId): Sha256 {
  // A request is asked for by several hashes and never changed, and writing it out is most of the work.
  const text = texts.get(request) ?? textOf(request);
  texts.set(request, text);
  return sha256Hex(`{"model_id":${canonicalJson(modelId)},"request":${text}}`);
}

/** A conversation grows by a message or two each turn, and what was said before is written out already. */
function textOf(request: ModelRequest): string {
  for (const kept of [...request.messages, ...request.tools]) keepCanonical(kept);
  return canonicalJson(request);
}
