import { z } from 'zod';
import { JsonValue, NonEmptyText, TaskId } from '../core/index.ts';
import { CriterionVerdict, PassVerdict } from './criterion.ts';
import { KeptContent } from './kept-content.ts';
import { FailedOutcome } from './subtask-outcome.ts';

/** The meta-validator's acceptance. It can carry only passed verdicts, so a doubtful merge cannot be written as one. */
export const OutcomeSummary = z.strictObject({
  task_id: TaskId,
  merged_output: JsonValue,
  /** Where the whole output lies, when it is too large to stand here; `merged_output` is then only its beginning. */
  output_kept: KeptContent.optional(),
  summary: NonEmptyText,
  criteria_verdicts: z.array(PassVerdict).min(1),
});
export type OutcomeSummary = z.infer<typeof OutcomeSummary>;

interface Refusal {
  failed_outcomes: readonly unknown[];
  criteria_verdicts: readonly CriterionVerdict[];
}

function restsOnAFailure(request: Refusal): boolean {
  return request.failed_outcomes.length > 0 || request.criteria_verdicts.some((verdict) => verdict.verdict !== 'pass');
}

/** The meta-validator's refusal; it goes to the solver. Task verdicts travel along because the distance counts them. */
export const ReplanRequest = z
  .strictObject({
    task_id: TaskId,
    failed_outcomes: z.array(FailedOutcome),
    criteria_verdicts: z.array(CriterionVerdict),
    gap_summary: NonEmptyText,
  })
  .refine(restsOnAFailure, 'a replan needs a failed subtask or a task criterion that is not met');
export type ReplanRequest = z.infer<typeof ReplanRequest>;
