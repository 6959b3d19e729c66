import { z } from 'zod';
import { Name, NonEmptyText, ReceiptId, RunId, Sha256, StorageRef, TaintClass, Timestamp } from '../core/index.ts';

/** One argument of a call and the words it shares with something that was read. */
export const ArgumentOrigin = z.strictObject({
  /** Where in the arguments, as a JSON pointer. */
  argument: z.string(),
  /** `owner`: the person typed it. `source`: it stands in what was read. `model`: neither, so a model made it up. */
  origin: z.enum(['owner', 'source', 'model']),
  /** The words found in both, as they stand in the argument. */
  span: z.string().max(500),
  /** What was read: a tool call, an address, a path. Absent unless the origin is a source. */
  source: NonEmptyText.optional(),
  taint_class: TaintClass.optional(),
});
export type ArgumentOrigin = z.infer<typeof ArgumentOrigin>;

/** What an action does to the world, as far as taint is concerned. `look` and `answer` do nothing to it. */
export const Consequence = z.enum([
  'look',
  'answer',
  'note',
  'fetch',
  'remember',
  'write_inside',
  'write_outside',
  'execute',
  'delete',
  'modify',
  'delegate',
  'send',
  'publish',
  'spend',
  'change_policy',
  'approve',
  'widen_scope',
  'unknown',
]);
export type Consequence = z.infer<typeof Consequence>;

/** What holds text that was written while a run was tainted; the label stays with it until it is replaced or cleaned. */
export const TaintSubjectKind = z.enum(['file', 'memory', 'artifact', 'session']);
export type TaintSubjectKind = z.infer<typeof TaintSubjectKind>;

export const TaintMark = z.strictObject({
  subject_kind: TaintSubjectKind,
  /** A path below the workspace, or an id. */
  subject: NonEmptyText,
  taint_class: TaintClass,
  /** Which sources it came from, in words; a few are enough to find the rest. */
  sources: z.array(NonEmptyText).max(8),
  /** Whether what was there before is wholly gone, and its label with it. */
  replaces: z.boolean(),
  run_id: RunId.nullable(),
});
export type TaintMark = z.infer<typeof TaintMark>;

/** The only way in which taint goes down: who or what cleaned it, from what to what, with evidence. */
export const SanitizationNode = z
  .strictObject({
    node_id: ReceiptId,
    input_taint: TaintClass,
    output_taint: TaintClass,
    method: z.enum(['human_review', 'structural_strip', 'policy_filter']),
    evidence_ref: StorageRef,
    created_at: Timestamp,
    schema_version: z.literal('1.0'),
  })
  .refine(({ output_taint }) => output_taint !== 'owner_typed', { path: ['output_taint'], error: 'only words that the person typed in this task are theirs' });
export type SanitizationNode = z.infer<typeof SanitizationNode>;

/** One subject that was cleaned, as it stood then: other content under the same name is not covered. */
export const Sanitization = z.strictObject({
  subject_kind: TaintSubjectKind,
  subject: NonEmptyText,
  content_hash: Sha256,
  cleaned_by: Name,
  reason: NonEmptyText,
  node: SanitizationNode,
});
export type Sanitization = z.infer<typeof Sanitization>;

/** The label of one subject as it stands. */
export const SubjectTaint = z.strictObject({
  subject_kind: TaintSubjectKind,
  subject: NonEmptyText,
  taint_class: TaintClass,
  sources: z.array(NonEmptyText).max(8),
  /** Counts only while the content is still the one that was cleaned. */
  cleaned: z.strictObject({ content_hash: Sha256, taint_class: TaintClass, node_id: ReceiptId }).nullable(),
  /** The class it had before its content was replaced by a better one; null unless the last mark lowered it. */
  lowered_from: TaintClass.nullable(),
});
export type SubjectTaint = z.infer<typeof SubjectTaint>;

/** Everything in one workspace that holds words of others, by kind and name. */
export const WorkspaceTaint = z.strictObject({ workspace: NonEmptyText, marks: z.record(NonEmptyText, SubjectTaint) });
export type WorkspaceTaint = z.infer<typeof WorkspaceTaint>;
