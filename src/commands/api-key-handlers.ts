import {
  API_KEY_STREAM,
  ApiKeyBook,
  apiKeyCreated,
  apiKeyRevoked,
  DEFAULT_TENANT,
  documentKey,
  type ApiKey,
  type KeyCreated,
  type KeyCreateRequest,
  type KeyListReport,
  type KeyRevoked,
  type KeyRevokeRequest,
  type Name,
} from '../contracts/index.ts';
import { invariant, KeelsonError, type Clock } from '../kernel/index.ts';
import { appendKnowing } from './append-knowing.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { SealKey } from './seal-key.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

const DAY_MS = 86_400_000;

export async function createKey({ tenant, name, scopes, days }: KeyCreateRequest, idempotencyKey: string, openTools: OpenTools, seal: SealKey): Promise<KeyCreated> {
  const ports = await openTools();
  const runs = await ledgerToWrite(ports, tenant);
  const key = `key.create:${idempotencyKey}`;
  const [made] = await runs.ledger.log.appended(key);
  if (made !== undefined) {
    const before = found(await readKeys(runs), apiKeyCreated.payload.parse(made.event.payload).key_id);
    return { key: before, secret: await seal(tenant, before.key_id) };
  }
  const taken = (await readKeys(runs)).find((one) => one.name === name && holds(one, ports.clock));
  if (taken !== undefined) throw new KeelsonError('key.name_taken', { message: `A key named "${name}" holds already.`, nextStep: `Choose another name, or revoke it: keelson key revoke ${taken.key_id} --reason "why"`, data: { name, key_id: taken.key_id } });
  const keyId = ports.ids.mint('key');
  const expiresAt = days === null ? null : new Date(ports.clock.nowMs() + days * DAY_MS).toISOString();
  await appendKnowing(runs, { aggregate: 'api_key', id: API_KEY_STREAM }, key, apiKeyCreated.type, { key_id: keyId, name, scopes: [...new Set(scopes)], expires_at: expiresAt, created_by: ports.userId });
  return { key: found(await readKeys(runs), keyId), secret: await seal(tenant, keyId) };
}

export async function listKeys(tenant: Name, openTools: OpenTools): Promise<KeyListReport> {
  const runs = await (await openTools()).existingLedger(tenant);
  return { tenant, keys: runs === undefined ? [] : [...(await readKeys(runs))] };
}

/** It holds no longer from the moment this answers. */
export async function revokeKey({ tenant, key_id: keyId, reason }: KeyRevokeRequest, idempotencyKey: string, openTools: OpenTools): Promise<KeyRevoked> {
  const ports = await openTools();
  const runs = await ports.existingLedger(tenant);
  const keys = runs === undefined ? [] : await readKeys(runs);
  const known = keys.find((one) => one.key_id === keyId);
  if (runs === undefined || known === undefined) throw new KeelsonError('key.unknown', { message: `There is no key ${keyId} here.`, nextStep: '`keelson keys` lists those that there are.', data: { key_id: keyId, known: keys.map(({ key_id }) => key_id) } });
  if (known.revoked_at !== null) return { key: known };
  await appendKnowing(runs, { aggregate: 'api_key', id: API_KEY_STREAM }, `key.revoke:${idempotencyKey}`, apiKeyRevoked.type, { key_id: keyId, revoked_by: ports.userId, reason });
  return { key: found(await readKeys(runs), keyId) };
}

/** The ledger that runs are recorded in is made for the first key; that of another tenant has to be there. */
async function ledgerToWrite(ports: ToolsPorts, tenant: Name): Promise<LedgerForRuns> {
  const runs = tenant === DEFAULT_TENANT ? await ports.ledger() : await ports.existingLedger(tenant);
  if (runs === undefined) throw new KeelsonError('key.tenant_unknown', { message: `Nothing is recorded for a tenant "${tenant}".`, nextStep: 'Check the name; a key is of a tenant that exists.', data: { tenant } });
  return runs;
}

async function readKeys({ ledger }: LedgerForRuns): Promise<readonly ApiKey[]> {
  const stored = await ledger.documents.get(documentKey.apiKeys(), 'api_keys');
  return stored === undefined ? [] : ApiKeyBook.parse(stored.body).keys;
}

function holds({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKey, clock: Clock): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > clock.nowMs());
}

function found(keys: readonly ApiKey[], keyId: string): ApiKey {
  const key = keys.find((one) => one.key_id === keyId);
  invariant(key !== undefined, 'a key that was written is in the book of keys');
  return key;
}
