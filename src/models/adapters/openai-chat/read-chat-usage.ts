import type { ModelUsage } from '../../../contracts/index.ts';
import { readUsage } from '../read-usage.ts';
import { countOf } from '../openai-shared/wire-piece.ts';
import { objectOf, type WireObject } from '../wire-values.ts';

export function readChatUsage(usage: WireObject): ModelUsage {
  const inputDetails = objectOf(usage['prompt_tokens_details']);
  return readUsage({
    input: usage['prompt_tokens'],
    output: outputTokens(usage),
    cachedInput: inputDetails?.['cached_tokens'] ?? usage['prompt_cache_hit_tokens'] ?? usage['cached_tokens'],
    cacheWrite: inputDetails?.['cache_write_tokens'],
    reasoning: reasoningTokens(usage),
  });
}

function reasoningTokens(usage: WireObject): unknown {
  return objectOf(usage['completion_tokens_details'])?.['reasoning_tokens'] ?? usage['reasoning_tokens'];
}

/** Some servers count reasoning beside the output instead of within it; only their total shows it. */
function outputTokens(usage: WireObject): unknown {
  const input = countOf(usage['prompt_tokens']);
  const output = countOf(usage['completion_tokens']);
  const reasoning = countOf(reasoningTokens(usage));
  if (input === undefined || output === undefined || reasoning === undefined) return usage['completion_tokens'];
  return usage['total_tokens'] === input + output + reasoning ? output + reasoning : output;
}
