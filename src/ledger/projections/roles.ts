import { documentKey, registryRoleContractPublished, registryRolesPublished, RoleId } from '../../contracts/index.ts';
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
