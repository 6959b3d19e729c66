import { z } from 'zod';
import { PositiveCount } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';

/** A role has one voice however often it is named, so it is named once. */
const NamedRoles = z
  .array(RoleId)
  .min(1)
  .refine((roles) => new Set(roles).size === roles.length, 'a role is named twice');

/** Which of the named roles must agree before a phase is left. */
export const Quorum = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('all'), roles: NamedRoles }),
  z.strictObject({ rule: z.literal('any'), roles: NamedRoles }),
  z
    .strictObject({ rule: z.literal('majority'), roles: NamedRoles, minimum: PositiveCount })
    .refine((quorum) => quorum.minimum <= quorum.roles.length, {
      path: ['minimum'],
      message: 'the minimum is more than the roles named',
    }),
]);
export type Quorum = z.infer<typeof Quorum>;

/** What speaks for one of two disagreeing outputs. */
export const ArbitrationPreference = z.enum(['evidence', 'confidence', 'lower_risk', 'lower_cost']);
export type ArbitrationPreference = z.infer<typeof ArbitrationPreference>;

/** The order is configurable; whatever still ties goes to the tie-breaker, then to the conflict table. */
export const ArbitrationPolicy = z
  .strictObject({
    preference_order: z.array(ArbitrationPreference).min(1),
    tie_breaker_role: RoleId.nullable(),
  })
  .refine((policy) => new Set(policy.preference_order).size === policy.preference_order.length, {
    path: ['preference_order'],
    message: 'a preference is listed twice',
  });
export type ArbitrationPolicy = z.infer<typeof ArbitrationPolicy>;

export const DEFAULT_ARBITRATION: ArbitrationPolicy = {
  preference_order: ['evidence', 'confidence', 'lower_risk', 'lower_cost'],
  tie_breaker_role: null,
};
