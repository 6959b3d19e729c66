import { z } from 'zod';
import { JsonObject, NonEmptyText, PositiveCount, Timestamp } from '../core/index.ts';
import { PlannedCheck } from '../runs/criterion-check.ts';
import { CriterionMode, FailureClass } from '../runs/criterion.ts';
import { Confidence, NextAction, RiskAssessment } from './result-envelope.ts';

/**
 * What a model answers in each role. Nothing here is an identifier or a hash: those are made by the product. Everything is
 * a claim until it is checked. Nothing is left out; where there is nothing to say it is null or an empty list.
 */

/** The perceiver restates; it sets no criteria, chooses no tool, and stores nothing. */
export const PerceiverAnswer = z.strictObject({
  intent: NonEmptyText,
  scope: NonEmptyText.nullable(),
  deadline: Timestamp.nullable(),
});
export type PerceiverAnswer = z.infer<typeof PerceiverAnswer>;

export const PlannedCriterion = z.strictObject({
  criterion: NonEmptyText,
  mode: CriterionMode,
  required: z.boolean(),
  /** How it can be looked at without judging; null where only judgement can tell. */
  check: PlannedCheck.nullable(),
});
export type PlannedCriterion = z.infer<typeof PlannedCriterion>;

export const PlannedSubtask = z.strictObject({
  /** Equal numbers run side by side, later ones get what earlier ones gave. */
  sequence: PositiveCount,
  role: NonEmptyText,
  intent: NonEmptyText,
  context: z.string(),
  /** The tools it is expected to need; what is blocked may not be among them. */
  tools: z.array(NonEmptyText),
  success_criteria: z.array(PlannedCriterion).min(1),
});
export type PlannedSubtask = z.infer<typeof PlannedSubtask>;

interface Decided {
  decision: 'plan' | 'needs_input' | 'impossible';
  questions: readonly string[];
  reason: string;
  task_criteria: readonly unknown[];
  subtasks: readonly unknown[];
}

function bringsWhatItDecided({ decision, questions, reason, task_criteria, subtasks }: Decided): boolean {
  if (decision === 'plan') return task_criteria.length > 0 && subtasks.length > 0;
  return decision === 'needs_input' ? questions.length > 0 : reason !== '';
}

export const PlannerAnswer = z
  .strictObject({
    decision: z.enum(['plan', 'needs_input', 'impossible']),
    /** For `needs_input`: what only the person can say. */
    questions: z.array(NonEmptyText),
    /** For `impossible`: what stands in the way. Else why it is done like this. */
    reason: z.string(),
    /** Assertions about the combined output of all subtasks. */
    task_criteria: z.array(PlannedCriterion),
    subtasks: z.array(PlannedSubtask),
  })
  .refine(bringsWhatItDecided, 'a plan has criteria and subtasks, needs_input has questions, impossible has a reason');
export type PlannerAnswer = z.infer<typeof PlannerAnswer>;

/** What an executor hands back with the tool `finish`. */
export const WorkReport = z.strictObject({
  status: z.enum(['completed', 'uncertain', 'failed']),
  output: z.string(),
  confidence: Confidence,
  risk: RiskAssessment,
  /** Content of the artifacts that its contract asks of the role's own words; patches, test results and reports of tools are made by the product. */
  artifacts: z.array(z.strictObject({ type: NonEmptyText, content: JsonObject })),
  next_actions: z.array(NextAction),
});
export type WorkReport = z.infer<typeof WorkReport>;

export const SubtaskJudgement = z.strictObject({
  verdicts: z.array(
    z.strictObject({
      /** Its number in the list that was asked about, from 1. */
      criterion: PositiveCount,
      verdict: z.enum(['met', 'unmet']),
      failure_class: FailureClass.nullable(),
      /** The numbers of the tool calls that show it, from 1; none for what is unmet. */
      tool_calls: z.array(PositiveCount),
      evidence: NonEmptyText,
    }),
  ),
  what_was_wrong: z.string(),
  what_to_do: z.string(),
});
export type SubtaskJudgement = z.infer<typeof SubtaskJudgement>;

export const TaskJudgement = z.strictObject({
  verdicts: z.array(
    z.strictObject({
      criterion: PositiveCount,
      verdict: z.enum(['met', 'unmet']),
      /** The numbers of the subtasks whose output shows it, from 1. */
      subtasks: z.array(PositiveCount),
      evidence: NonEmptyText,
    }),
  ),
  summary: NonEmptyText,
});
export type TaskJudgement = z.infer<typeof TaskJudgement>;

/** What a planner leaves a person with when a task is given up. */
export const PartialResultAnswer = z.strictObject({ summary: NonEmptyText, next_moves: z.array(NonEmptyText).min(1) });
export type PartialResultAnswer = z.infer<typeof PartialResultAnswer>;

/** Which of the parties an arbiter holds with; null when it holds with none. */
export const ArbiterAnswer = z.strictObject({ winner: NonEmptyText.nullable(), rationale: NonEmptyText });
export type ArbiterAnswer = z.infer<typeof ArbiterAnswer>;

export const SummaryAnswer = z.strictObject({
  summary_text: NonEmptyText,
  information_preserved: z.array(NonEmptyText),
  information_lost: z.array(NonEmptyText),
});
export type SummaryAnswer = z.infer<typeof SummaryAnswer>;

/** As much as a search takes of a question. */
export const RETRIEVAL_QUERY_CHARS_MAX = 2_000;

/** The same question in words that its sources may use. */
export const QueryRewriteAnswer = z.strictObject({ other_words: NonEmptyText.max(RETRIEVAL_QUERY_CHARS_MAX) });
export type QueryRewriteAnswer = z.infer<typeof QueryRewriteAnswer>;

/** Short enough to be quoted in a plan beside others. */
export const RULE_CHARS_MAX = 400;

/** One rule, in the words of whoever distils. */
export const DistilledRuleAnswer = z.strictObject({ rule: NonEmptyText.max(RULE_CHARS_MAX) });
export type DistilledRuleAnswer = z.infer<typeof DistilledRuleAnswer>;
