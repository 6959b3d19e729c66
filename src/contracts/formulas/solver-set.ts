import { z } from 'zod';
import { SemanticVersion } from '../core/index.ts';
import { DEFAULT_LOSS_HYPERPARAMETERS as PUBLISHED, LossHyperparameters } from './loss.ts';

/** Shares are decimal fractions, so their sum may miss 1 by a rounding error. */
const SHARE_TOLERANCE = 1e-9;

/** What can be calibrated: α, β, λ, w₁, w₂, ε, δ, ρ, θ. Time, replans and worsening rounds are limits that people set. */
export const SolverParameters = LossHyperparameters.omit({ time_budget_ms: true, max_replans: true, worsening_rounds_max: true }).refine(({ replan_share: replans, time_share: time }) => replans + time <= 1 + SHARE_TOLERANCE, 'the shares of replans and of time come to more than the whole');
export type SolverParameters = z.infer<typeof SolverParameters>;

/** A set of them under its version. A changed set is another version; what a version means never changes. */
export const SolverSet = z.strictObject({ version: SemanticVersion, parameters: SolverParameters });
export type SolverSet = z.infer<typeof SolverSet>;

/** The set that runs have when nobody applied another. */
export const PUBLISHED_SOLVER_SET: SolverSet = {
  version: '1.0.0',
  parameters: {
    distance_weight: PUBLISHED.distance_weight,
    process_weight: PUBLISHED.process_weight,
    resource_weight: PUBLISHED.resource_weight,
    replan_share: PUBLISHED.replan_share,
    time_share: PUBLISHED.time_share,
    plateau_threshold: PUBLISHED.plateau_threshold,
    convergence_threshold: PUBLISHED.convergence_threshold,
    process_threshold: PUBLISHED.process_threshold,
    abandon_threshold: PUBLISHED.abandon_threshold,
  },
};
