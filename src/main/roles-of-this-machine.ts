import { fileURLToPath } from 'node:url';
import type { RoleId } from '../contracts/index.ts';
import { readRoleFiles } from '../drivers/index.ts';
import { invariant } from '../kernel/index.ts';
import type { RoleBook } from '../mother/index.ts';
import { builtinTools } from '../tools/index.ts';

/** The contracts come with the program, beside its source. */
const ROLES_FOLDER = fileURLToPath(new URL('../../roles', import.meta.url));

/** The roles of this program, checked against its tools. What runs are done with is loaded only when a role is asked about. */
export async function rolesOfThisMachine(): Promise<RoleBook> {
  const { loadRoles } = await import('../mother/index.ts');
  return loadRoles(await readRoleFiles(ROLES_FOLDER), { tools: builtinTools({ webSearch: {} }).map(({ definition }) => definition) });
}

/** The roles that may use the tools of accepted servers. */
export async function rolesOfServerTools(): Promise<readonly [RoleId, ...RoleId[]]> {
  const { rolesWithServerTools } = await import('../mother/index.ts');
  const [first, ...others] = rolesWithServerTools(await rolesOfThisMachine());
  invariant(first !== undefined, 'no contract opens the tools of servers to anybody');
  return [first, ...others];
}
