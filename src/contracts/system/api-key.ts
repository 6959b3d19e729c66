import { z } from 'zod';
import { ApiKeyId, Name, Timestamp } from '../core/index.ts';

/**
 * What a key lets its holder do: look, have work done, answer what work waits for, or ask models directly. None of them
 * is contained in another, so that whoever may answer for a person got that by itself.
 */
export const KeyScope = z.enum(['read', 'run', 'approve', 'models']);
export type KeyScope = z.infer<typeof KeyScope>;

/** A key as it stands. What its holder sends is never kept: it follows from the id and the token of the installation. */
export const ApiKey = z.strictObject({
  key_id: ApiKeyId,
  name: Name,
  scopes: z.array(KeyScope).min(1),
  created_at: Timestamp,
  created_by: Name,
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyBook = z.strictObject({ keys: z.array(ApiKey) });
export type ApiKeyBook = z.infer<typeof ApiKeyBook>;
