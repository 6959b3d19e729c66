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
  .refine((stats) => hasRun(stats) === (stats.success_rate !== null), {
    path: ['success_rate'],
    message: 'the rate is null exactly when the tool never ran',
  });
export type ToolStats = z.infer<typeof ToolStats>;

function hasRun(stats: { success_count: number; failure_count: number }): boolean {
  return stats.success_count + stats.failure_count > 0;
}
