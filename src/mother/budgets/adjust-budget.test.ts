import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { budgetRig } from '../../../test/support/budget-rig.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { documentKey, type BudgetResource } from '../../contracts/index.ts';
import { terminateRun } from '../run-life.ts';
import { terminationRecord } from '../termination/ending.ts';
import { adjustBudget } from './adjust-budget.ts';

async function bench() {
  const rig = await budgetRig();
  const runId = await rig.start({ max_total_tokens: 1_000 });
  let keys = 0;
  const adjust = (resource: BudgetResource, limit?: number, idempotencyKey = `key-${(keys += 1)}`) => adjustBudget({ runId, resource, reason: 'it is worth it', adjustedBy: 'ada', idempotencyKey, ...(limit !== undefined && { limit }) }, rig);
  return { ...rig, runId, adjust };
}

describe('a person who adjusts a budget', () => {
  it('raises a limit while the run works, and it is written down who did and why', verifies('MH4-5-06', 'KEL-BUD-10'), async () => {
    const { adjust, open, runId, told, state } = await bench();
    const budget = await open(runId);
    expect(await adjust('tokens', 2_000)).toEqual({ run_id: runId, resource: 'tokens', from: 1_000, to: 2_000, consumed: 0, held: 100, waited: false });
    expect(await told('run.budget_adjusted')).toEqual([{ run_id: runId, resource: 'tokens', from: 1_000, to: 2_000, adjusted_by: 'ada', reason: 'it is worth it' }]);
    expect([(await state(documentKey.runBudget(runId))).limits['tokens'], await budget.tokensLeft()]).toEqual([2_000, 1_266]);
  });

  it('raises time and money in seconds and dollars, which the run at work hears of', verifies('MH4-5-06', 'KEL-BUD-10'), async () => {
    const { adjust, open, runId } = await bench();
    const budget = await open(runId);
    expect([await adjust('duration', 3_600), await adjust('cost', 7.5), await adjust('parallel', 9)]).toMatchObject([{ from: 1_800, to: 3_600 }, { from: 5, to: 7.5, consumed: 0, held: 0.5 }, { from: 5, to: 9 }]);
    await (await budget.beginRole('execute/1/1', 1)).end();
    expect(budget.limits).toMatchObject({ max_duration_sec: 3_600, max_cost_usd: 7.5, max_parallel_agents: 9, max_total_tokens: 1_000 });
  });

  it('may take note of a warning and leave the limit as it is', verifies('MH4-5-06', 'KEL-BUD-10'), async () => {
    const { adjust, runId, told, state } = await bench();
    expect(await adjust('tokens')).toEqual({ run_id: runId, resource: 'tokens', from: 1_000, to: 1_000, consumed: 0, held: 0, waited: false });
    expect([(await told('run.budget_adjusted')).length, await told('counter.raised'), (await state(documentKey.runBudget(runId))).limits['tokens']]).toEqual([1, [], 1_000]);
  });

  it('is answered the same when it is asked again, and counted once', verifies('KEL-BUD-10'), async () => {
    const { adjust, told } = await bench();
    const first = await adjust('tokens', 2_000, 'one');
    expect([await adjust('tokens', 2_000, 'one'), (await told('run.budget_adjusted')).length]).toEqual([first, 1]);
  });

  it('cannot lower a limit, change what is no limit of a run, or change one that has ended', verifies('MH4-5-06', 'KEL-BUD-10'), async () => {
    const { adjust, runId, told, ...rig } = await bench();
    expect(await refusalOf(adjust('tokens', 999))).toMatchObject({ code: 'counter.invalid' });
    expect([await refusalOf(adjust('queue', 5)), await refusalOf(adjust('runs', 5))]).toMatchObject([{ code: 'input.invalid' }, { code: 'input.invalid' }]);
    await terminateRun(runId, (at) => terminationRecord({ reason: 'blocked', details: 'It ended.', factors: [], canRetry: true, suggestedAction: 'user_input', unmet: [] }, { runId, phase: 'plan', artifacts: [] }, at), rig);
    expect(await refusalOf(adjust('tokens', 5_000))).toMatchObject({ code: 'run.ended', data: { run_id: runId, reason: 'blocked' } });
    expect(await told('run.budget_adjusted')).toEqual([]);
  });
});
