import type { BudgetResource, CounterAmounts, CounterUnit, ResourceBudget } from '../../contracts/index.ts';

type RunLimits = ResourceBudget['per_run'];

/** What a person raises by name. How many runs wait or work is no limit of one run. */
export type RunResource = Exclude<BudgetResource, 'queue' | 'runs'>;

interface CountedAs {
  readonly unit: CounterUnit;
  readonly limit: keyof RunLimits;
  /** How many of the unit one of the resource is: counters hold whole numbers, so money and time are counted in small ones. */
  readonly perOne: number;
}

/** How the limits of a run stand in its counter. */
export const RUN_RESOURCES: Readonly<Record<RunResource, CountedAs>> = {
  cloud_calls: { unit: 'cloud_calls', limit: 'max_cloud_calls', perOne: 1 },
  tokens: { unit: 'tokens', limit: 'max_total_tokens', perOne: 1 },
  duration: { unit: 'active_ms', limit: 'max_duration_sec', perOne: 1_000 },
  tools: { unit: 'tool_calls', limit: 'max_tool_calls', perOne: 1 },
  retrieval: { unit: 'retrieval_queries', limit: 'max_retrieval_queries', perOne: 1 },
  parallel: { unit: 'parallel_agents', limit: 'max_parallel_agents', perOne: 1 },
  cost: { unit: 'cost_microusd', limit: 'max_cost_usd', perOne: 1_000_000 },
};

export function runCounterLimits(limits: RunLimits): CounterAmounts {
  return Object.fromEntries(Object.values(RUN_RESOURCES).map(({ unit, limit, perOne }) => [unit, Math.round(limits[limit] * perOne)]));
}

/** The limits of a run as its counter has them now; what the counter does not hold is as it was. */
export function runLimitsOf(counted: CounterAmounts, before: RunLimits): RunLimits {
  const limits = { ...before };
  for (const { unit, limit, perOne } of Object.values(RUN_RESOURCES)) limits[limit] = unit in counted ? (counted[unit] ?? 0) / perOne : before[limit];
  return limits;
}

export function dayCounterLimits({ max_runs, max_cloud_calls, max_total_tokens }: ResourceBudget['per_user_daily']): CounterAmounts {
  return { runs: max_runs, cloud_calls: max_cloud_calls, tokens: max_total_tokens };
}

export function globalCounterLimits({ max_concurrent_runs, max_queue_depth, max_redis_memory_mb, max_docling_jobs }: ResourceBudget['global']): CounterAmounts {
  return { concurrent_runs: max_concurrent_runs, queue_depth: max_queue_depth, redis_memory_mb: max_redis_memory_mb, docling_jobs: max_docling_jobs };
}

/** What is carved out for a subtask; tokens and money stay with the run, where the estimate of each call bounds them. */
export const CARVED_UNITS = ['cloud_calls', 'tool_calls', 'retrieval_queries'] as const satisfies readonly CounterUnit[];

/** What a call takes of a user's day. */
export const DAY_UNITS = ['cloud_calls', 'tokens'] as const satisfies readonly CounterUnit[];
