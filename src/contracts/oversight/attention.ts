import { z } from 'zod';
import { ApprovalId, ArtifactId, Count, FunctionCallId, HardCallId, Name, NonEmptyText, RunId, ScheduleId, StorageRef, TaskId, Timestamp } from '../core/index.ts';

/** Why a person is waited for. */
export const AttentionKind = z.enum([
  'hard_call_pending',
  'blocked_item',
  'contested_finding',
  'approval_required',
  'research_need_human',
  'reliance_review_required',
  'revision_review_pending',
  'artifact_deletion_announced',
  'scheduled_run_failed',
  'audit_trouble',
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

export const AttentionPriority = z.enum(['low', 'medium', 'high', 'blocking']);
export type AttentionPriority = z.infer<typeof AttentionPriority>;

/** One thing that waits for a person, and the command that settles it. */
export const AttentionLedgerItem = z.strictObject({
  item_id: NonEmptyText,
  /** Null until the run says which task it belongs to. */
  task_id: TaskId.nullable(),
  run_id: RunId.optional(),
  matter_id: Name.optional(),
  attention_kind: AttentionKind,
  source_ref: StorageRef,
  summary: NonEmptyText,
  priority: AttentionPriority,
  command_ref: NonEmptyText.optional(),
  lifecycle_state: z.enum(['open', 'resolved', 'dismissed', 'superseded']),
  created_at: Timestamp,
  /** After this, silence is an answer; absent when it waits for ever. */
  expires_at: Timestamp.optional(),
  resolved_at: Timestamp.optional(),
  schema_version: z.literal('1.0'),
});
export type AttentionLedgerItem = z.infer<typeof AttentionLedgerItem>;

/** What is known of something that waits, without the time that passes: how urgent it is follows when it is listed. */
export const WaitingForPerson = z.strictObject({
  id: z.union([ApprovalId, HardCallId, FunctionCallId]),
  /** What is blocked waits for the client of a run, whom a person can leave out. */
  attention_kind: AttentionKind.extract(['approval_required', 'hard_call_pending', 'blocked_item']),
  run_id: RunId,
  summary: NonEmptyText,
  /** Whether the whole run stands still until it is settled. */
  blocks_run: z.boolean(),
  is_irreversible: z.boolean(),
  /** Whether work goes on when nobody answers. */
  goes_on_without: z.boolean(),
  /** Whether it is answered in the person's own words. */
  takes_words: z.boolean(),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
});
export type WaitingForPerson = z.infer<typeof WaitingForPerson>;

/** What a person is told of that no run waits for; it stays until something is done about it, or its time has passed. */
export const NoticeForPerson = z.strictObject({
  id: z.union([ArtifactId, ScheduleId]),
  attention_kind: AttentionKind.extract(['artifact_deletion_announced', 'scheduled_run_failed']),
  run_id: RunId.nullable(),
  summary: NonEmptyText,
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
});
export type NoticeForPerson = z.infer<typeof NoticeForPerson>;

/** Kept under `attention:notices`; what found no room is counted. */
export const OpenNotices = z.strictObject({ notices: z.array(NoticeForPerson), dropped: Count });
export type OpenNotices = z.infer<typeof OpenNotices>;

/** Kept under `attention:open`; what found no room is counted. */
export const OpenAttention = z.strictObject({ waiting: z.array(WaitingForPerson), dropped: Count });
export type OpenAttention = z.infer<typeof OpenAttention>;
