import { documentKey, registryRoleContractPublished, registryRolesPublished, RoleRegistry, type RoleAci } from '../../contracts/index.ts';
import { canonicalJson, KeelsonError } from '../../kernel/index.ts';
import { recordOnce, type Documents, type LogWriter, type NewEvent } from '../../ledger/index.ts';
import type { RoleBook } from './role-book.ts';

/** There is one registry of roles for a tenant. */
const REGISTRY_STREAM = 'roles';

export interface PublishRolesPorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly documents: Documents;
}

/**
 * Brings the store to what the repository says, and answers whether that changed anything. Two things are refused: a
 * contract that differs from the one kept under the same version, and a program whose contracts are older than those
 * that the store has, for it would take back what a newer one agreed to.
 */
export async function publishRoles(book: RoleBook, { log, documents }: PublishRolesPorts): Promise<boolean> {
  const known = await documents.get(documentKey.roleRegistry());
  const stored = known?.body;
  if (stored !== undefined) refuseOlder(book, RoleRegistry.parse(stored));
  const fresh: NewEvent[] = [];
  for (const contract of book.contracts()) {
    const before = (await documents.get(documentKey.roleAci(contract.role_id, numberOf(contract.version))))?.body;
    if (before === undefined) fresh.push({ type: registryRoleContractPublished.type, streamId: `${contract.role_id}:v${numberOf(contract.version)}`, payload: { contract } });
    else if (canonicalJson(before) !== canonicalJson(contract)) throw changed(contract);
  }
  if (stored !== undefined && fresh.length === 0 && canonicalJson(stored) === canonicalJson(book.registry)) return false;
  const published: NewEvent = { type: registryRolesPublished.type, streamId: REGISTRY_STREAM, payload: { registry: book.registry, contracts_hash: book.hash } };
  // What was in force once may come back, so the key also says what it takes the place of.
  await recordOnce(log, 'registry-roles', `registry-roles:${known?.projectionEventSeq ?? 0}:${book.hash}`, [...fresh, published]);
  return true;
}

function numberOf(version: RoleAci['version']): number {
  return Number(version.slice('aci:v'.length));
}

function refuseOlder({ registry }: RoleBook, stored: RoleRegistry): void {
  for (const { role_id: roleId, aci_version: version } of registry.roles) {
    const before = stored.roles.find((one) => one.role_id === roleId)?.aci_version;
    if (before === undefined || numberOf(before) <= numberOf(version)) continue;
    throw new KeelsonError('role.registry_outdated', {
      message: `The store holds ${before} of the contract of ${roleId}, and this program only knows ${version}.`,
      nextStep: 'Use the newer program, or take the newer documents of the folder roles into this one.',
      data: { role_id: roleId, here: version, stored: before },
    });
  }
}

function changed({ role_id: roleId, version }: RoleAci): KeelsonError<'role.contract_changed'> {
  return new KeelsonError('role.contract_changed', {
    message: `The contract of ${roleId} differs from the one that is kept as ${version}.`,
    nextStep: `Leave ${version} as it was, write the change under the next version, and name that in roles/registry.json.`,
    data: { role_id: roleId, version },
  });
}
