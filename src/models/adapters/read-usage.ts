import type { ModelUsage, UsageFlag } from '../../contracts/index.ts';

/** More than any model reads or writes in one call; a larger figure is a mistake or a lie. */
export const USAGE_TOKENS_MAX = 20_000_000;

/** Figures as a provider reported them: anything at all. `input` includes what came from the cache or went into it. */
export interface ReportedUsage {
  readonly input: unknown;
  readonly output: unknown;
  readonly cachedInput?: unknown;
  readonly cacheWrite?: unknown;
  readonly reasoning?: unknown;
}

export const NO_USAGE: ModelUsage = { input_tokens: null, output_tokens: null, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: ['absent'] };

/** Believes whole numbers within reason; everything else is left out and told. */
export function readUsage(reported: ReportedUsage): ModelUsage {
  const flags = new Set<UsageFlag>();
  const required = (value: unknown): number | null => {
    const flag = faultOf(value);
    if (flag === undefined) return value as number;
    flags.add(flag);
    return null;
  };
  /** Details that are missing are none; details that cannot be believed give no discount. */
  const detail = (value: unknown): number => (value === undefined || value === null ? 0 : (required(value) ?? 0));
  const input = required(reported.input);
  const output = required(reported.output);
  const cached = detail(reported.cachedInput);
  const written = detail(reported.cacheWrite);
  const reasoning = detail(reported.reasoning);
  if (cached + written > (input ?? 0)) flags.add('cached_exceeds_input');
  if (reasoning > (output ?? 0)) flags.add('reasoning_exceeds_output');
  return {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: flags.has('cached_exceeds_input') ? 0 : cached,
    cache_write_tokens: flags.has('cached_exceeds_input') ? 0 : written,
    reasoning_tokens: flags.has('reasoning_exceeds_output') ? 0 : reasoning,
    flags: [...flags],
  };
}

/** An answer that says something was not written with nothing, and no question is nothing. */
export function withoutNothing(usage: ModelUsage): ModelUsage {
  if (usage.input_tokens !== 0 && usage.output_tokens !== 0) return usage;
  return { ...usage, input_tokens: usage.input_tokens === 0 ? null : usage.input_tokens, output_tokens: usage.output_tokens === 0 ? null : usage.output_tokens, flags: [...usage.flags, 'none_for_content'] };
}

function faultOf(value: unknown): UsageFlag | undefined {
  if (value === undefined || value === null) return 'absent';
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'not_a_whole_number';
  if (value < 0) return 'negative';
  return value > USAGE_TOKENS_MAX ? 'absurd' : undefined;
}
