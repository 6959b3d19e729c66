import { z } from 'zod';
import { Count, PositiveCount } from '../core/index.ts';
import { DEFAULT_REGISTRY_POLICIES, type RegistryPolicies } from '../roles/registry-policies.ts';
import type { Phase } from './phase.ts';

/** What Mother does when the retries of a phase are used up. */
export const OnExceed = z.enum(['terminate', 'escalate', 'approval_required', 'blocked']);
export type OnExceed = z.infer<typeof OnExceed>;

/** The timeout counts active time only: waiting for a person never uses it up. */
export const PhaseLimits = z.strictObject({
  timeout_sec: PositiveCount,
  max_retries: Count,
  on_exceed: OnExceed,
});
export type PhaseLimits = z.infer<typeof PhaseLimits>;

/** The phases that have numbers of their own; everything else comes from the registry's policies. */
export const PHASE_LIMITS: Readonly<Partial<Record<Phase, Partial<PhaseLimits>>>> = {
  plan: { timeout_sec: 30 },
  execute: { timeout_sec: 1_200, max_retries: 1 },
  review: { timeout_sec: 300 },
  repair: { timeout_sec: 600, max_retries: 2, on_exceed: 'escalate' },
};

/** A role whose retries are fewer than the phase it works in allows. */
export const ROLE_RETRIES_MAX = { critic: 1 } as const;

/** After the local repairs one larger model may try; then the run stops. */
export const REPAIR_ESCALATIONS_MAX = 1;

/** A phase that may not be retried any more ends the run unless it or the role's contract says otherwise. */
const FALLBACK_ON_EXCEED: OnExceed = 'terminate';

export function phaseLimits(phase: Phase, policies: RegistryPolicies = DEFAULT_REGISTRY_POLICIES): PhaseLimits {
  return {
    timeout_sec: policies.default_phase_timeout_sec,
    max_retries: policies.default_max_retries_per_phase,
    on_exceed: FALLBACK_ON_EXCEED,
    ...PHASE_LIMITS[phase],
  };
}
