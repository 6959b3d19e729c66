import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf } from '../../../test/support/schema-faults.ts';
import { BUDGET_WARNING_PERCENT, budgetWarnings, DEFAULT_BUDGET, ResourceBudget, warningThreshold } from './budget.ts';

describe('the default budget', () => {
  it('limits a run, a user’s day and the whole system', verifies('MH4-5-01', 'MH4-5-02', 'MH4-5-03'), () => {
    expect(DEFAULT_BUDGET).toEqual({
      per_run: {
        max_cloud_calls: 50,
        max_total_tokens: 500_000,
        max_duration_sec: 1_800,
        max_tool_calls: 100,
        max_retrieval_queries: 20,
        max_parallel_agents: 5,
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
