import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { budgetRig, DAY_COUNTER } from '../../../test/support/budget-rig.ts';
import { BudgetCounter, documentKey, GlobalCounter, runBudgetWarned, runLimitReached, UserDailyCounter } from '../../contracts/index.ts';
import { createCounters } from '../counters/counters.ts';

describe('the budgets as people know them', () => {
  it('tell of a run what it used, what its subtasks used once, which warnings came and which limits were reached', verifies('KEL-RAISE-04', 'MH4-KEY-02', 'MH4-5-05', 'MH4-5-08', 'MH4-5-10', 'KEL-BUD-08'), async () => {
    const { start, writer, document } = await budgetRig();
    const runId = await start();
    const run = documentKey.runBudget(runId);
    const counters = createCounters(writer);
    await counters.reserve('1', run, 'call', { tokens: 50, cloud_calls: 1, cost_microusd: 500_000 });
    await counters.commit('2', run, 'call', { tokens: 40, cloud_calls: 1, cost_microusd: 250_000 });
    await counters.reserve('3', run, 'agent:1', { parallel_agents: 1 });
    await counters.open('4', `${run}:1-1`, { tool_calls: 5, retrieval_queries: 5 }, { parent: run });
    await counters.reserve('5', `${run}:1-1`, 'tool', { tool_calls: 1, retrieval_queries: 1 });
    await counters.commit('6', `${run}:1-1`, 'tool', { tool_calls: 1, retrieval_queries: 1 });
    await counters.reserve('7', run, 'active', { active_ms: 1_500 });
    await counters.commit('8', run, 'active', { active_ms: 1_500 });
    const warned = { type: runBudgetWarned.type, streamId: runId, payload: { run_id: runId, scope: 'run', resource: 'tokens', limit: 50, consumed: 40 } };
    const reached = { type: runLimitReached.type, streamId: runId, payload: { run_id: runId, scope: 'run', resource: 'cost', limit: 50, consumed: 40, needed: 11 } };
    await writer.append({ key: '9', events: [warned, warned, reached, reached] });
    const used = { cloud_calls: 1, total_tokens: 40, duration_sec: 1.5, tool_calls: 1, retrieval_queries: 1, cost_usd: 0.25 };
    const now = BudgetCounter.parse(await document(run));
    expect(now).toEqual({ run_id: runId, user_id: 'ada', ...used, parallel_agents: 1, started_at: now.started_at, last_updated: now.started_at, warnings_triggered: ['tokens'], limits_exceeded: ['cost'] });
    await counters.close('10', `${run}:1-1`, { parent: run });
    await counters.release('11', run, 'agent:1');
    expect(BudgetCounter.parse(await document(run))).toMatchObject({ ...used, parallel_agents: 0 });
  });

  it('tell of a day what its user used, and of the whole system what is held now', verifies('MH4-KEY-03', 'MH4-KEY-04', 'KEL-BUD-08'), async () => {
    const { counters, document } = await budgetRig();
    await counters.open('1', DAY_COUNTER, { runs: 50, cloud_calls: 200, tokens: 1_000 });
    expect(UserDailyCounter.parse(await document(DAY_COUNTER))).toEqual({ runs: 0, cloud_calls: 0, total_tokens: 0 });
    await counters.reserve('2', DAY_COUNTER, 'one', { runs: 1, cloud_calls: 2, tokens: 30 });
    await counters.commit('3', DAY_COUNTER, 'one', { runs: 1, cloud_calls: 1, tokens: 20 });
    expect(UserDailyCounter.parse(await document(DAY_COUNTER))).toEqual({ runs: 1, cloud_calls: 1, total_tokens: 20 });
    const global = documentKey.globalBudget();
    await counters.open('4', global, { concurrent_runs: 10, queue_depth: 100, redis_memory_mb: 16_000, docling_jobs: 5 });
    await counters.reserve('5', global, 'a', { concurrent_runs: 1, queue_depth: 2, redis_memory_mb: 90, docling_jobs: 3 });
    expect(GlobalCounter.parse(await document(global))).toEqual({ concurrent_runs: 1, queue_depth: 2, redis_memory_mb: 90, docling_jobs: 3 });
    await counters.release('6', global, 'a');
    expect(GlobalCounter.parse(await document(global))).toEqual({ concurrent_runs: 0, queue_depth: 0, redis_memory_mb: 0, docling_jobs: 0 });
  });

  it('leave counters alone that are no budgets', verifies('KEL-BUD-08'), async () => {
    const { counters, document } = await budgetRig();
    await counters.open('1', 'sessions', { tokens: 5 });
    expect([await document('sessions'), await document('counted:sessions')]).toEqual([undefined, {}]);
  });
});
