import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { CounterStanding } from '../budgets/counter-reading.ts';
import { carve } from './carve.ts';

const LIMITS = { cloud_calls: 10, tokens: 1_000, active_ms: 60_000, tool_calls: 9, retrieval_queries: 4, parallel_agents: 5, cost_microusd: 1_000_003 };
const standing = (spent: Record<string, number> = {}, reserved: Record<string, number> = {}): CounterStanding => ({ limits: LIMITS, spent, reserved }) as unknown as CounterStanding;

describe('what is carved for a child', () => {
  it('is its share of what is left, in whole units, and in the smallest of money', verifies('KEL-CHILD-11'), () => {
    expect(carve(standing(), 50)).toEqual({ max_cloud_calls: 5, max_total_tokens: 500, max_duration_sec: 30, max_tool_calls: 4, max_retrieval_queries: 2, max_parallel_agents: 2, max_cost_usd: 0.500001 });
    expect(carve(standing({ tokens: 400, tool_calls: 5 }, { tokens: 200, cost_microusd: 999_999 }), 25)).toMatchObject({ max_total_tokens: 100, max_tool_calls: 1, max_cost_usd: 0.000001 });
  });

  it('is nothing where a parent has not even one left', verifies('KEL-CHILD-11'), () => {
    expect(carve(standing({ tool_calls: 9 }), 50)).toEqual({ nothingLeftOf: 'tool_calls' });
    expect(carve(standing({}, { active_ms: 59_001 }), 50)).toEqual({ nothingLeftOf: 'active_ms' });
    expect(carve(standing({ parallel_agents: 5 }), 50)).toEqual({ nothingLeftOf: 'parallel_agents' });
  });
});
