import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import {
  BUDGET_WARNING_PERCENT,
  budgetWarnings,
  DEFAULT_BUDGET,
  ResourceBudget,
  RUN_COST_USD_MAX,
  warningThreshold,
} from './budget.ts';

describe('the default budget', () => {
  it('limits a run, a user’s day and the whole system', verifies('MH4-5-01', 'MH4-5-02', 'MH4-5-03', 'KEL-RUNS-21'), () => {
    expect(DEFAULT_BUDGET).toEqual({
      per_run: {
        max_cloud_calls: 50,
        max_total_tokens: 500_000,
        max_duration_sec: 1_800,
        max_tool_calls: 100,
        max_retrieval_queries: 20,
        max_parallel_agents: 5,
        max_cost_usd: 5,
      },
      per_user_daily: { max_runs: 50, max_cloud_calls: 200, max_total_tokens: 2_000_000 },
      global: { max_concurrent_runs: 10, max_queue_depth: 100, max_redis_memory_mb: 16_000, max_docling_jobs: 5 },
    });
  });

  it('is a valid budget', () => {
    expect(faultsOf(ResourceBudget, DEFAULT_BUDGET)).toEqual([]);
  });
});

describe('a budget', () => {
  it('refuses a negative, a missing and a fractional limit', () => {
    const perRun = DEFAULT_BUDGET.per_run;
    const { max_tool_calls: _gone, ...withoutToolCalls } = perRun;
    expect(faultsOf(ResourceBudget, { ...DEFAULT_BUDGET, per_run: { ...perRun, max_cloud_calls: -1 } })).toEqual([
      'per_run.max_cloud_calls: Too small: expected number to be >=1',
    ]);
    expect(faultsOf(ResourceBudget, { ...DEFAULT_BUDGET, per_run: withoutToolCalls })).toEqual([
      'per_run.max_tool_calls: Invalid input: expected number, received undefined',
    ]);
    expect(faultsOf(ResourceBudget, { ...DEFAULT_BUDGET, per_run: { ...perRun, max_parallel_agents: 1.5 } })).toEqual([
      'per_run.max_parallel_agents: Invalid input: expected int, received number',
    ]);
  });

  it('limits money, to five dollars where a stored budget does not name it', verifies('KEL-RUNS-21'), () => {
    const { max_cost_usd, ...unpriced } = DEFAULT_BUDGET.per_run;
    const withCost = (usd: unknown) => faultsOf(ResourceBudget.shape.per_run, { ...unpriced, max_cost_usd: usd });
    expect([max_cost_usd, RUN_COST_USD_MAX]).toEqual([5, 5]);
    expect(ResourceBudget.shape.per_run.parse(unpriced)).toEqual({ ...unpriced, max_cost_usd: 5 });
    expect([0.01, 250].flatMap(withCost)).toEqual([]);
    expect(withCost(0)).toEqual(['max_cost_usd: Too small: expected number to be >0']);
    expect(withCost(null)).toEqual(['max_cost_usd: Invalid input: expected number, received null']);
    expect(withCost(Number.POSITIVE_INFINITY)).toEqual(['max_cost_usd: Invalid input: expected number, received Infinity']);
  });

  it('needs every other limit and knows no further', verifies('KEL-RUNS-21'), () => {
    const { max_cost_usd: _defaulted, ...named } = DEFAULT_BUDGET.per_run;
    expect(requiredFieldsOf(ResourceBudget.shape.per_run, DEFAULT_BUDGET.per_run)).toEqual(Object.keys(named));
    for (const level of ['per_user_daily', 'global'] as const) {
      expect(requiredFieldsOf(ResourceBudget.shape[level], DEFAULT_BUDGET[level])).toEqual(Object.keys(DEFAULT_BUDGET[level]));
    }
    expect(requiredFieldsOf(ResourceBudget, DEFAULT_BUDGET)).toEqual(Object.keys(DEFAULT_BUDGET));
    expect(faultsOf(ResourceBudget, { ...DEFAULT_BUDGET, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    for (const level of ['per_run', 'per_user_daily', 'global'] as const) {
      expect(faultsOf(ResourceBudget, { ...DEFAULT_BUDGET, [level]: { ...DEFAULT_BUDGET[level], mood: 1 } })).toEqual([
        `${level}: Unrecognized key: "mood"`,
      ]);
    }
  });

  it('has no warnings of its own to drift from its limits', verifies('KEL-RUNS-05'), () => {
    expect(faultsOf(ResourceBudget, { ...DEFAULT_BUDGET, warnings: budgetWarnings(DEFAULT_BUDGET) })).toEqual([
      ': Unrecognized key: "warnings"',
    ]);
  });
});

describe('a budget warning', () => {
  it('comes at 80 percent of the default limits', verifies('MH4-5-04', 'KEL-RUNS-05'), () => {
    expect(BUDGET_WARNING_PERCENT).toBe(80);
    expect(budgetWarnings(DEFAULT_BUDGET)).toEqual({
      per_run_tokens_warning: 400_000,
      per_user_daily_runs_warning: 40,
      global_concurrent_warning: 8,
    });
  });

  it('is the first whole amount that reaches the share', verifies('MH4-5-04', 'KEL-RUNS-05'), () => {
    expect([1, 2, 3, 4, 5, 6].map(warningThreshold)).toEqual([1, 2, 3, 4, 4, 5]);
  });

  it('never comes before the share and never after the limit', verifies('KEL-RUNS-05'), () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), (limit) => {
        const threshold = warningThreshold(limit);
        expect(threshold * 100).toBeGreaterThanOrEqual(limit * 80);
        expect((threshold - 1) * 100).toBeLessThan(limit * 80);
        expect(threshold).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
