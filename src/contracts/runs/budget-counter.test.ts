import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { BudgetCounter, BudgetExhausted, BudgetResource, GlobalCounter, UserDailyCounter } from './budget-counter.ts';

const counter = {
  run_id: sample.runId,
  user_id: 'ada',
  cloud_calls: 23,
  total_tokens: 145_234,
  duration_sec: 456.5,
  tool_calls: 12,
  retrieval_queries: 5,
  parallel_agents: 2,
  started_at: sample.time,
  last_updated: sample.later,
  warnings_triggered: ['tokens'],
  limits_exceeded: [],
};

describe('a budget counter', () => {
  it('holds what was used, when, and which warnings came', verifies('MH4-5-13'), () => {
    expect(BudgetCounter.parse(counter)).toEqual(counter);
    expect(requiredFieldsOf(BudgetCounter, counter)).toEqual(Object.keys(counter));
  });

  it('never counts below zero', verifies('MH4-5-13'), () => {
    expect(faultsOf(BudgetCounter, { ...counter, tool_calls: -1, duration_sec: -0.5 })).toEqual([
      'duration_sec: Too small: expected number to be >=0',
      'tool_calls: Too small: expected number to be >=0',
    ]);
  });

  it('names only resources that exist', verifies('MH4-5-13', 'MH4-5-14'), () => {
    expect(BudgetResource.options).toEqual(['cloud_calls', 'tokens', 'duration', 'tools', 'retrieval', 'parallel', 'queue']);
    expect(BudgetCounter.safeParse({ ...counter, limits_exceeded: ['patience'] }).success).toBe(false);
  });

  it('has a user’s day and the whole system beside it', verifies('MH4-KEY-04'), () => {
    const day = { runs: 12, cloud_calls: 87, total_tokens: 567_890 };
    const system = { concurrent_runs: 7, queue_depth: 34, redis_memory_mb: 8_432.5, docling_jobs: 2 };
    expect(requiredFieldsOf(UserDailyCounter, day)).toEqual(Object.keys(day));
    expect(requiredFieldsOf(GlobalCounter, system)).toEqual(Object.keys(system));
  });
});

describe('an exhausted budget', () => {
  const exhausted = {
    run_id: sample.runId,
    resource: 'cloud_calls',
    limit: 50,
    consumed: 50,
    timestamp: sample.time,
    termination_reason: 'budget_exhausted',
    termination_details: 'The next call would be the 51st of 50.',
  };

  it('ends the run for that reason and no other', verifies('MH4-5-14'), () => {
    expect(BudgetExhausted.parse(exhausted)).toEqual(exhausted);
    expect(requiredFieldsOf(BudgetExhausted, exhausted)).toEqual(Object.keys(exhausted));
    expect(faultsOf(BudgetExhausted, { ...exhausted, limit: 0, consumed: -1 })).toEqual([
      'limit: Too small: expected number to be >=1',
      'consumed: Too small: expected number to be >=0',
    ]);
    expect(faultsOf(BudgetExhausted, { ...exhausted, termination_reason: 'timeout' })).toEqual([
      'termination_reason: Invalid input: expected "budget_exhausted"',
    ]);
  });
});
