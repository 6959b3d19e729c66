import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { CounterAmounts, ModelId } from '../../contracts/index.ts';
import { withoutDearest } from './spending.ts';

describe('what a budget cannot hold', () => {
  const left = (amounts: Readonly<Record<ModelId, CounterAmounts>>) => withoutDearest(Object.keys(amounts), new Map(Object.entries(amounts)));

  it('goes without the dearest: by money, then by calls to the cloud, then by tokens', verifies('MH4-5-21', 'KEL-ROUTE-03'), () => {
    expect(left({ dear: { cost_microusd: 2, tokens: 1 }, cheap: { cost_microusd: 1, cloud_calls: 1, tokens: 9_000_000 } })).toEqual(['cheap']);
    expect(left({ local: { tokens: 9_000_000 }, cloud: { cloud_calls: 1, tokens: 1 } })).toEqual(['local']);
    expect(left({ long: { tokens: 2 }, short: { tokens: 1 }, none: {} })).toEqual(['short', 'none']);
    expect(left({ one: { cost_microusd: 2 }, two: { cost_microusd: 2 }, three: { cost_microusd: 1 } })).toEqual(['three']);
  });

  it('is not held by anybody when all are as dear as each other', verifies('MH4-5-21', 'KEL-ROUTE-03'), () => {
    expect([left({ one: { cloud_calls: 1 } }), left({ one: { tokens: 1 }, two: { tokens: 1 } }), left({ unknown: {} })]).toEqual([undefined, undefined, undefined]);
  });
});
