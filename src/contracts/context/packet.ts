import { z } from 'zod';
import { Count, NonEmptyText, PacketRequestId, PositiveCount, ReceiptId, RunId, Sha256, StorageRef, TaskId, Timestamp } from '../core/index.ts';
import { ContextSection } from '../runs/context-section.ts';

export const TaskContextAudience = z.enum(['module', 'sub_agent', 'task_agent', 'user', 'forum_room']);
export type TaskContextAudience = z.infer<typeof TaskContextAudience>;

/** What somebody wants to know before they begin, and how much of it they can hold. */
export const TaskRunContextPacketRequest = z.strictObject({
  request_id: PacketRequestId,
  task_id: TaskId,
  run_id: RunId,
  audience: TaskContextAudience,
  requested_max_tokens: PositiveCount,
  required_item_refs: z.array(StorageRef),
  optional_item_refs: z.array(StorageRef),
  staleness_policy: z.enum(['fresh_only', 'allow_stale_with_warning', 'best_effort']),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type TaskRunContextPacketRequest = z.infer<typeof TaskRunContextPacketRequest>;

export const OmittedPacketItem = z.strictObject({
  item_ref: StorageRef,
  omission_reason: z.enum(['token_budget', 'permission', 'stale', 'policy', 'not_relevant', 'unavailable']),
  required: z.boolean(),
});
export type OmittedPacketItem = z.infer<typeof OmittedPacketItem>;

/** One section as it stands in the packet: whole, or a summary that says so. */
export const PacketSection = z.strictObject({
  section: ContextSection,
  item_refs: z.array(StorageRef),
  token_count: Count,
  how: z.enum(['whole', 'summarised']),
  summary_ref: StorageRef.nullable(),
});
export type PacketSection = z.infer<typeof PacketSection>;

/** The proof of what a packet holds and what it leaves out. */
export const TaskRunContextPacketAssemblyReceipt = z
  .strictObject({
    receipt_id: ReceiptId,
    request_id: PacketRequestId,
    packet_ref: StorageRef,
    packet_content_hash: Sha256,
    actual_token_count: Count,
    sections: z.array(PacketSection),
    omitted_items: z.array(OmittedPacketItem),
    valid_until_event_seq: PositiveCount.optional(),
    invalidated_by_event_kinds: z.array(NonEmptyText),
    created_at: Timestamp,
    schema_version: z.literal('1.0'),
  })
  .refine((receipt) => receipt.omitted_items.every(({ required }) => !required), {
    path: ['omitted_items'],
    message: 'a packet that lacks something required is not assembled',
  });
export type TaskRunContextPacketAssemblyReceipt = z.infer<typeof TaskRunContextPacketAssemblyReceipt>;

/** Everything that one activation of a role is given, counted together. */
export const PerActivationContextBudget = z
  .strictObject({
    activation_id: NonEmptyText,
    max_total_tokens: PositiveCount,
    packet_token_count: Count,
    board_digest_token_count: Count,
    feedback_bundle_token_count: Count,
    total_token_count: Count,
    schema_version: z.literal('1.0'),
  })
  .refine((budget) => budget.total_token_count === budget.packet_token_count + budget.board_digest_token_count + budget.feedback_bundle_token_count, {
    path: ['total_token_count'],
    message: 'the total is the sum of its parts',
  })
  .refine((budget) => budget.total_token_count <= budget.max_total_tokens, { path: ['total_token_count'], message: 'more than the activation may be given' });
export type PerActivationContextBudget = z.infer<typeof PerActivationContextBudget>;
