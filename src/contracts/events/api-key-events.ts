import { z } from 'zod';
import { ApiKeyId, Name, NonEmptyText, Timestamp } from '../core/index.ts';
import { KeyScope } from '../system/api-key.ts';
import { defineEvent } from './define-event.ts';

/** All keys of a tenant stand in one stream: there are few, and each change is made knowing the others. */
export const API_KEY_STREAM = 'keys';

/** Somebody else may ask from now on. Nothing in it lets a reader of the log do the same. */
export const apiKeyCreated = defineEvent({
  type: 'api_key.created',
  version: 1,
  payload: z.strictObject({ key_id: ApiKeyId, name: Name, scopes: z.array(KeyScope).min(1), expires_at: Timestamp.nullable(), created_by: Name }),
});

/** By a person's word: whoever holds this key is not let in any more. */
export const apiKeyRevoked = defineEvent({
  type: 'api_key.revoked',
  version: 1,
  payload: z.strictObject({ key_id: ApiKeyId, revoked_by: Name, reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: 'nothing',
});

export const API_KEY_EVENTS = [apiKeyCreated, apiKeyRevoked] as const;
