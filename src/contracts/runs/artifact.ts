import { z } from 'zod';
import { ArtifactId, NonEmptyText, RunId, SchemaRef, Sha256, StorageRef, Timestamp } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { Phase } from './phase.ts';

/** The kind of an artifact, such as `CodePatch`. */
export const ArtifactType = z.string().regex(/^[A-Z][A-Za-z0-9]*$/, 'expected a type name such as CodePatch');
export type ArtifactType = z.infer<typeof ArtifactType>;

/** Something a role produced, kept under `artifact:{artifact_id}`. The hash is of the content. */
export const Artifact = z.strictObject({
  artifact_id: ArtifactId,
  run_id: RunId,
  type: ArtifactType,
  schema_ref: SchemaRef,
  hash: Sha256,
  content: StorageRef,
  produced_by: RoleId,
  phase: Phase,
  created_at: Timestamp,
});
export type Artifact = z.infer<typeof Artifact>;

export const ProtectionReason = z.enum(['approved', 'golden_task', 'user_starred', 'compliance']);
export type ProtectionReason = z.infer<typeof ProtectionReason>;

/** Where an artifact stands in its life, kept under `artifact_meta:{artifact_id}` after the artifact itself is gone. */
export const ArtifactMetadata = z
  .strictObject({
    artifact_id: ArtifactId,
    run_id: RunId,
    created_at: Timestamp,
    status: z.enum(['active', 'archived', 'scheduled_deletion']),
    expires_at: Timestamp.optional(),
    archived_at: Timestamp.optional(),
    protected: z.boolean(),
    protection_reason: ProtectionReason.optional(),
    user_starred: z.boolean(),
    user_notes: NonEmptyText.optional(),
    /** Everything that protects it, where that is more than one thing: taking one away leaves the others. */
    protections: z.array(ProtectionReason).optional(),
    /** Since when nothing protects any more what was protected before: its owner is told before it goes. */
    protection_lifted_at: Timestamp.optional(),
    /** When its content went; what is told here stays. */
    deleted_at: Timestamp.optional(),
  })
  .refine((meta) => meta.protections === undefined || (meta.protection_reason !== undefined && meta.protections.includes(meta.protection_reason)), {
    path: ['protections'],
    message: 'the reason is one of the protections',
  })
  .refine((meta) => meta.deleted_at === undefined || meta.status === 'scheduled_deletion', {
    path: ['deleted_at'],
    message: 'only what was scheduled for deletion is deleted',
  })
  .refine((meta) => meta.protected === (meta.protection_reason !== undefined), {
    path: ['protection_reason'],
    message: 'a reason is given exactly when the artifact is protected',
  })
  .refine((meta) => meta.protected || !meta.user_starred, {
    path: ['protected'],
    message: 'a starred artifact is protected',
  })
  .refine((meta) => !(meta.protected && meta.status === 'scheduled_deletion'), {
    path: ['status'],
    message: 'a protected artifact cannot be scheduled for deletion',
  })
  .refine((meta) => meta.status !== 'scheduled_deletion' || meta.expires_at !== undefined, {
    path: ['expires_at'],
    message: 'a scheduled deletion says when',
  })
  .refine((meta) => meta.status !== 'archived' || meta.archived_at !== undefined, {
    path: ['archived_at'],
    message: 'an archived artifact says since when',
  });
export type ArtifactMetadata = z.infer<typeof ArtifactMetadata>;
