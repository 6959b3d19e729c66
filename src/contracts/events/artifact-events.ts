import { z } from 'zod';
import { Name, NonEmptyText, Sha256, Timestamp } from '../core/index.ts';
import { ArchivedArtifact, ArchivePlace, Artifact, ArtifactMetadata, ArtifactType, GarbageCollectionReport } from '../runs/index.ts';
import { defineEvent, type Invalidation } from './define-event.ts';

/** Each tells in `metadata` where the artifact stands after it, so that this can be read even when what came before was erased. */
const told = { metadata: ArtifactMetadata, why: NonEmptyText };
const sameTask: Invalidation = { invalidates_read_models: ['TaskReliancePacket', 'WorkProductCertification', 'EvidencePackage'], invalidation_scope: 'same_task' };

/** What a person can do to the life of an artifact. */
export const ArtifactMark = z.enum(['starred', 'unstarred', 'noted', 'protected', 'protection_lifted', 'deletion_requested']);
export type ArtifactMark = z.infer<typeof ArtifactMark>;

export const artifactMarked = defineEvent({
  type: 'artifact.marked',
  version: 1,
  payload: z.strictObject({ ...told, mark: ArtifactMark, marked_by: Name }),
  lifecycle: { receipt: 'why' },
  invalidates: { invalidates_read_models: ['AttentionLedger'], invalidation_scope: 'same_task' },
});

/** It would be deleted now, but its owner valued it once: they are told, and have until then to keep it. */
export const artifactDeletionAnnounced = defineEvent({
  type: 'artifact.deletion_announced',
  version: 1,
  payload: z.strictObject({ ...told, artifact_type: ArtifactType, deletes_at: Timestamp }),
  lifecycle: { receipt: 'why' },
  invalidates: { invalidates_read_models: ['AttentionLedger'], invalidation_scope: 'same_task' },
});

/** Its content is kept in the archive; the active copy went in the same append. */
export const artifactArchived = defineEvent({
  type: 'artifact.archived',
  version: 1,
  payload: z.strictObject({ ...told, archived: ArchivedArtifact }),
  lifecycle: { receipt: 'why' },
  invalidates: sameTask,
});

/** Its content is active again; the archived copy went in the same append. */
export const artifactRestored = defineEvent({
  type: 'artifact.restored',
  version: 1,
  payload: z.strictObject({ ...told, artifact: Artifact }),
  lifecycle: { receipt: 'why' },
  invalidates: sameTask,
});

/** Its content is gone for good. What it was, and under which rule it went, stays. */
export const artifactDeleted = defineEvent({
  type: 'artifact.deleted',
  version: 1,
  payload: z.strictObject({ ...told, artifact_type: ArtifactType, hash: Sha256, /** What lay outside of the store and is removed there next. */ outside: ArchivePlace.optional() }),
  lifecycle: { receipt: 'why' },
  invalidates: { invalidates_read_models: ['TaskReliancePacket', 'WorkProductCertification', 'EvidencePackage', 'AttentionLedger'], invalidation_scope: 'same_task' },
});

/** What one scan of the collector came to; its stream is named by when it began. */
export const collectionEnded = defineEvent({ type: 'collection.ended', version: 1, payload: z.strictObject({ report: GarbageCollectionReport }) });

export const ARTIFACT_EVENTS = [artifactMarked, artifactDeletionAnnounced, artifactArchived, artifactRestored, artifactDeleted, collectionEnded] as const;
