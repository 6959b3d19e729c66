import { z } from 'zod';
import { Count, Timestamp, UnitInterval } from '../core/index.ts';

/** How a tool has fared, kept under `tool_stats:{tool_id}`. A tool that never ran has no rate, not a rate of zero. */
export const ToolStats = z
  .strictObject({
    success_count: Count,
    failure_count: Count,
    success_rate: UnitInterval.nullable(),
    avg_execution_ms: z.number().min(0).nullable(),
    last_used: Timestamp.nullable(),
  })
  .refine((stats) => stats.success_rate === successRate(stats), {
    path: ['success_rate'],
    message: 'the rate is the share of successes, and null while the tool never ran',
  })
  .refine((stats) => hasRun(stats) || stats.avg_execution_ms === null, {
    path: ['avg_execution_ms'],
    message: 'a tool that never ran took no time',
  })
  .refine((stats) => hasRun(stats) === (stats.last_used !== null), {
    path: ['last_used'],
    message: 'the last use is null exactly when the tool never ran',
  });
export type ToolStats = z.infer<typeof ToolStats>;

interface RunCounts {
  success_count: number;
  failure_count: number;
}

function hasRun(stats: RunCounts): boolean {
  return stats.success_count + stats.failure_count > 0;
}

/** Never stored apart from the counts it is made of; null before the first run. */
export function successRate(stats: RunCounts): number | null {
  return hasRun(stats) ? stats.success_count / (stats.success_count + stats.failure_count) : null;
}
