import { keyCreate, keyList, keyRevoke } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { SealKey } from './seal-key.ts';
import type { OpenTools } from './tools-ports.ts';

/** Lets other people and programs ask, each for some things, until a day or until it is taken back. */
export function apiKeyBindings(openTools: OpenTools, seal: SealKey): Binding[] {
  const handlers = () => import('./api-key-handlers.ts');
  return [
    bind(keyCreate, async (request, { idempotencyKey = '' }) => (await handlers()).createKey(request, idempotencyKey, openTools, seal)),
    bind(keyList, async ({ tenant }) => (await handlers()).listKeys(tenant, openTools)),
    bind(keyRevoke, async (request, { idempotencyKey = '' }) => (await handlers()).revokeKey(request, idempotencyKey, openTools)),
  ];
}
