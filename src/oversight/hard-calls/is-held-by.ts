import type { HardRevisionCall } from '../../contracts/index.ts';

/**
 * Whether a part of the run stands still until the question is answered. Only the declared scope does, and what goes on beside
 * it is told nothing of the question, which is no more than any policy shows.
 */
export function isHeldBy({ pending_policy: policy }: Pick<HardRevisionCall, 'pending_policy'>, ref: string): boolean {
  if (policy.allowed_to_continue_refs.includes(ref)) return false;
  return policy.blocking_scope === 'entire_run' || policy.blocked_refs.includes(ref);
}
