import { z } from 'zod';
import { NonEmptyText, Timestamp } from '../core/index.ts';
import { RegistryPolicies } from './registry-policies.ts';
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
