import { createHmac } from 'node:crypto';
import { ApiKeyId, Name } from '../../contracts/index.ts';
import { sameSecret } from '../guard/same-secret.ts';

const MARK = 'keelson';

/**
 * What the holder of a key sends. It follows from the token of the installation, so that it is kept nowhere, and nobody
 * who reads the ledger can make one. A new token ends every key.
 */
export function sealKey(token: string, tenant: Name, keyId: ApiKeyId): string {
  return [MARK, tenant, keyId, createHmac('sha256', token).update(`key\n${tenant}\n${keyId}`).digest('base64url')].join('.');
}

export interface ShownKey {
  readonly tenant: Name;
  readonly keyId: ApiKeyId;
}

/** Which key was shown; undefined unless it was made here. Whether it still holds is not told by this. */
export function openSeal(token: string, given: string): ShownKey | undefined {
  const parts = given.split('.');
  // A tenant's name may hold dots; what stands before and after it does not.
  const [tenant, keyId] = [Name.safeParse(parts.slice(1, -2).join('.')), ApiKeyId.safeParse(parts.at(-2))];
  if (!tenant.success || !keyId.success) return undefined;
  return sameSecret(given, sealKey(token, tenant.data, keyId.data)) ? { tenant: tenant.data, keyId: keyId.data } : undefined;
}
