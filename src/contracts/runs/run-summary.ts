import { z } from 'zod';
import { ArtifactId, ConflictId, Count, NonEmptyText, RunId, SummaryId, TaskId, Timestamp } from '../core/index.ts';
import { BudgetConsumption } from './budget-counter.ts';
import { Criterion } from './criterion.ts';
import { FailureCharge } from './failure-charge.ts';
import { Phase, PhaseExit } from './phase.ts';
import { TerminationReason } from './termination.ts';

export const PhaseVisit = z.strictObject({ phase: Phase, entered_at: Timestamp, exit: PhaseExit });
export type PhaseVisit = z.infer<typeof PhaseVisit>;

/** The artifact that lies beside every termination record: what was done, at what price, and what is left unmet. */
export const RunSummary = z
  .strictObject({
    run_id: RunId,
    task_id: TaskId,
    reason: TerminationReason,
    summary: NonEmptyText,
    started_at: Timestamp,
    ended_at: Timestamp,
    phases: z.array(PhaseVisit),
    replans: Count,
    consumed: BudgetConsumption,
    artifact_ids: z.array(ArtifactId),
    conflict_ids: z.array(ConflictId),
    context_summary_ids: z.array(SummaryId),
    unmet_criteria: z.array(Criterion),
    /** Who answers for what was missed; absent where nobody does. */
    charges: z.array(FailureCharge).min(1).optional(),
  })
  .refine((summary) => summary.started_at <= summary.ended_at, {
    path: ['ended_at'],
    message: 'the run ended before it started',
  });
export type RunSummary = z.infer<typeof RunSummary>;
