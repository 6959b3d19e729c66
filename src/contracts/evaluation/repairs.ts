import { z } from 'zod';
import { StorageRef, SubtaskId } from '../core/index.ts';
import { ArtifactScopeRef, ClaimRef, SourceRecordRef } from './references.ts';

/** The ways to put a fault right that a sufficiency check counts as tried or exhausted. */
export const RepairStrategyKind = z.enum([
  'revise_in_place',
  'regenerate',
  'gather_sources',
  'verify_sources',
  'use_other_tool',
  'use_other_role_or_model',
  'replan',
  'restore_known_good',
  'ask_person',
]);
export type RepairStrategyKind = z.infer<typeof RepairStrategyKind>;

/** What a repair changes. Only an intended side effect can be repaired; one that ran can only be corrected. */
export const RepairTarget = z.discriminatedUnion('target_kind', [
  z.strictObject({ target_kind: z.literal('artifact'), scope_ref: ArtifactScopeRef }),
  z.strictObject({ target_kind: z.literal('claim'), claim_ref: ClaimRef }),
  z.strictObject({ target_kind: z.literal('source_record'), source_record_ref: SourceRecordRef }),
  z.strictObject({ target_kind: z.literal('subtask'), subtask_id: SubtaskId }),
  z.strictObject({ target_kind: z.literal('side_effect_intent'), intent_ref: StorageRef }),
]);
export type RepairTarget = z.infer<typeof RepairTarget>;

/**
 * The life of one candidate version, apart from which version is the artifact's head. The last three
 * are what cancelling may leave behind, so that no candidate is ever in an unnamed state.
 */
export const ArtifactVersionState = z.enum([
  'candidate',
  'accepted',
  'rejected',
  'superseded',
  'discarded',
  'retained_for_review',
  'orphaned',
]);
export type ArtifactVersionState = z.infer<typeof ArtifactVersionState>;
