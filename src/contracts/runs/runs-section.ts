import { z } from 'zod';
import { ResourceBudget } from './budget.ts';
import { PhaseLimits } from './phase-limits.ts';
import { Phase } from './phase.ts';

const { per_run: perRun, per_user_daily: perUserDaily, global } = ResourceBudget.shape;

/** Without the default of a stored budget, which would hide that nothing was said. */
const RunLimitsGiven = perRun.extend({ max_cost_usd: perRun.shape.max_cost_usd.unwrap() }).partial();

/** The section `runs` of the configuration file. What is left out is as it is by default. */
export const RunsSection = z.strictObject({
  budget: z.strictObject({ per_run: RunLimitsGiven, per_user_daily: perUserDaily.partial(), global: global.partial() }).partial().optional(),
  phases: z.partialRecord(Phase, PhaseLimits.pick({ timeout_sec: true, max_retries: true }).partial()).optional(),
});
export type RunsSection = z.infer<typeof RunsSection>;
