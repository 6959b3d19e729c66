import { z } from 'zod';
import { ArtifactId, Name, SemanticVersion, StorageRef } from '../core/index.ts';
import { ModelId } from '../models/model-profile.ts';
import { RoleId } from '../roles/role-id.ts';
import { ToolId } from '../tools/tool-id.ts';

const version = SemanticVersion.optional();

/** A claim has no life outside the artifact that makes it; its name there outlives changes of wording. */
export const ClaimRef = z.strictObject({ artifact_id: ArtifactId, claim: Name });
export type ClaimRef = z.infer<typeof ClaimRef>;

/** The key of the record's document: a plain text, because snapshots key their hashes by it. */
export const SourceRecordRef = StorageRef.shape.key;
export type SourceRecordRef = z.infer<typeof SourceRecordRef>;

/** A document key for the same reason as a source record's. */
export const SourceSetRef = StorageRef.shape.key;
export type SourceSetRef = z.infer<typeof SourceSetRef>;

const SCOPE_LOCATOR = z.string().min(1).max(512);

/**
 * A place in an artifact, by the artifact's stable id and never by a version: the same fault met again
 * in a later version must still be recognised as the same.
 */
export const ArtifactScopeRef = z.discriminatedUnion('scope_kind', [
  z.strictObject({ scope_kind: z.literal('whole'), artifact_id: ArtifactId }),
  z.strictObject({
    scope_kind: z.enum(['section', 'field', 'row', 'text_range']),
    artifact_id: ArtifactId,
    locator: SCOPE_LOCATOR,
  }),
]);
export type ArtifactScopeRef = z.infer<typeof ArtifactScopeRef>;

/**
 * Something the product can do, whoever provides it. The version is optional because a need may accept
 * any, and present where a gap can be "the wrong version".
 */
export const CapabilityRef = z.discriminatedUnion('provider_kind', [
  z.strictObject({ provider_kind: z.literal('tool'), name: ToolId, version }),
  z.strictObject({ provider_kind: z.literal('role'), name: RoleId, version }),
  z.strictObject({ provider_kind: z.literal('model'), name: ModelId, version }),
  z.strictObject({ provider_kind: z.literal('skill'), name: Name, version }),
]);
export type CapabilityRef = z.infer<typeof CapabilityRef>;

/** A role under one version of its contract: reputation belongs to what was contracted, not to a process. */
export const SubAgentRef = z.strictObject({ role_id: Name, contract_version: SemanticVersion });
export type SubAgentRef = z.infer<typeof SubAgentRef>;

/**
 * An input of a role. The list is closed because authority hangs on it: a repair that changes meaning
 * may run only through `revision_in` or a port declared fit for revision; the others carry advice.
 */
export const PortRef = z.strictObject({
  role_id: Name,
  port_id: z.enum([
    'revision_in',
    'instruction_in',
    'data_in',
    'context_in',
    'feedback_bundle_in',
    'repair_instruction_in',
    'evaluation_result_in',
  ]),
});
export type PortRef = z.infer<typeof PortRef>;
