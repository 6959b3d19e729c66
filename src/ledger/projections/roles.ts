import { ArtifactId, artifactRegistered, documentKey, registryRoleContractPublished, registryRolesPublished, RoleId, type Artifact, type ArtifactMetadata } from '../../contracts/index.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** The roles as they were last published. */
export const roleRegistryProjection: Projection = {
  name: 'role_registry',
  version: 1,
  types: [registryRolesPublished.type],
  key: () => documentKey.roleRegistry(),
  fold: (_current, { payload }) => payload['registry'] as DocumentBody,
};

/** Each version of a contract is written once: what a run was held to can be read for ever. */
export const roleContractProjection: Projection = {
  name: 'role_contract',
  version: 1,
  types: [registryRoleContractPublished.type],
  key: ({ streamId }) => {
    const [roleId = '', version = ''] = streamId.split(':v');
    return documentKey.roleAci(RoleId.parse(roleId), Number(version));
  },
  fold: (_current, { payload }) => payload['contract'] as DocumentBody,
  isFinal: true,
};

/** Where an artifact stands in its life; it begins active and unprotected. */
export const artifactMetadataProjection: Projection = {
  name: 'artifact_meta',
  version: 1,
  types: [artifactRegistered.type],
  key: ({ streamId }) => documentKey.artifactMeta(ArtifactId.parse(streamId)),
  fold: (_current, { payload }) => {
    const { artifact_id, run_id, created_at } = payload['artifact'] as Artifact;
    return { artifact_id, run_id, created_at, status: 'active', protected: false, user_starred: false } satisfies ArtifactMetadata;
  },
};
