import type { ModelUsage, TokenPrices } from '../../contracts/index.ts';

/** Prices are held to a millionth of what they are told in, dollars for a million tokens. */
const PRICE_SCALE = 1_000_000;

/**
 * Millionths of a dollar for a call, rounded up. Null where tokens were not reported believably: such a call is charged by
 * what was reserved. A dollar for a million tokens is a millionth for one, so no figure here is converted.
 */
export function costOf(usage: ModelUsage, prices: TokenPrices): number | null {
  const { input_tokens: input, output_tokens: output, cached_input_tokens: cached, cache_write_tokens: written } = usage;
  if (input === null || output === null) return null;
  // What is said of the cache is only believed as far as it can be part of the input.
  const isPart = cached + written <= input;
  const [cachedPart, writtenPart] = isPart ? [cached, written] : [0, 0];
  return microusdOf([
    [input - cachedPart - writtenPart, prices.input],
    [cachedPart, prices.cached_input ?? prices.input],
    [writtenPart, prices.cache_write ?? prices.input],
    [output, prices.output],
  ]);
}

/** The most that so many tokens can cost, whatever the provider's cache does. */
export function worstCostOf(inputTokens: number, outputTokens: number, prices: TokenPrices): number {
  const dearestInput = Math.max(prices.input, prices.cached_input ?? 0, prices.cache_write ?? 0);
  return microusdOf([
    [inputTokens, dearestInput],
    [outputTokens, prices.output],
  ]);
}

/** In whole numbers: ten times 0.7 must be seven, and not a little more that is then rounded up. */
function microusdOf(amounts: readonly (readonly [tokens: number, price: number])[]): number {
  const scale = BigInt(PRICE_SCALE);
  const scaled = amounts.reduce((sum, [tokens, price]) => sum + BigInt(tokens) * BigInt(Math.round(price * PRICE_SCALE)), 0n);
  return Number((scaled + scale - 1n) / scale);
}
