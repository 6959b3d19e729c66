import type { AllowedAction, ApprovalTrigger, RoleAci, RoleId, RoleRegistry, RoleRegistryEntry, Sha256 } from '../../contracts/index.ts';
import { canonicalJson, KeelsonError, sha256Hex } from '../../kernel/index.ts';

/** What an executor can be dressed as; the entrypoints of the loops themselves begin otherwise. */
const WORKER_ENTRYPOINTS = 'agents.';

/** The roles that there are, and what each is held to. Mother knows no other source of roles. */
export interface RoleBook {
  readonly registry: RoleRegistry;
  /** The contracts in force, one for each registered role. */
  contracts(): readonly RoleAci[];
  /** Of the registry and all contracts in force. */
  readonly hash: Sha256;
  /** Rejects with `role.unknown`; a role that is switched off still has its contract. */
  get(roleId: RoleId): RoleAci;
  /** Those that may be given work, in the order of the registry. */
  enabledWorkers(): readonly RoleAci[];
  allowedActions(roleId: RoleId): readonly AllowedAction[] | undefined;
  triggersOf(roleId: RoleId): readonly ApprovalTrigger[];
}

/** The contracts are those that the registry names, checked. */
export function createRoleBook(registry: RoleRegistry, contracts: ReadonlyMap<RoleId, RoleAci>): RoleBook {
  const get = (roleId: RoleId): RoleAci => {
    const contract = contracts.get(roleId);
    if (contract === undefined) throw unknownRole(roleId, [...contracts.keys()]);
    return contract;
  };
  return {
    registry,
    contracts: () => [...contracts.values()],
    hash: sha256Hex(canonicalJson({ registry, contracts: [...contracts.values()] })),
    get,
    enabledWorkers: () => registry.roles.filter((entry) => entry.enabled && isWorker(entry)).map(({ role_id: roleId }) => get(roleId)),
    allowedActions: (roleId) => contracts.get(roleId)?.allowed_actions,
    triggersOf: (roleId) => contracts.get(roleId)?.approval_triggers ?? [],
  };
}

function isWorker({ entrypoint }: RoleRegistryEntry): boolean {
  return entrypoint.startsWith(WORKER_ENTRYPOINTS);
}

function unknownRole(roleId: RoleId, known: readonly RoleId[]): KeelsonError<'role.unknown'> {
  return new KeelsonError('role.unknown', {
    message: `There is no role ${roleId} in the registry.`,
    nextStep: `Use one of ${known.join(', ')}, or register it as docs/adding-a-role.md tells.`,
    data: { role_id: roleId, known: [...known] },
  });
}
