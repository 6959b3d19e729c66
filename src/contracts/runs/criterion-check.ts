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
export const CriterionCheck = z.discriminatedUnion('kind', [
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
export type CriterionCheck = z.infer<typeof CriterionCheck>;
export type CheckKind = CriterionCheck['kind'];
