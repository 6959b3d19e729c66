import { z } from 'zod';
import { Count, Name, NonEmptyText, RunId, Timestamp } from '../core/index.ts';
import { BudgetResource } from './budget-resource.ts';
import type { TerminationReason } from './termination.ts';

/** What a run has used. Duration is active time: waiting for a person costs nothing. */
export const BudgetConsumption = z.strictObject({
  cloud_calls: Count,
  total_tokens: Count,
  duration_sec: z.number().min(0),
  tool_calls: Count,
  retrieval_queries: Count,
  parallel_agents: Count,
  cost_usd: z.number().min(0),
});
export type BudgetConsumption = z.infer<typeof BudgetConsumption>;

/** A run's counter, kept under `budget:run:{run_id}`. */
export const BudgetCounter = z.strictObject({
  run_id: RunId,
  user_id: Name,
  ...BudgetConsumption.shape,
  started_at: Timestamp,
  last_updated: Timestamp,
  warnings_triggered: z.array(BudgetResource),
  limits_exceeded: z.array(BudgetResource),
});
export type BudgetCounter = z.infer<typeof BudgetCounter>;

/** A user's day, kept under `budget:user:{user_id}:daily:{date}`. */
export const UserDailyCounter = z.strictObject({ runs: Count, cloud_calls: Count, total_tokens: Count });
export type UserDailyCounter = z.infer<typeof UserDailyCounter>;

/** The whole system now, kept under `budget:global`; the circuit breaker reads it. */
export const GlobalCounter = z.strictObject({
  concurrent_runs: Count,
  queue_depth: Count,
  redis_memory_mb: z.number().min(0),
  docling_jobs: Count,
});
export type GlobalCounter = z.infer<typeof GlobalCounter>;

/** Why a run ends when a resource runs out: time is a timeout, everything else an exhausted budget. */
export const TERMINATION_REASON_BY_RESOURCE = {
  cloud_calls: 'budget_exhausted',
  tokens: 'budget_exhausted',
  duration: 'timeout',
  tools: 'budget_exhausted',
  retrieval: 'budget_exhausted',
  parallel: 'budget_exhausted',
  queue: 'budget_exhausted',
  cost: 'budget_exhausted',
  runs: 'budget_exhausted',
} as const satisfies Record<BudgetResource, TerminationReason>;

/** Which limit stopped a run, and by how much it would have been passed. */
export const BudgetExhausted = z
  .strictObject({
    run_id: RunId,
    resource: BudgetResource,
    limit: z.number().positive(),
    consumed: z.number().min(0),
    timestamp: Timestamp,
    termination_reason: z.enum(['budget_exhausted', 'timeout']),
    termination_details: NonEmptyText,
  })
  .refine((exhausted) => exhausted.termination_reason === TERMINATION_REASON_BY_RESOURCE[exhausted.resource], {
    path: ['termination_reason'],
    message: 'time that runs out is a timeout, anything else an exhausted budget',
  });
export type BudgetExhausted = z.infer<typeof BudgetExhausted>;
