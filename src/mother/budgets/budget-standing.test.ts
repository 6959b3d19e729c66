import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { budgetRig, DAY_COUNTER } from '../../../test/support/budget-rig.ts';
import { documentKey, type BudgetResource, type BudgetShowReport, type ScopeStanding } from '../../contracts/index.ts';
import { adjustBudget } from './adjust-budget.ts';
import { runSettings } from './budget-settings.ts';
import { budgetStanding } from './budget-standing.ts';

const of = ({ scopes }: BudgetShowReport, scope: ScopeStanding['scope'], resource: BudgetResource) => scopes.find((one) => one.scope === scope)?.limits.find((one) => one.resource === resource);
const where = { userId: 'ada', date: '2027-01-15' } as const;

describe('how the limits stand', () => {
  it('tells what a run used, its subtasks included, what it holds, and who set each limit', verifies('KEL-RAISE-08'), async () => {
    const rig = await budgetRig();
    const { budget } = runSettings({ budget: { per_run: { max_cost_usd: 2 } } });
    const runId = await rig.start({ max_tool_calls: 7, max_cost_usd: 2 });
    const own = documentKey.runBudget(runId);
    await rig.counters.reserve('1', own, 'call', { tokens: 500, cost_microusd: 1_000_000 });
    await rig.counters.commit('2', own, 'call', { tokens: 90, cost_microusd: 250_000 });
    await rig.counters.reserve('3', own, 'next', { tokens: 1_000 });
    await rig.counters.open('4', `${own}:1-1`, { tool_calls: 4, retrieval_queries: 5 }, { parent: own });
    await rig.counters.reserve('5', `${own}:1-1`, 'tool', { tool_calls: 3 });
    await rig.counters.commit('6', `${own}:1-1`, 'tool', { tool_calls: 3 });
    await adjustBudget({ runId, resource: 'tokens', limit: 900_000, reason: 'the files are large', adjustedBy: 'ada', idempotencyKey: 'a' }, rig);
    await adjustBudget({ runId, resource: 'retrieval', reason: 'seen', adjustedBy: 'ada', idempotencyKey: 'b' }, rig);
    const report = await budgetStanding(runId, { ...where, budget, ledger: rig.ledger });
    expect([of(report, 'run', 'tokens'), of(report, 'run', 'cost'), of(report, 'run', 'tools'), of(report, 'run', 'retrieval'), report.run_id, report.assumed_calls]).toEqual([
      { resource: 'tokens', used: 90, held: 1_000, left: 898_910, limit: 900_000, from: 'raised', detail: 'ada: the files are large' },
      { resource: 'cost', used: 0.25, held: 0, left: 1.75, limit: 2, from: 'configuration', detail: 'runs.budget.per_run.max_cost_usd' },
      { resource: 'tools', used: 3, held: 1, left: 3, limit: 7, from: 'start', detail: 'given when it was started' },
      { resource: 'retrieval', used: 0, held: 5, left: 15, limit: 20, from: 'default', detail: 'runs.budget.per_run.max_retrieval_queries' },
      runId,
      0,
    ]);
  });

  it('tells of the day and the whole system, also where nothing was recorded yet', verifies('KEL-RAISE-08'), async () => {
    const rig = await budgetRig();
    await rig.counters.open('1', DAY_COUNTER, { runs: 50, cloud_calls: 200, tokens: 1_000 });
    await rig.counters.reserve('2', DAY_COUNTER, 'one', { runs: 1, tokens: 30 });
    await rig.counters.commit('3', DAY_COUNTER, 'one', { runs: 1, tokens: 20 });
    const { budget } = runSettings({ budget: { per_user_daily: { max_total_tokens: 5_000 }, global: { max_concurrent_runs: 3 } } });
    const day = await budgetStanding(undefined, { ...where, budget, ledger: rig.ledger });
    expect(day).toEqual({
      run_id: null,
      assumed_calls: 0,
      scopes: [
        { scope: 'user_daily', of: 'ada, 2027-01-15 (UTC)', limits: [
          { resource: 'runs', used: 1, held: 0, left: 49, limit: 50, from: 'default', detail: 'runs.budget.per_user_daily.max_runs' },
          { resource: 'cloud_calls', used: 0, held: 0, left: 200, limit: 200, from: 'default', detail: 'runs.budget.per_user_daily.max_cloud_calls' },
          { resource: 'tokens', used: 20, held: 0, left: 4_980, limit: 5_000, from: 'configuration', detail: 'runs.budget.per_user_daily.max_total_tokens' },
        ] },
        { scope: 'global', of: 'all runs here', limits: [
          { resource: 'runs', used: 0, held: 0, left: 3, limit: 3, from: 'configuration', detail: 'runs.budget.global.max_concurrent_runs' },
          { resource: 'queue', used: 0, held: 0, left: 100, limit: 100, from: 'default', detail: 'runs.budget.global.max_queue_depth' },
        ] },
      ],
    });
    const nothing = await budgetStanding(undefined, { ...where, budget: runSettings().budget });
    expect([of(nothing, 'user_daily', 'tokens'), of(nothing, 'global', 'runs')]).toMatchObject([{ left: 2_000_000, from: 'default' }, { left: 10, limit: 10 }]);
  });
});
