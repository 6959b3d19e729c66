import { z } from 'zod';
import { DataClass, Name, NonEmptyText, ReceiptId, RunId, Sha256, StorageRef, TaintClass, Timestamp } from '../core/index.ts';
import { SourceRecordRef } from '../evaluation/references.ts';
import { ReplayPolicy } from '../evaluation/replay-policy.ts';
import { StepKey } from './steps.ts';

/** Ways in which something leaves a workspace, or a question leaves the system. */
export const WorkspaceExternalizationKind = z.enum([
  'open_in_browser',
  'open_native_app',
  'show_in_finder',
  'save_as',
  'export_bundle',
  'external_source_query',
  'connector_fetch',
  'api_call',
  'email_source_fetch',
  'browser_session_read',
]);
export type WorkspaceExternalizationKind = z.infer<typeof WorkspaceExternalizationKind>;

/** Under which conditions one kind of outside action is allowed. */
export const WorkspaceExternalizationPolicy = z.strictObject({
  policy_id: Name,
  externalization_kind: WorkspaceExternalizationKind,
  requires_user_confirmation: z.boolean(),
  requires_redaction_preview: z.boolean(),
  allowed_data_classes: z.array(DataClass),
  allowed_taint_classes: z.array(TaintClass),
  max_cost_vector_ref: StorageRef.optional(),
  provider_logging_warning_required: z.boolean(),
  receipt_required: z.literal(true),
  replay_policy: ReplayPolicy,
  warning_text: z.string(),
  schema_version: z.literal('1.0'),
});
export type WorkspaceExternalizationPolicy = z.infer<typeof WorkspaceExternalizationPolicy>;

/** What came of one outside action, also when it was stopped. */
export const WorkspaceExternalizationReceipt = z.strictObject({
  receipt_id: ReceiptId,
  externalization_kind: WorkspaceExternalizationKind,
  workspace_id: Name,
  source_record_refs: z.array(SourceRecordRef),
  destination_ref: StorageRef.optional(),
  policy_ref: NonEmptyText,
  user_confirmation_ref: StorageRef.optional(),
  redaction_preview_ref: StorageRef.optional(),
  cost_vector_ref: StorageRef.optional(),
  status: z.enum(['completed', 'blocked_by_policy', 'cancelled', 'failed']),
  irreversible_disclosure_possible: z.boolean(),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type WorkspaceExternalizationReceipt = z.infer<typeof WorkspaceExternalizationReceipt>;

/**
 * An outside action with the policy it ran under, as that policy stood, and the journaled step that holds what was
 * asked and what came back. Both may be absent: a stopped action needs neither, and for one that was not stopped their
 * absence is refused by name.
 */
export const ExternalizationRecord = z.strictObject({
  receipt: WorkspaceExternalizationReceipt,
  policy: WorkspaceExternalizationPolicy.optional(),
  step: z.strictObject({ run_id: RunId, key: StepKey, request_hash: Sha256 }).optional(),
});
export type ExternalizationRecord = z.infer<typeof ExternalizationRecord>;
