import { z } from 'zod';
import { NonEmptyText, Timestamp } from '../core/index.ts';
import { DEFAULT_REGISTRY_POLICIES, RegistryPolicies } from './registry-policies.ts';
import { AciVersion } from './role-aci.ts';
import { RoleId } from './role-id.ts';

/** One role as the registry knows it. The entrypoint names code; it is resolved, never evaluated. */
export const RoleRegistryEntry = z.strictObject({
  role_id: RoleId,
  aci_version: AciVersion,
  enabled: z.boolean(),
  entrypoint: NonEmptyText,
});
export type RoleRegistryEntry = z.infer<typeof RoleRegistryEntry>;

/** The one document that says which roles may be dispatched; kept under `registry:roles`. */
export const RoleRegistry = z
  .strictObject({
    registry_version: z.literal('registry:v1'),
    updated_at: Timestamp,
    roles: z.array(RoleRegistryEntry),
    policies: RegistryPolicies,
  })
  .refine((registry) => new Set(registry.roles.map((role) => role.role_id)).size === registry.roles.length, {
    path: ['roles'],
    message: 'a role is registered twice',
  });
export type RoleRegistry = z.infer<typeof RoleRegistry>;

/** Mother and the workers first, then the control roles of the loops. */
export const DEFAULT_ROLES: readonly RoleRegistryEntry[] = [
  { role_id: 'mother', aci_version: 'aci:v1', enabled: true, entrypoint: 'orchestrator.mother' },
  { role_id: 'librarian', aci_version: 'aci:v1', enabled: true, entrypoint: 'agents.librarian' },
  { role_id: 'research', aci_version: 'aci:v1', enabled: true, entrypoint: 'agents.research' },
  { role_id: 'coder', aci_version: 'aci:v1', enabled: true, entrypoint: 'agents.coder' },
  { role_id: 'critic', aci_version: 'aci:v1', enabled: true, entrypoint: 'agents.critic' },
  { role_id: 'analyst', aci_version: 'aci:v1', enabled: true, entrypoint: 'agents.analyst' },
  { role_id: 'vision', aci_version: 'aci:v1', enabled: true, entrypoint: 'agents.vision' },
  { role_id: 'update', aci_version: 'aci:v1', enabled: true, entrypoint: 'agents.update' },
  { role_id: 'toolsmith', aci_version: 'aci:v1', enabled: true, entrypoint: 'agents.toolsmith' },
  { role_id: 'perceiver', aci_version: 'aci:v1', enabled: true, entrypoint: 'loops.perceiver' },
  { role_id: 'planner', aci_version: 'aci:v1', enabled: true, entrypoint: 'loops.planner' },
  { role_id: 'executor', aci_version: 'aci:v1', enabled: true, entrypoint: 'loops.executor' },
  { role_id: 'agent_validator', aci_version: 'aci:v1', enabled: true, entrypoint: 'loops.agent_validator' },
  { role_id: 'meta_validator', aci_version: 'aci:v1', enabled: true, entrypoint: 'loops.meta_validator' },
  { role_id: 'memory', aci_version: 'aci:v1', enabled: true, entrypoint: 'memory.store' },
  { role_id: 'auditor', aci_version: 'aci:v1', enabled: true, entrypoint: 'auditor.reader' },
  { role_id: 'solver', aci_version: 'aci:v1', enabled: true, entrypoint: 'loops.solver' },
];

/** The registry a new store starts with; the time comes from whoever writes it. */
export function defaultRoleRegistry(updatedAt: Timestamp): RoleRegistry {
  return {
    registry_version: 'registry:v1',
    updated_at: updatedAt,
    roles: [...DEFAULT_ROLES],
    policies: DEFAULT_REGISTRY_POLICIES,
  };
}
