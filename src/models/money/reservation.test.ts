import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageFlag, type ModelUsage, type TokenPrices } from '../../contracts/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { reservationFor, settlementFor } from './reservation.ts';

const prices: TokenPrices = { input: 2, output: 10, cached_input: 0.2 };
const usage = (rest: Partial<ModelUsage> = {}): ModelUsage => ({ input_tokens: 500, output_tokens: 50, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [], ...rest });
const request = { inputTokens: 1_000, samples: 5, maxOutputTokens: 200, prices, location: 'cloud' } as const;

describe('a reservation', () => {
  it('is the worst case in the units of budgets', verifies('KEL-MONEY-04'), () => {
    expect(reservationFor(request)).toEqual({ tokens: 1_350, cost_microusd: 4_300, cloud_calls: 1 });
    expect(reservationFor({ ...request, inputTokens: 1_001 })).toEqual({ tokens: 1_352, cost_microusd: 4_304, cloud_calls: 1 });
  });

  it('leaves more room while the estimate has not been compared with reports', verifies('KEL-MONEY-04'), () => {
    expect(reservationFor({ ...request, samples: 4 })).toEqual({ tokens: 1_700, cost_microusd: 5_000, cloud_calls: 1 });
  });

  it('asks a local model for tokens only, unless it was given a price', verifies('KEL-MONEY-04'), () => {
    expect(reservationFor({ ...request, location: 'local', prices: { input: 0, output: 0 } })).toEqual({ tokens: 1_350 });
    expect(reservationFor({ ...request, location: 'local' })).toEqual({ tokens: 1_350, cost_microusd: 4_300 });
    expect(reservationFor({ ...request, location: 'local', inputTokens: 1, prices: { input: 0.0001, output: 0 } })).toEqual({ tokens: 202, cost_microusd: 1 });
    expect(reservationFor({ ...request, prices: { input: 0, output: 0 } })).toEqual({ tokens: 1_350, cost_microusd: 0, cloud_calls: 1 });
  });
});

describe('a settlement', () => {
  const reservation = reservationFor(request);

  it('reports what was used, with the discounts of the provider', verifies('KEL-MONEY-05'), () => {
    expect(settlementFor(usage({ cached_input_tokens: 400 }), reservation, prices, 'cloud')).toEqual({ tokens: 550, cost_microusd: 780, cloud_calls: 1 });
    expect(settlementFor(usage(), { tokens: 1_350 }, { input: 0, output: 0 }, 'local')).toEqual({ tokens: 550 });
    expect(settlementFor(usage({ input_tokens: 5_000 }), reservation, prices, 'cloud')).toEqual({ tokens: 5_050, cost_microusd: 10_500, cloud_calls: 1 });
  });

  it('charges the whole reservation for every kind of doubt', verifies('KEL-MONEY-05'), () => {
    for (const flag of UsageFlag.options) expect(settlementFor(usage({ flags: [flag] }), reservation, prices, 'cloud')).toEqual(reservation);
    expect(settlementFor(usage({ input_tokens: null }), reservation, prices, 'cloud')).toEqual(reservation);
    expect(settlementFor(usage({ output_tokens: null }), reservation, prices, 'cloud')).toEqual(reservation);
  });

  it('charges more than that where even the believable part is more', verifies('KEL-MONEY-05'), () => {
    const large = usage({ input_tokens: 100_000, output_tokens: null, cached_input_tokens: 90_000, flags: ['absent'] });
    expect(settlementFor(large, reservation, prices, 'cloud')).toEqual({ tokens: 100_000, cost_microusd: 200_000, cloud_calls: 1 });
    expect(settlementFor(usage({ input_tokens: null, output_tokens: 100_000 }), reservation, prices, 'cloud')).toEqual({ tokens: 100_000, cost_microusd: 1_000_000, cloud_calls: 1 });
    expect(settlementFor(usage({ flags: ['absurd'] }), { tokens: 5, tool_calls: 0 }, { input: 0, output: 0 }, 'cloud')).toEqual({ tokens: 550, tool_calls: 0, cost_microusd: 0, cloud_calls: 1 });
  });

  it('never refunds on a doubtful report', verifies('KEL-MONEY-05'), () => {
    const count = fc.option(fc.nat(20_000_000), { nil: null });
    const report = fc.record({ input_tokens: count, output_tokens: count, cached_input_tokens: fc.nat(), cache_write_tokens: fc.nat(), reasoning_tokens: fc.nat(), flags: fc.array(fc.constantFrom(...UsageFlag.options), { maxLength: 2 }) });
    fc.assert(
      fc.property(report, fc.constantFrom('cloud' as const, 'local' as const), fc.nat(100_000), (told, location, inputTokens) => {
        const reserved = reservationFor({ ...request, location, inputTokens });
        const settled = settlementFor(told, reserved, prices, location);
        const isDoubtful = told.flags.length > 0 || told.input_tokens === null || told.output_tokens === null;
        const refunded = Object.keys(reserved).filter((unit) => (settled[unit] ?? 0) < (reserved[unit] ?? 0));
        if (isDoubtful) expect(refunded).toEqual([]);
        expect(Object.values(settled).every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      }),
      { seed: 9 },
    );
  });
});
