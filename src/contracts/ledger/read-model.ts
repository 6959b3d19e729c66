import { z } from 'zod';
import { ReadModelKind } from '../commands/operation.ts';
import { PositiveCount, StorageRef, Timestamp } from '../core/index.ts';
import { FormulaEvaluationReceipt } from '../formulas/formula-receipt.ts';
import { EventProjectionLink } from './event-projection-link.ts';
import { StreamId } from './stream.ts';

/** A derived view: what it was made from, by which policy and formulas, and for which stretch of the log it holds. */
export const DerivedReadModelRecord = z.strictObject({
  read_model_id: StreamId,
  read_model_kind: ReadModelKind,
  input_manifest_ref: StorageRef,
  derivation_policy_ref: StorageRef,
  formula_eval_receipt_refs: z.array(StorageRef),
  valid_from_event_seq: PositiveCount,
  valid_until_event_seq: PositiveCount.optional(),
  invalidated_by_event_ref: StorageRef.optional(),
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type DerivedReadModelRecord = z.infer<typeof DerivedReadModelRecord>;

/**
 * A view as it was derived, with its proofs: the current records it read and the receipts of what it computed. The
 * manifest may be absent here only so that its absence is refused by name at the write boundary.
 */
export const ReadModelDerivation = z.strictObject({
  record: DerivedReadModelRecord.partial({ input_manifest_ref: true }),
  sources: z.array(EventProjectionLink),
  receipts: z.array(FormulaEvaluationReceipt),
});
export type ReadModelDerivation = z.infer<typeof ReadModelDerivation>;

/** How far an invalidation reaches. */
export const ReadModelInvalidationScope = z.enum(['same_run', 'same_task', 'same_matter', 'specific_refs']);
export type ReadModelInvalidationScope = z.infer<typeof ReadModelInvalidationScope>;

/** Which views fall when an event of one kind happens. */
export const ReadModelInvalidationSpec = z.strictObject({
  producer_event_kind: z.string().min(1),
  invalidates_read_models: z.array(ReadModelKind),
  invalidation_scope: ReadModelInvalidationScope,
  target_refs: z.array(StorageRef).optional(),
  schema_version: z.literal('1.0'),
});
export type ReadModelInvalidationSpec = z.infer<typeof ReadModelInvalidationSpec>;

/** The end of a view's validity. The event that ended it is what proves it; leaving it out is refused by name. */
export const ReadModelInvalidation = z.strictObject({
  read_model_id: StreamId,
  spec: ReadModelInvalidationSpec,
  valid_until_event_seq: PositiveCount,
  invalidated_by_event_ref: StorageRef.optional(),
});
export type ReadModelInvalidation = z.infer<typeof ReadModelInvalidation>;
