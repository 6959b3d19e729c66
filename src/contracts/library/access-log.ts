import { z } from 'zod';
import { AccessLogId, ChunkId, Count, DocumentId, Name, NonEmptyText, RunId, Timestamp } from '../core/index.ts';
import { ModelId } from '../models/model-profile.ts';
import { RoleId } from '../roles/role-id.ts';

/** The library gate's answer to one request. */
export const AccessDecision = z.discriminatedUnion('allowed', [
  z.strictObject({ allowed: z.literal(true), policy_applied: Name }),
  z.strictObject({
    allowed: z.literal(false),
    reason: z.enum(['policy_violation', 'rate_limit_exceeded', 'no_justification']),
    details: NonEmptyText,
  }),
]);
export type AccessDecision = z.infer<typeof AccessDecision>;

/** One request for library text: who, what, how, why and with what outcome. Refused requests are logged too. */
export const AccessLog = z
  .strictObject({
    log_id: AccessLogId,
    timestamp: Timestamp,
    run_id: RunId,
    user_id: Name,
    agent_role: RoleId,
    library_id: Name,
    document_ids: z.array(DocumentId),
    chunk_ids: z.array(ChunkId),
    query: NonEmptyText,
    model_id: ModelId,
    retrieval_count: Count,
    justification: NonEmptyText.optional(),
    redactions_applied: Count,
    access_granted: z.boolean(),
    policy_violations: z.array(NonEmptyText),
  })
  .refine((log) => !log.access_granted || log.policy_violations.length === 0, {
    path: ['access_granted'],
    message: 'access that violates a policy is not granted',
  })
  .refine((log) => log.access_granted || log.chunk_ids.length === 0, {
    path: ['chunk_ids'],
    message: 'a refused request yields no chunks',
  });
export type AccessLog = z.infer<typeof AccessLog>;
