import { z } from 'zod';
import { PositiveCount } from '../core/index.ts';

/**
 * What a run may spend unless told otherwise. The specification has no figure; half a million tokens at ten dollars a
 * million, the order of a frontier model's price, come to this, so money and tokens run out at about the same point.
 */
export const RUN_COST_USD_MAX = 5;

/** Hard limits at three levels. A limit of zero would be a ban, and bans are policy, so each is at least one. */
export const ResourceBudget = z.strictObject({
  per_run: z.strictObject({
    max_cloud_calls: PositiveCount,
    max_total_tokens: PositiveCount,
    max_duration_sec: PositiveCount,
    max_tool_calls: PositiveCount,
    max_retrieval_queries: PositiveCount,
    max_parallel_agents: PositiveCount,
    /** Budgets stored before money was limited do not name it; they read with the default. */
    max_cost_usd: z.number().positive().default(RUN_COST_USD_MAX),
  }),
  per_user_daily: z.strictObject({
    max_runs: PositiveCount,
    max_cloud_calls: PositiveCount,
    max_total_tokens: PositiveCount,
  }),
  global: z.strictObject({
    max_concurrent_runs: PositiveCount,
    max_queue_depth: PositiveCount,
    /** Memory of the store, whichever driver keeps it; the name is the one people configure. */
    max_redis_memory_mb: PositiveCount,
    /** Document conversions under way at once. */
    max_docling_jobs: PositiveCount,
  }),
});
export type ResourceBudget = z.infer<typeof ResourceBudget>;

export const DEFAULT_BUDGET: ResourceBudget = {
  per_run: {
    max_cloud_calls: 50,
    max_total_tokens: 500_000,
    max_duration_sec: 1_800,
    max_tool_calls: 100,
    max_retrieval_queries: 20,
    max_parallel_agents: 5,
    max_cost_usd: RUN_COST_USD_MAX,
  },
  per_user_daily: {
    max_runs: 50,
    max_cloud_calls: 200,
    max_total_tokens: 2_000_000,
  },
  global: {
    max_concurrent_runs: 10,
    max_queue_depth: 100,
    max_redis_memory_mb: 16_000,
    max_docling_jobs: 5,
  },
};

/** A warning comes when this much of a limit is used. In whole percent, so that no threshold is off by a rounding. */
export const BUDGET_WARNING_PERCENT = 80;

/** The first whole amount that is at least the warning share of the limit. */
export function warningThreshold(limit: number): number {
  return Math.ceil((limit * BUDGET_WARNING_PERCENT) / 100);
}

/** Always derived: a stored warning could drift from the limit it warns of. */
export const BudgetWarnings = z.strictObject({
  per_run_tokens_warning: PositiveCount,
  per_user_daily_runs_warning: PositiveCount,
  global_concurrent_warning: PositiveCount,
});
export type BudgetWarnings = z.infer<typeof BudgetWarnings>;

export function budgetWarnings(budget: ResourceBudget): BudgetWarnings {
  return {
    per_run_tokens_warning: warningThreshold(budget.per_run.max_total_tokens),
    per_user_daily_runs_warning: warningThreshold(budget.per_user_daily.max_runs),
    global_concurrent_warning: warningThreshold(budget.global.max_concurrent_runs),
  };
}
