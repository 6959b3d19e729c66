import { z } from 'zod';
import { ApprovalId, Name, NonEmptyText, ReceiptId, RunId, TaintClass, Timestamp } from '../core/index.ts';
import { ArtifactType } from './artifact.ts';

/** Who plans and works: one tool that the whole request means, the engine that asks no model, or models. */
export const RunEngine = z.enum(['tool', 'offline', 'model']);
export type RunEngine = z.infer<typeof RunEngine>;

/** Somebody let a required artifact be missing, and why. Where an approval is wanted, it is named. */
export const ArtifactWaiver = z.strictObject({
  waiver_id: ReceiptId,
  run_id: RunId,
  artifact_type: ArtifactType,
  reason: NonEmptyText,
  granted_by: Name,
  approval_id: ApprovalId.nullable(),
  granted_at: Timestamp,
});
export type ArtifactWaiver = z.infer<typeof ArtifactWaiver>;

/** What memory had to say about a way of doing things, and what the plan made of it. */
export const PlanCalibration = z.strictObject({
  space: NonEmptyText,
  entity: NonEmptyText,
  action: z.enum(['exploit', 'avoid', 'caution', 'ignore']),
  reason: NonEmptyText,
  /** The least trusted class of what the reason was made from. */
  taint_class: TaintClass.optional(),
  /** The person named it in their own words: it is told, and neither forbidden nor asked about. */
  named_by_person: z.literal(true).optional(),
});
export type PlanCalibration = z.infer<typeof PlanCalibration>;
