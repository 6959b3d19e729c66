import { z } from 'zod';
import { JsonObject, NonEmptyText, PositiveCount } from '../core/index.ts';
import { ToolId } from '../tools/tool-id.ts';

/** Where a check looks: at what was handed back, or at a file of the workspace as it is now. */
export const CheckSubject = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('output') }),
  z.strictObject({ of: z.literal('file'), path: NonEmptyText }),
]);
export type CheckSubject = z.infer<typeof CheckSubject>;

/**
 * A criterion that needs no judgement: it is looked at, and no model is asked. A file counts only when an effect of this
 * run changed it; that something is there proves nothing by itself.
 */
export const PlannedCheck = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file_changed'), path: NonEmptyText }),
  z.strictObject({ kind: z.literal('file_removed'), path: NonEmptyText }),
  z.strictObject({ kind: z.literal('text_contains'), subject: CheckSubject, text: NonEmptyText }),
  z.strictObject({ kind: z.literal('text_lacks'), subject: CheckSubject, text: NonEmptyText }),
  /** With a JSON Schema, or any JSON without one. */
  z.strictObject({ kind: z.literal('json_valid'), subject: CheckSubject, schema: JsonObject.nullable() }),
  /** The project's own test command when none is named. */
  z.strictObject({ kind: z.literal('tests_pass'), command: NonEmptyText.nullable() }),
  z.strictObject({ kind: z.literal('exit_code'), command: NonEmptyText, code: z.int().min(0).max(255) }),
  /** The pointer is a JSON Pointer into the subject; null when the subject is the number itself. */
  z.strictObject({ kind: z.literal('number_in_range'), subject: CheckSubject, pointer: z.string().nullable(), min: z.number().nullable(), max: z.number().nullable() }),
  z.strictObject({ kind: z.literal('tool_completed'), tool_id: ToolId }),
  /** Every citation in the output quotes what was really retrieved, and there are at least this many. */
  z.strictObject({ kind: z.literal('citations_resolve'), min: PositiveCount }),
]);
export type PlannedCheck = z.infer<typeof PlannedCheck>;

/** The second way to the facts of an answer that no model gave. */
export const AnswerBasis = z.enum([
  /** Files are found again by another tool, and some of them read again. */
  'second_count',
  /** Every line, sentence or cell that is quoted stands where it is said to stand. */
  'quoted_lines',
  'quoted_sentences',
  'quoted_cells',
  /** What the groups of a table come to is what the whole comes to. */
  'group_totals',
  'same_content',
  'moved_files',
  'written_files',
  'named_failures',
  'test_counts',
  /** Asked again, the tool says the same. */
  'asked_again',
  'tool_words',
]);
export type AnswerBasis = z.infer<typeof AnswerBasis>;

/** Checks for runs whose work is known beforehand, so that no model is offered them. */
const answerChecks = [
  z.strictObject({ kind: z.literal('answer_agrees'), with: AnswerBasis }),
  /** The run changed nothing but these, and what is allowed beside them. */
  z.strictObject({ kind: z.literal('untouched'), except: z.array(NonEmptyText), allows: z.enum(['nothing', 'new_files', 'moved_files']) }),
] as const;

export const CriterionCheck = z.discriminatedUnion('kind', [...PlannedCheck.options, ...answerChecks]);
export type CriterionCheck = z.infer<typeof CriterionCheck>;
export type CheckKind = CriterionCheck['kind'];
