import type { ModelUsage } from '../../contracts/index.ts';
import type { RequestEstimate } from './estimate.ts';

/** No tokenizer and no hidden prompt comes to ten times what was sent, or to ten times what an answer may hold. */
const FAR_FACTOR = 10;
/** What a server may put around even the shortest question. */
const FAR_TOKENS_MIN = 10_000;

export interface WhatWasAsked extends Pick<RequestEstimate, 'raw' | 'schemaRaw'> {
  readonly maxOutputTokens: number;
}

/**
 * A report with what cannot be left out and told. Only figures far too high are left out: they would use up a budget that
 * nobody used. What is too low is believed for what it is, and teaches nothing.
 */
export function believedUsage(usage: ModelUsage, { raw, schemaRaw, maxOutputTokens }: WhatWasAsked): ModelUsage {
  const isFar = (reported: number | null, expected: number): boolean => reported !== null && reported > expected * FAR_FACTOR + FAR_TOKENS_MIN;
  const [isInputFar, isOutputFar] = [isFar(usage.input_tokens, raw + schemaRaw), isFar(usage.output_tokens, maxOutputTokens)];
  if (!isInputFar && !isOutputFar) return usage;
  return {
    ...usage,
    ...(isInputFar && { input_tokens: null, cached_input_tokens: 0, cache_write_tokens: 0 }),
    ...(isOutputFar && { output_tokens: null, reasoning_tokens: 0 }),
    flags: [...usage.flags, 'far_from_estimate'],
  };
}
