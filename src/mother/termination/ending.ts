import type { BudgetResource, Criterion, Delivery, RunId, SuggestedAction, TerminationReason, TerminationRecord, Timestamp, Phase, ArtifactId } from '../../contracts/index.ts';

/** Why a run ends, in the words of its record. */
export interface Ending {
  readonly reason: TerminationReason;
  readonly details: string;
  readonly factors: readonly string[];
  readonly canRetry: boolean;
  /** Null only for a success that leaves nothing to do. */
  readonly suggestedAction: SuggestedAction | null;
  readonly unmet: readonly Criterion[];
}

export interface EndedAt {
  readonly runId: RunId;
  readonly phase: Phase;
  readonly artifacts: readonly ArtifactId[];
  /** How the result reached the person beside the command's own answer. */
  readonly delivery?: Delivery;
  /** The limits that it met. */
  readonly limits?: readonly BudgetResource[];
}

export function terminationRecord({ reason, details, factors, canRetry, suggestedAction, unmet }: Ending, { runId, phase, artifacts, delivery, limits = [] }: EndedAt, timestamp: Timestamp): TerminationRecord {
  return {
    run_id: runId,
    reason,
    phase_at_termination: phase,
    timestamp,
    details,
    contributing_factors: [...factors],
    can_retry: canRetry,
    suggested_action: suggestedAction,
    logged_by: 'mother',
    final_artifacts: [...artifacts],
    unmet_criteria: [...unmet],
    delivery: delivery ?? { state: 'delivered', channel: 'command', at: timestamp },
    suspension: null,
    ...(limits.length > 0 && { limits_exceeded: [...limits] }),
  };
}
