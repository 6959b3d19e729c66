import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelUsage, TokenPrices } from '../../contracts/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { costOf, worstCostOf } from './cost.ts';

const usage = (rest: Partial<ModelUsage>): ModelUsage => ({ input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [], ...rest });
const prices: TokenPrices = { input: 3, output: 15, cached_input: 0.3, cache_write: 3.75 };

describe('the cost of a call', () => {
  it('prices each kind of token, in millionths of a dollar', verifies('KEL-MONEY-03'), () => {
    expect(costOf(usage({ input_tokens: 1_000, output_tokens: 100, cached_input_tokens: 600, cache_write_tokens: 200 }), prices)).toBe(200 * 3 + 600 * 0.3 + 200 * 3.75 + 1_500);
    expect(costOf(usage({ input_tokens: 1_000, output_tokens: 100, cached_input_tokens: 600, cache_write_tokens: 200 }), { input: 3, output: 15 })).toBe(4_500);
    expect(costOf(usage({ input_tokens: 1_000_000, output_tokens: 1_000_000 }), { input: 0.5, output: 2.2 })).toBe(2_700_000);
  });

  it('is rounded up once, without the dust of binary fractions', verifies('KEL-MONEY-03'), () => {
    const inputs = (input_tokens: number, input: number): number | null => costOf(usage({ input_tokens }), { input, output: 1 });
    expect([inputs(10, 0.7), inputs(3, 0.1), inputs(1, 0.000001), inputs(0, 5), inputs(1_000, 0.0001)]).toEqual([7, 1, 1, 0, 1]);
    expect(costOf(usage({ input_tokens: 1, output_tokens: 1 }), { input: 0.5, output: 0.5 })).toBe(1);
    expect(costOf(usage({ input_tokens: 20_000_000, output_tokens: 20_000_000 }), { input: 1_000.000001, output: 999.999999 })).toBe(40_000_000_000);
  });

  it('is unknown when tokens were not reported, and gives no discount for what cannot be', verifies('KEL-MONEY-03'), () => {
    expect([costOf(usage({ input_tokens: null }), prices), costOf(usage({ output_tokens: null }), prices)]).toEqual([null, null]);
    expect(costOf(usage({ input_tokens: 100, cached_input_tokens: 80, cache_write_tokens: 21 }), prices)).toBe(300);
    expect(costOf(usage({ input_tokens: 100, cached_input_tokens: 100 }), prices)).toBe(30);
  });

  it('is never above the worst case, and grows with every token', verifies('KEL-MONEY-03'), () => {
    expect([worstCostOf(100, 10, prices), worstCostOf(100, 10, { input: 3, output: 15 }), worstCostOf(100, 0, { input: 1, output: 0, cached_input: 2 })]).toEqual([525, 450, 200]);
    expect(worstCostOf(100, 0, { input: 0.5, output: 0 })).toBe(50);
    const tokens = fc.nat(1_000_000);
    const price = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, fc.record({ input: price, output: price, cached_input: price, cache_write: price }), (plain, cached, written, output, at) => {
        const cost = (more: number): number => costOf(usage({ input_tokens: plain + cached + written + more, cached_input_tokens: cached, cache_write_tokens: written, output_tokens: output }), at) ?? -1;
        expect(cost(0)).toBeLessThanOrEqual(worstCostOf(plain + cached + written, output, at));
        expect(cost(1)).toBeGreaterThanOrEqual(cost(0));
      }),
      { seed: 8 },
    );
  });
});
