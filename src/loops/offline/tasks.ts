import { z } from 'zod';
import { JsonObject, NonEmptyText, PositiveCount, RoleId, ToolId } from '../../contracts/index.ts';
import { SUMMARY_SENTENCES_DEFAULT, SUMMARY_SENTENCES_MAX } from './limits.ts';

/** Which files are meant. Ages are told as time that has passed, since a request knows no clock. */
const filter = {
  path: NonEmptyText.default('.'),
  pattern: NonEmptyText.default('*'),
  min_bytes: PositiveCount.optional(),
  max_bytes: PositiveCount.optional(),
  changed_within_sec: PositiveCount.optional(),
  unchanged_for_sec: PositiveCount.optional(),
};
export const FileFilter = z.strictObject(filter);
export type FileFilter = z.infer<typeof FileFilter>;

/** How a name is made from another. */
export const NameChange = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('replace'), from: z.string().min(1), to: z.string() }),
  z.strictObject({ how: z.literal('prefix'), text: z.string().min(1) }),
  z.strictObject({ how: z.literal('suffix'), text: z.string().min(1) }),
  z.strictObject({ how: z.literal('ending'), to: z.string().min(1) }),
  z.strictObject({ how: z.literal('lower') }),
  z.strictObject({ how: z.literal('upper') }),
  z.strictObject({ how: z.literal('number'), stem: z.string().min(1) }),
  z.strictObject({ how: z.literal('name'), to: NonEmptyText }),
]);
export type NameChange = z.infer<typeof NameChange>;

export const TableFunction = z.enum(['count', 'sum', 'avg', 'min', 'max']);
export type TableFunction = z.infer<typeof TableFunction>;

const TableCondition = z.strictObject({ column: NonEmptyText, op: z.enum(['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'contains']), value: z.union([z.string(), z.number()]) });

/**
 * Everything that is done without a model. The planner writes one into the context of a subtask, as canonical JSON, and
 * the executor reads it there: what is done after a resume is what was planned, whatever the words would mean by then.
 */
export const OfflineTask = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('find_files'), ...filter, order: z.enum(['name', 'largest', 'smallest', 'newest', 'oldest']).default('name'), limit: PositiveCount.optional() }),
  z.strictObject({ kind: z.literal('search_text'), pattern: NonEmptyText, literal: z.boolean().default(false), ignore_case: z.boolean().default(false), path: NonEmptyText.default('.'), glob: NonEmptyText.optional() }),
  z.strictObject({ kind: z.literal('count_files'), ...filter, by: z.enum(['none', 'kind', 'folder']).default('none') }),
  z.strictObject({ kind: z.literal('count_in_files'), ...filter, what: z.enum(['lines', 'words', 'characters']), by: z.enum(['none', 'kind', 'folder', 'file']).default('none') }),
  z.strictObject({ kind: z.literal('count_matches'), text: NonEmptyText, path: NonEmptyText.default('.'), glob: NonEmptyText.optional() }),
  z.strictObject({ kind: z.literal('collect_marks'), marks: z.array(NonEmptyText).min(1), path: NonEmptyText.default('.'), glob: NonEmptyText.optional() }),
  z.strictObject({ kind: z.literal('disk_usage'), path: NonEmptyText.default('.') }),
  z.strictObject({ kind: z.literal('find_duplicates'), ...filter }),
  z.strictObject({ kind: z.literal('git_changes'), path: NonEmptyText.default('.') }),
  z.strictObject({ kind: z.literal('git_branch'), path: NonEmptyText.default('.') }),
  z.strictObject({ kind: z.literal('git_history'), path: NonEmptyText.default('.'), file: NonEmptyText.optional(), since: NonEmptyText.optional(), count: PositiveCount.optional(), show: z.enum(['commits', 'authors', 'files', 'largest']).default('commits') }),
  z.strictObject({ kind: z.literal('git_lines'), file: NonEmptyText }),
  z.strictObject({ kind: z.literal('run_tests'), path: NonEmptyText.default('.'), command: NonEmptyText.optional() }),
  z.strictObject({ kind: z.literal('convert_images'), file: NonEmptyText.optional(), path: NonEmptyText.default('.'), pattern: NonEmptyText.optional(), format: NonEmptyText }),
  z.strictObject({ kind: z.literal('resize_images'), file: NonEmptyText.optional(), path: NonEmptyText.default('.'), pattern: NonEmptyText.optional(), width: PositiveCount.optional(), height: PositiveCount.optional() }),
  z.strictObject({ kind: z.literal('read_image'), file: NonEmptyText, language: NonEmptyText.optional() }),
  z.strictObject({ kind: z.literal('summarise'), file: NonEmptyText.optional(), path: NonEmptyText.default('.'), pattern: NonEmptyText.optional(), sentences: z.int().min(1).max(SUMMARY_SENTENCES_MAX).default(SUMMARY_SENTENCES_DEFAULT) }),
  z.strictObject({
    kind: z.literal('ask_table'),
    path: NonEmptyText,
    measure: TableFunction.optional(),
    column: NonEmptyText.optional(),
    group: NonEmptyText.optional(),
    where: z.array(TableCondition).default([]),
    order: z.strictObject({ column: NonEmptyText.optional(), direction: z.enum(['asc', 'desc']) }).optional(),
    limit: PositiveCount.optional(),
    chart: z.strictObject({ shape: z.enum(['bar', 'line']), file: NonEmptyText }).optional(),
  }),
  z.strictObject({ kind: z.literal('rename_files'), ...filter, change: NameChange, is_preview: z.boolean().default(false) }),
  /** One call that a request means as a whole, beside others in the same request. */
  z.strictObject({ kind: z.literal('call_tool'), tool_id: ToolId, arguments: JsonObject, role_id: RoleId.optional() }),
  /** What the subtasks before it came to, in a file. */
  z.strictObject({ kind: z.literal('save'), file: NonEmptyText, title: NonEmptyText }),
]);
export type OfflineTask = z.infer<typeof OfflineTask>;
export type OfflineTaskKind = OfflineTask['kind'];
export type OfflineTaskOf<Kind extends OfflineTaskKind> = Extract<OfflineTask, { kind: Kind }>;
