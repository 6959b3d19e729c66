import { DEFAULT_TENANT, type Name } from '../../contracts/index.ts';
import type { Reason } from '../guard/refusals.ts';

/** Why the holder of a key of this tenant may not ask for this very thing; undefined when they may. */
export function whyNot(tenant: Name, body: unknown): Reason | undefined {
  const { tenant: named, payload } = (typeof body === 'object' && body !== null ? body : {}) as { readonly tenant?: unknown; readonly payload?: unknown };
  // What names no tenant is about the one that runs are recorded for.
  if ((named ?? DEFAULT_TENANT) !== tenant) return 'other_tenant';
  // Secrets and personal data stay masked for everybody but the owner.
  return payload === 'stored' ? 'scope_missing' : undefined;
}
