import { fileURLToPath } from 'node:url';
import { readRoleFiles } from '../../src/drivers/role-files.ts';
import { loadRoles, type RoleBook, type RoleFiles } from '../../src/mother/index.ts';
import { builtinTools } from '../../src/tools/index.ts';

export const ROLES_FOLDER = fileURLToPath(new URL('../../roles', import.meta.url));

/** The tools that come with the product, as contracts may name them. */
export const KNOWN_TOOLS = { tools: builtinTools({ webSearch: {} }).map(({ definition }) => definition) };

export function repositoryFiles(): Promise<RoleFiles> {
  return readRoleFiles(ROLES_FOLDER);
}

/** The roles as the repository has them. */
export async function repositoryRoles(): Promise<RoleBook> {
  return loadRoles(await repositoryFiles(), KNOWN_TOOLS);
}
