import { apiKeyCreated, apiKeyRevoked, documentKey, type ApiKey, type ApiKeyBook } from '../../contracts/index.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

/** The keys of a tenant, with those that have ended: who could ask when is part of the record. */
export const apiKeysProjection: Projection = {
  name: 'api_keys',
  version: 1,
  types: [apiKeyCreated.type, apiKeyRevoked.type],
  key: () => documentKey.apiKeys(),
  fold: (current, event) => foldKeys((current as ApiKeyBook | undefined) ?? { keys: [] }, event) as DocumentBody,
  isOfOneStream: true,
};

function foldKeys({ keys }: ApiKeyBook, { type, payload, recordedAt }: FoldedEvent): ApiKeyBook {
  if (type === apiKeyCreated.type) return { keys: [...keys, { ...(payload as Omit<ApiKey, 'created_at' | 'revoked_at'>), created_at: recordedAt, revoked_at: null }] };
  return { keys: keys.map((key) => (key.key_id === payload['key_id'] ? { ...key, revoked_at: key.revoked_at ?? recordedAt } : key)) };
}
