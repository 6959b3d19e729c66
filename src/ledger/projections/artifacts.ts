import {
  artifactArchived,
  artifactDeleted,
  artifactDeletionAnnounced,
  ArtifactId,
  artifactMarked,
  artifactRegistered,
  artifactRestored,
  collectionEnded,
  documentKey,
  Timestamp,
  type Artifact,
  type ArtifactMetadata,
} from '../../contracts/index.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** The active copy. It goes when what told of it is erased: with the archiving or the deletion. */
export const artifactProjection: Projection = {
  name: 'artifact',
  version: 2,
  types: [artifactRegistered.type, artifactRestored.type],
  key: ({ streamId }) => documentKey.artifact(ArtifactId.parse(streamId)),
  fold: (_current, { payload }) => payload['artifact'] as DocumentBody,
  isOfOneStream: true,
};

/** The archived copy, as long as there is one. */
export const archivedArtifactProjection: Projection = {
  name: 'archived_artifact',
  version: 1,
  types: [artifactArchived.type],
  key: ({ streamId }) => documentKey.archivedArtifact(ArtifactId.parse(streamId)),
  fold: (_current, { payload }) => payload['archived'] as DocumentBody,
  isOfOneStream: true,
};

/** Where an artifact stands in its life; it begins active and unprotected, and every later event says it whole. */
export const artifactMetadataProjection: Projection = {
  name: 'artifact_meta',
  version: 2,
  types: [artifactRegistered, artifactMarked, artifactDeletionAnnounced, artifactArchived, artifactRestored, artifactDeleted].map(({ type }) => type),
  key: ({ streamId }) => documentKey.artifactMeta(ArtifactId.parse(streamId)),
  fold: (_current, { type, payload }) => {
    if (type !== artifactRegistered.type) return payload['metadata'] as DocumentBody;
    const { artifact_id, run_id, created_at } = payload['artifact'] as Artifact;
    return { artifact_id, run_id, created_at, status: 'active', protected: false, user_starred: false } satisfies ArtifactMetadata;
  },
  isOfOneStream: true,
};

export const collectionReportProjection: Projection = {
  name: 'gc_report',
  version: 1,
  types: [collectionEnded.type],
  key: ({ streamId }) => documentKey.garbageCollectionReport(Timestamp.parse(streamId)),
  fold: (_current, { payload }) => payload['report'] as DocumentBody,
};
