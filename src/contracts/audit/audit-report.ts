import { z } from 'zod';
import { Count, NonEmptyText, PositiveCount, Sha256, Timestamp } from '../core/index.ts';

/** How a task's distance from its goal went, from its rounds. */
export const GapTrend = z.enum(['improving', 'worsening', 'flat']);
export type GapTrend = z.infer<typeof GapTrend>;

export const ToolHealth = z.strictObject({
  /** Executions that came back as failed. */
  execution_failures: Count,
  /** Corrections because of what lay outside the work, and because of the work. */
  environmental_retries: Count,
  logical_retries: Count,
});
export type ToolHealth = z.infer<typeof ToolHealth>;

/** What the auditor tells the operator of one window, and nobody else. */
export const AuditReport = z.strictObject({
  schema_version: z.literal('1.0'),
  trigger: z.enum(['periodic', 'on-demand']),
  window_start: Timestamp,
  window_end: Timestamp,
  tasks_observed: Count,
  total_corrections: Count,
  gap_trends: z.array(z.strictObject({ task_id: NonEmptyText, trend: GapTrend })),
  boundary_violations: z.array(NonEmptyText),
  drift_alerts: z.array(NonEmptyText),
  anomalies: z.array(NonEmptyText),
  tool_health: ToolHealth,
  /** Of the lists above, how many entries found no room. */
  left_off: Count,
  events: Count,
  runs_ended: Count,
  runs_failed: Count,
  tool_calls: Count,
  tool_calls_failed: Count,
  /** Reports so far, and where the audit stood when this one was made: an audit that is cut afterwards disagrees with it. */
  number: PositiveCount,
  audit_sequence: Count,
  audit_hash: Sha256,
  /** Under which rules it was made: the same lines give the same report under the same rules. */
  facts_version: PositiveCount,
});
export type AuditReport = z.infer<typeof AuditReport>;
