import { z } from 'zod';
import { Count, PositiveCount, UnitInterval } from '../core/index.ts';
import { DEFAULT_BUDGET } from '../runs/budget.ts';
import { CriterionMode } from '../runs/criterion.ts';

/** One criterion as the loss sees it: how it must be shown, what came out, and how often it failed on the way. */
export const DistanceVerdict = z
  .strictObject({
    /** Subtask verdicts and the meta-validator's verdicts on the whole task count alike. */
    level: z.enum(['subtask', 'task']),
    mode: CriterionMode,
    verdict: z.enum(['pass', 'fail']),
    failed_attempts: Count,
    attempts: PositiveCount,
  })
  .refine((verdict) => verdict.failed_attempts <= verdict.attempts, 'more failed attempts than attempts')
  .refine((verdict) => verdict.verdict === 'pass' || verdict.failed_attempts > 0, 'a failure without a failed attempt');
export type DistanceVerdict = z.infer<typeof DistanceVerdict>;

export const DistanceVerdicts = z.array(DistanceVerdict);
export type DistanceVerdicts = z.infer<typeof DistanceVerdicts>;

export const LossHyperparameters = z.strictObject({
  distance_weight: UnitInterval,
  process_weight: UnitInterval,
  resource_weight: UnitInterval,
  replan_share: UnitInterval,
  time_share: UnitInterval,
  plateau_threshold: UnitInterval,
  convergence_threshold: UnitInterval,
  process_threshold: UnitInterval,
  abandon_threshold: UnitInterval,
  time_budget_ms: Count,
  max_replans: Count,
  worsening_rounds_max: PositiveCount,
});
export type LossHyperparameters = z.infer<typeof LossHyperparameters>;

/** α, β, λ, w₁, w₂, ε, δ, ρ, θ of the control loop, in this order, and its limits. */
export const DEFAULT_LOSS_HYPERPARAMETERS = {
  distance_weight: 0.6,
  process_weight: 0.3,
  resource_weight: 0.4,
  replan_share: 0.6,
  time_share: 0.4,
  plateau_threshold: 0.1,
  convergence_threshold: 0.3,
  process_threshold: 0.5,
  abandon_threshold: 0.8,
  // The run's own time limit: two different clocks for one run would contradict each other.
  time_budget_ms: DEFAULT_BUDGET.per_run.max_duration_sec * 1_000,
  max_replans: 3,
  worsening_rounds_max: 2,
} as const satisfies LossHyperparameters;
