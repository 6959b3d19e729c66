import { z } from 'zod';
import { ArtifactId, NonEmptyText, RunId, Timestamp } from '../core/index.ts';
import { BudgetResource } from './budget-resource.ts';
import { Criterion, requiredCriteria } from './criterion.ts';
import { Delivery } from './delivery.ts';
import { Phase } from './phase.ts';
import { Suspension } from './suspension.ts';

/** Why a run ended. Closed: a stop that fits none of these is a defect, not a thirteenth reason. */
export const TerminationReason = z.enum([
  'success',
  'approval_denied',
  'policy_violation',
  'retries_exhausted',
  'timeout',
  'insufficient_evidence',
  'conflicting_agents',
  'user_cancelled',
  'budget_exhausted',
  'blocked',
  'catastrophic_error',
  'context_budget_exceeded',
]);
export type TerminationReason = z.infer<typeof TerminationReason>;

export const SuggestedAction = z.enum(['retry', 'escalate_model', 'broaden_scope', 'user_input', 'abandon']);
export type SuggestedAction = z.infer<typeof SuggestedAction>;

interface Ending {
  reason: TerminationReason;
  suggested_action: SuggestedAction | null;
  unmet_criteria: readonly Criterion[];
}

function saysWhatToDoNext(record: Ending): boolean {
  return record.reason === 'success' || record.suggested_action !== null;
}

function leavesNothingRequiredUnmet(record: Ending): boolean {
  return record.reason !== 'success' || requiredCriteria(record.unmet_criteria).length === 0;
}

/** The one record of why a run ended. Mother alone writes it, once. */
export const TerminationRecord = z
  .strictObject({
    run_id: RunId,
    reason: TerminationReason,
    phase_at_termination: Phase,
    timestamp: Timestamp,
    details: NonEmptyText,
    contributing_factors: z.array(NonEmptyText),
    can_retry: z.boolean(),
    /** Null when there is nothing left to do, which only a success can say. */
    suggested_action: SuggestedAction.nullable(),
    logged_by: z.literal('mother'),
    final_artifacts: z.array(ArtifactId),
    unmet_criteria: z.array(Criterion),
    delivery: Delivery,
    /** What the run was waiting for when it ended, if it was. */
    suspension: Suspension.nullable(),
    /** The limits that were reached while it worked, in the order in which they were, raised since or not. */
    limits_exceeded: z.array(BudgetResource).optional(),
  })
  .refine(saysWhatToDoNext, {
    path: ['suggested_action'],
    message: 'a run that did not succeed says what to do next',
  })
  .refine(leavesNothingRequiredUnmet, {
    path: ['unmet_criteria'],
    message: 'a success may not leave a required criterion unmet',
  });
export type TerminationRecord = z.infer<typeof TerminationRecord>;

/** The four ways a run can have gone, as retention counts them. */
export const RunStatus = z.enum(['success', 'failed', 'cancelled', 'blocked']);
export type RunStatus = z.infer<typeof RunStatus>;

export const RUN_STATUS_BY_REASON: Readonly<Record<TerminationReason, RunStatus>> = {
  success: 'success',
  approval_denied: 'failed',
  policy_violation: 'failed',
  retries_exhausted: 'failed',
  timeout: 'failed',
  insufficient_evidence: 'failed',
  conflicting_agents: 'failed',
  user_cancelled: 'cancelled',
  budget_exhausted: 'failed',
  blocked: 'blocked',
  catastrophic_error: 'failed',
  context_budget_exceeded: 'failed',
};
