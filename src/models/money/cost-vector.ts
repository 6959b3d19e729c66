import type { CostComponents, CostDimension, CostVector, CounterAmounts, ModelUsage } from '../../contracts/index.ts';
import { costOf } from './cost.ts';
import type { ModelPrices } from './find-prices.ts';

const MICROUSD_PER_USD = 1_000_000;

export interface CallCost {
  readonly costVectorId: string;
  readonly usage: ModelUsage;
  /** What the budget was charged; stands in for the cost where the usage cannot be believed. */
  readonly charged: CounterAmounts;
  readonly pricing: ModelPrices;
  readonly durationMs: number;
}

/** What a call has cost: measured where its usage can be believed, priced from what was charged where it cannot. */
export function costVectorFor({ costVectorId, usage, charged, pricing, durationMs }: CallCost): CostVector {
  const measured = usage.flags.length === 0 ? costOf(usage, pricing.prices) : null;
  const doubts = measured === null ? [doubtOf(usage)] : [];
  const cloudCalls = charged['cloud_calls'] ?? 0;
  return {
    cost_vector_id: costVectorId,
    components: componentsOf({
      usd: (measured ?? charged['cost_microusd'] ?? 0) / MICROUSD_PER_USD,
      ...tokensOf(usage),
      wall_clock_ms: durationMs,
      ...(cloudCalls > 0 && { external_api_calls: cloudCalls }),
    }),
    basis: measured === null ? 'model_priced' : 'measured_actual',
    estimator_confidence: measured === null || pricing.basis === 'assumed' ? 'uncalibrated' : 'calibrated',
    sample_size: 1,
    assumptions: [...pricing.assumptions, ...doubts],
    schema_version: '1.0',
  };
}

/** What nobody told is assumed, and says so. */
function doubtOf({ flags }: ModelUsage): string {
  if (flags.every((flag) => flag === 'absent')) return 'Assumed: the server did not report its tokens; the cost is the most that the call can have used.';
  return `Assumed: the reported usage is not believed (${flags.join(', ')}); the cost is what was charged for it.`;
}

export interface ExpectedCost {
  readonly costVectorId: string;
  readonly inputTokens: number;
  readonly expectedOutputTokens: number;
  /** The worst case; what a call can never cost more than. */
  readonly reservation: CounterAmounts;
  readonly pricing: ModelPrices;
  readonly isCalibrated: boolean;
}

/** What a call is expected to cost before it is made. */
export function expectedCostVector({ costVectorId, inputTokens, expectedOutputTokens, reservation, pricing, isCalibrated }: ExpectedCost): CostVector {
  const usage: ModelUsage = { input_tokens: inputTokens, output_tokens: expectedOutputTokens, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] };
  const usd = (costOf(usage, pricing.prices) ?? 0) / MICROUSD_PER_USD;
  const cap = (reservation['cost_microusd'] ?? 0) / MICROUSD_PER_USD;
  const components = componentsOf({ input_tokens: inputTokens, output_tokens: expectedOutputTokens });
  return {
    cost_vector_id: costVectorId,
    components: { ...components, usd: { expected: Math.min(usd, cap), hard_cap: cap, unit: 'usd' } },
    basis: 'model_priced',
    estimator_confidence: isCalibrated && pricing.basis !== 'assumed' ? 'calibrated' : 'uncalibrated',
    assumptions: [...pricing.assumptions],
    schema_version: '1.0',
  };
}

/** Only what was reported; a figure that nobody told is absent, not nought. */
function tokensOf(usage: ModelUsage): Partial<Record<CostDimension, number>> {
  return {
    ...(usage.input_tokens !== null && { input_tokens: usage.input_tokens }),
    ...(usage.output_tokens !== null && { output_tokens: usage.output_tokens }),
    ...(usage.cached_input_tokens > 0 && { cached_input_tokens: usage.cached_input_tokens }),
    ...(usage.cache_write_tokens > 0 && { cache_write_tokens: usage.cache_write_tokens }),
  };
}

function componentsOf(amounts: Partial<Record<CostDimension, number>>): CostComponents {
  const entries = Object.entries(amounts) as [CostDimension, number][];
  return Object.fromEntries(entries.map(([unit, expected]) => [unit, { expected, unit }]));
}
