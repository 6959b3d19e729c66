import type { ModelUsage } from '../../../contracts/index.ts';
import { readUsage } from '../read-usage.ts';
import { objectOf, type WireObject } from '../wire-values.ts';

/** Later figures replace earlier ones: they are totals. A figure that does not apply is left out or null. */
export function mergeUsage(before: WireObject, reported: unknown): WireObject {
  const given = Object.entries(objectOf(reported) ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

export function usageOf(reported: WireObject): ModelUsage {
  const { input_tokens: input, cache_read_input_tokens: cachedInput, cache_creation_input_tokens: cacheWrite } = reported;
  return readUsage({
    input: sumOf([input, cachedInput ?? 0, cacheWrite ?? 0]),
    output: reported['output_tokens'],
    cachedInput,
    cacheWrite,
    reasoning: objectOf(reported['output_tokens_details'])?.['thinking_tokens'],
  });
}

/** The provider counts apart what we count together. A figure that cannot be believed stands for the sum, to be flagged. */
function sumOf(figures: readonly unknown[]): unknown {
  let sum = 0;
  for (const figure of figures) {
    if (!Number.isInteger(figure) || Number(figure) < 0) return figure;
    sum += Number(figure);
  }
  return sum;
}
