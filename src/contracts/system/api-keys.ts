import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { ApiKeyId, Name, NonEmptyText, PositiveCount } from '../core/index.ts';
import { ApiKey, KeyScope } from './api-key.ts';
import { LedgerTenant } from './ledger-tenant.ts';

/** Longer than a year is forgotten; whoever wants a key without an end says so. */
export const KEY_DAYS_MAX = 366;
export const KEY_DAYS = 90;

const storeFailures = ['ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'];

export const KeyCreateRequest = z.strictObject({
  tenant: LedgerTenant,
  name: Name,
  scopes: z.array(KeyScope).min(1),
  /** Null for a key that holds until it is revoked. */
  days: PositiveCount.max(KEY_DAYS_MAX).nullable().default(KEY_DAYS),
});
export type KeyCreateRequest = z.infer<typeof KeyCreateRequest>;

export const KeyCreated = z.strictObject({
  key: ApiKey,
  /** What its holder sends. It is shown to whoever made it, and kept nowhere. */
  secret: z.string(),
});
export type KeyCreated = z.infer<typeof KeyCreated>;

export const keyCreate = defineCommand({
  id: 'key.create',
  request: ['KeyCreateRequest', KeyCreateRequest],
  response: ['KeyCreated', KeyCreated],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'key.name_taken', 'key.tenant_unknown', ...storeFailures],
  behaviours: {
    empty: 'A key for nothing is not made: at least one scope has to be named.',
    blocked: 'Only who shows the token of the installation makes keys; a key makes none.',
    degraded: 'Asked again under the same idempotency key, it shows the key that was made.',
    error: 'Shows the error with its code and what to do next; no key was made.',
  },
});

export const KeyListRequest = z.strictObject({ tenant: LedgerTenant });
export type KeyListRequest = z.infer<typeof KeyListRequest>;

export const KeyListReport = z.strictObject({ tenant: Name, keys: z.array(ApiKey) });
export type KeyListReport = z.infer<typeof KeyListReport>;

export const keyList = defineQuery({
  id: 'key.list',
  request: ['KeyListRequest', KeyListRequest],
  response: ['KeyListReport', KeyListReport],
  failureCodes: ['input.invalid'],
  behaviours: {
    empty: 'There are no keys: it says how to make one.',
    blocked: 'Nothing blocks it: it only reads, and shows no secret.',
    degraded: 'Keys that have ended stay in the list and say so.',
    error: 'Shows the error with its code and what to do next.',
  },
});

export const KeyRevokeRequest = z.strictObject({ tenant: LedgerTenant, key_id: ApiKeyId, reason: NonEmptyText });
export type KeyRevokeRequest = z.infer<typeof KeyRevokeRequest>;

export const KeyRevoked = z.strictObject({ key: ApiKey });
export type KeyRevoked = z.infer<typeof KeyRevoked>;

export const keyRevoke = defineCommand({
  id: 'key.revoke',
  request: ['KeyRevokeRequest', KeyRevokeRequest],
  response: ['KeyRevoked', KeyRevoked],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'key.unknown', ...storeFailures],
  behaviours: {
    empty: 'There is no such key: it says which there are.',
    blocked: 'Only who shows the token of the installation revokes keys.',
    degraded: 'A key that was revoked before stays so, and nothing is written again.',
    error: 'Shows the error with its code and what to do next; the key still holds.',
  },
});
