import { z } from 'zod';
import { Count, JsonValue, NonEmptyText, TaskId, UnitInterval } from '../core/index.ts';
import { ToolId } from '../tools/tool-id.ts';
import { Criterion, FailureClass, requiredCriteria } from './criterion.ts';
import { KeptContent } from './kept-content.ts';

/** The six states the solver's cascade can end in. */
export const MacroState = z.enum(['abandon', 'success', 'break_symmetry', 'change_approach', 'change_path', 'refine']);
export type MacroState = z.infer<typeof MacroState>;

/** The states that send the planner back to work. */
export const ActionDirective = MacroState.exclude(['abandon', 'success']);
export type ActionDirective = z.infer<typeof ActionDirective>;

/** What came before: `init` in the first round. */
export const PreviousDirective = z.enum(['init', ...ActionDirective.options]);
export type PreviousDirective = z.infer<typeof PreviousDirective>;

/** Distance, process implausibility, resource cost and their total, as the solver's formulas give them. */
export const LossValues = z.strictObject({
  D: UnitInterval,
  P: UnitInterval,
  Omega: UnitInterval,
  L: z.number().min(0),
});
export type LossValues = z.infer<typeof LossValues>;

const measured = {
  task_id: TaskId,
  loss: LossValues,
  /** The change of the total loss; stored as it is, never decided on. */
  grad_l: z.number(),
  /** The change of the quality part alone; this one decides. */
  grad_q: z.number(),
  prev_directive: PreviousDirective,
};

/** The solver's order to the planner. What is blocked may not appear in the next plan. */
export const PlanDirective = z.strictObject({
  ...measured,
  directive: ActionDirective,
  blocked_tools: z.array(ToolId),
  blocked_targets: z.array(NonEmptyText),
  failed_criterion: NonEmptyText,
  failure_class: z.enum([...FailureClass.options, 'mixed']),
  budget_pressure: UnitInterval,
  rationale: NonEmptyText,
});
export type PlanDirective = z.infer<typeof PlanDirective>;

const delivered = {
  ...measured,
  summary: NonEmptyText,
  output: JsonValue,
  /** Where the whole output lies, when it is too large to stand here; `output` is then only its beginning. */
  output_kept: KeptContent.optional(),
  replans: Count,
  unmet_criteria: z.array(Criterion),
};

/** Every criterion was met. */
export const AcceptResult = z.strictObject({
  ...delivered,
  directive: z.literal('accept'),
  unmet_criteria: z.array(Criterion).max(0),
});
export type AcceptResult = z.infer<typeof AcceptResult>;

/** Close enough; what is still unmet is listed, and none of it was required. */
export const SuccessResult = z
  .strictObject({ ...delivered, directive: z.literal('success') })
  .refine((result) => requiredCriteria(result.unmet_criteria).length === 0, {
    path: ['unmet_criteria'],
    message: 'a success may not leave a required criterion unmet',
  });
export type SuccessResult = z.infer<typeof SuccessResult>;

/** Given up, with whatever was reached and what the person could try next. */
export const AbandonResult = z.strictObject({
  ...delivered,
  directive: z.literal('abandon'),
  next_moves: z.array(NonEmptyText).min(1),
});
export type AbandonResult = z.infer<typeof AbandonResult>;

/** What the person gets; only the solver writes it. */
export const FinalResult = z.discriminatedUnion('directive', [AcceptResult, SuccessResult, AbandonResult]);
export type FinalResult = z.infer<typeof FinalResult>;
