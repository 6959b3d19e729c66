import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { DEFAULT_BUDGET, KeelsonConfig, phaseLimits } from '../../contracts/index.ts';
import { runSettings } from './budget-settings.ts';

describe('the settings of runs', () => {
  it('are the defaults where nothing is said', verifies('KEL-BUD-09'), () => {
    const { budget, phases } = runSettings();
    expect([budget, phases('execute'), phases('approve')]).toEqual([DEFAULT_BUDGET, phaseLimits('execute'), phaseLimits('approve')]);
  });

  it('put what a person configured over the defaults, limit by limit', verifies('KEL-BUD-09'), () => {
    const { runs } = KeelsonConfig.parse({ runs: { budget: { per_run: { max_tool_calls: 7 }, per_user_daily: { max_runs: 3 }, global: { max_concurrent_runs: 1 } }, phases: { plan: { timeout_sec: 90 }, repair: { max_retries: 0 } } } });
    const { budget, phases } = runSettings(runs);
    expect(budget).toEqual({ per_run: { ...DEFAULT_BUDGET.per_run, max_tool_calls: 7 }, per_user_daily: { ...DEFAULT_BUDGET.per_user_daily, max_runs: 3 }, global: { ...DEFAULT_BUDGET.global, max_concurrent_runs: 1 } });
    expect([phases('plan').timeout_sec, phases('plan').max_retries, phases('repair')]).toEqual([90, phaseLimits('plan').max_retries, { ...phaseLimits('repair'), max_retries: 0 }]);
  });

  it('refuse what is no limit', verifies('KEL-BUD-09'), () => {
    const faults = (runs: unknown) => KeelsonConfig.safeParse({ runs }).error?.issues.map(({ path }) => path.join('.'));
    expect([faults({ budget: { per_run: { max_tool_calls: 0 } } }), faults({ budget: { per_run: { max_cost_usd: -1 } } }), faults({ phases: { plan: { timeout_sec: 1.5 } } }), faults({ phases: { lunch: {} } }), faults({ mood: 1 })]).toEqual([['runs.budget.per_run.max_tool_calls'], ['runs.budget.per_run.max_cost_usd'], ['runs.phases.plan.timeout_sec'], ['runs.phases'], ['runs']]);
  });
});
