import { describe, expect, it } from 'vitest';
import { CostVector, type ModelUsage } from '../../contracts/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { costVectorFor, expectedCostVector } from './cost-vector.ts';
import type { ModelPrices } from './find-prices.ts';

const pricing: ModelPrices = { prices: { input: 2, output: 10, cached_input: 0.2 }, basis: 'table', assumptions: ['List price.'] };
const usage: ModelUsage = { input_tokens: 500, output_tokens: 50, cached_input_tokens: 400, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] };
const call = { costVectorId: 'call-1', usage, charged: { tokens: 550, cost_microusd: 780, cloud_calls: 1 }, pricing, durationMs: 1_200 };

describe('the cost vector of a call', () => {
  it('is measured where the usage is believed', verifies('KEL-MONEY-06'), () => {
    const vector = costVectorFor(call);
    expect(CostVector.parse(vector)).toEqual({
      cost_vector_id: 'call-1',
      components: {
        usd: { expected: 0.00078, unit: 'usd' },
        input_tokens: { expected: 500, unit: 'input_tokens' },
        output_tokens: { expected: 50, unit: 'output_tokens' },
        cached_input_tokens: { expected: 400, unit: 'cached_input_tokens' },
        wall_clock_ms: { expected: 1_200, unit: 'wall_clock_ms' },
        external_api_calls: { expected: 1, unit: 'external_api_calls' },
      },
      basis: 'measured_actual',
      estimator_confidence: 'calibrated',
      sample_size: 1,
      assumptions: ['List price.'],
      schema_version: '1.0',
    });
  });

  it('is priced from what was charged where it is not, and says so', verifies('KEL-MONEY-06'), () => {
    const doubtful = { ...usage, input_tokens: null, output_tokens: null, cached_input_tokens: 0, flags: ['absent' as const, 'negative' as const] };
    expect(CostVector.parse(costVectorFor({ ...call, usage: doubtful, charged: { tokens: 9_000, cost_microusd: 4_300 } }))).toEqual({
      cost_vector_id: 'call-1',
      components: { usd: { expected: 0.0043, unit: 'usd' }, wall_clock_ms: { expected: 1_200, unit: 'wall_clock_ms' } },
      basis: 'model_priced',
      estimator_confidence: 'uncalibrated',
      sample_size: 1,
      assumptions: ['List price.', 'Assumed: the reported usage is not believed (absent, negative); the cost is what was charged for it.'],
      schema_version: '1.0',
    });
    expect(costVectorFor({ ...call, usage: doubtful, charged: { tokens: 9 } }).components.usd).toEqual({ expected: 0, unit: 'usd' });
  });

  it('is uncalibrated where a price was assumed, and tells cache writes', verifies('KEL-MONEY-06', 'KEL-MONEY-02'), () => {
    const assumed: ModelPrices = { ...pricing, basis: 'assumed', assumptions: ['No price is known.'] };
    const vector = costVectorFor({ ...call, pricing: assumed, usage: { ...usage, cached_input_tokens: 0, cache_write_tokens: 1 } });
    expect([vector.basis, vector.estimator_confidence, vector.assumptions]).toEqual(['measured_actual', 'uncalibrated', ['No price is known.']]);
    expect([vector.components.cached_input_tokens, vector.components.cache_write_tokens]).toEqual([undefined, { expected: 1, unit: 'cache_write_tokens' }]);
    expect(costVectorFor({ ...call, usage: { ...usage, cached_input_tokens: 1 } }).components.cached_input_tokens).toEqual({ expected: 1, unit: 'cached_input_tokens' });
  });

  it('can be expected before the call, and never beyond what is reserved', verifies('KEL-MONEY-06'), () => {
    const expected = { costVectorId: 'plan-1', inputTokens: 1_000, expectedOutputTokens: 100, reservation: { tokens: 1, cost_microusd: 5_000 }, pricing, isCalibrated: true };
    expect(CostVector.parse(expectedCostVector(expected))).toEqual({
      cost_vector_id: 'plan-1',
      components: { input_tokens: { expected: 1_000, unit: 'input_tokens' }, output_tokens: { expected: 100, unit: 'output_tokens' }, usd: { expected: 0.003, hard_cap: 0.005, unit: 'usd' } },
      basis: 'model_priced',
      estimator_confidence: 'calibrated',
      assumptions: ['List price.'],
      schema_version: '1.0',
    });
    expect(expectedCostVector({ ...expected, reservation: { cost_microusd: 1_000 } }).components.usd).toEqual({ expected: 0.001, hard_cap: 0.001, unit: 'usd' });
    expect(expectedCostVector({ ...expected, isCalibrated: false }).estimator_confidence).toBe('uncalibrated');
    expect(expectedCostVector({ ...expected, pricing: { ...pricing, basis: 'assumed' } }).estimator_confidence).toBe('uncalibrated');
  });
});
