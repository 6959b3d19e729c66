import type { RoleAci, RoleId } from '../../contracts/index.ts';
import { invariant, KeelsonError } from '../../kernel/index.ts';
import type { RoleBook } from './role-book.ts';

/** The contract of a role that may be given work; refuses one that is not registered or is switched off. */
export function demandDispatchable(roleId: RoleId, { registry, get }: Pick<RoleBook, 'registry' | 'get'>): RoleAci {
  const contract = get(roleId);
  const entry = registry.roles.find((one) => one.role_id === roleId);
  invariant(entry !== undefined, `the contract of ${roleId} is in the book and the role is not registered`);
  if (entry.enabled) return contract;
  throw new KeelsonError('role.disabled', {
    message: `The role ${roleId} is switched off in the registry.`,
    nextStep: 'Give the work to another role, or set "enabled" to true for it in roles/registry.json.',
    data: { role_id: roleId },
  });
}
