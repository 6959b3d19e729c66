import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import {
  BudgetConsumption,
  BudgetCounter,
  BudgetExhausted,
  GlobalCounter,
  TERMINATION_REASON_BY_RESOURCE,
  UserDailyCounter,
} from './budget-counter.ts';
import { BudgetResource } from './budget-resource.ts';

const counter = {
  run_id: sample.runId,
  user_id: 'ada',
  cloud_calls: 23,
  total_tokens: 145_234,
  duration_sec: 456.5,
  tool_calls: 12,
  retrieval_queries: 5,
  parallel_agents: 2,
  cost_usd: 1.25,
  started_at: sample.time,
  last_updated: sample.later,
  warnings_triggered: ['tokens'],
  limits_exceeded: [],
};

describe('a budget counter', () => {
  it('holds what was used, when, and which warnings came', verifies('MH4-5-13'), () => {
    expect(BudgetCounter.parse(counter)).toEqual(counter);
    expect(requiredFieldsOf(BudgetCounter, counter)).toEqual(Object.keys(counter));
    expect(faultsOf(BudgetCounter, { ...counter, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(BudgetConsumption, { ...BudgetConsumption.strip().parse(counter), mood: 1 })).toEqual([
      ': Unrecognized key: "mood"',
    ]);
  });

  it('never counts below zero', verifies('MH4-5-13'), () => {
    expect(faultsOf(BudgetCounter, { ...counter, tool_calls: -1, duration_sec: -0.5, cost_usd: -0.01 })).toEqual([
      'duration_sec: Too small: expected number to be >=0',
      'tool_calls: Too small: expected number to be >=0',
      'cost_usd: Too small: expected number to be >=0',
    ]);
  });

  it('names only resources that exist', verifies('MH4-5-13', 'MH4-5-14', 'KEL-RUNS-21'), () => {
    expect(BudgetResource.options).toEqual([
      'cloud_calls',
      'tokens',
      'duration',
      'tools',
      'retrieval',
      'parallel',
      'queue',
      'cost',
      'runs',
    ]);
    expect(BudgetCounter.safeParse({ ...counter, limits_exceeded: ['patience'] }).success).toBe(false);
  });

  it('has a user’s day and the whole system beside it', () => {
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

  it('names the resource, its limit and what was used', verifies('MH4-5-14'), () => {
    expect(BudgetExhausted.parse(exhausted)).toEqual(exhausted);
    expect(requiredFieldsOf(BudgetExhausted, exhausted)).toEqual(Object.keys(exhausted));
    expect(faultsOf(BudgetExhausted, { ...exhausted, limit: 0, consumed: -1 })).toEqual([
      'limit: Too small: expected number to be >0',
      'consumed: Too small: expected number to be >=0',
    ]);
    expect(faultsOf(BudgetExhausted, { ...exhausted, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(BudgetExhausted, { ...exhausted, resource: 'cost', limit: 0.5, consumed: 0.51 })).toEqual([]);
  });

  it('ends the run as a timeout when it was time, and as an exhausted budget otherwise', verifies('MH4-5-14', 'KEL-RUNS-26'), () => {
    const reasons = ['budget_exhausted', 'timeout'];
    const accepted = BudgetResource.options.map((resource) => [
      resource,
      reasons.filter((termination_reason) => BudgetExhausted.safeParse({ ...exhausted, resource, termination_reason }).success),
    ]);
    const expected = { ...Object.fromEntries(BudgetResource.options.map((one) => [one, 'budget_exhausted'])), duration: 'timeout' };
    expect(TERMINATION_REASON_BY_RESOURCE).toEqual(expected);
    expect(accepted).toEqual(BudgetResource.options.map((resource) => [resource, [TERMINATION_REASON_BY_RESOURCE[resource]]]));
    expect(faultsOf(BudgetExhausted, { ...exhausted, termination_reason: 'timeout' })).toEqual([
      'termination_reason: time that runs out is a timeout, anything else an exhausted budget',
    ]);
    expect(faultsOf(BudgetExhausted, { ...exhausted, termination_reason: 'blocked' })).toEqual([
      'termination_reason: Invalid option: expected one of "budget_exhausted"|"timeout"',
    ]);
  });
});
