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

interface Access {
  access_granted: boolean;
  policy_violations: readonly string[];
  chunk_ids: readonly ChunkId[];
  retrieval_count: number;
  redactions_applied: number;
}

function grantsNoViolation(log: Access): boolean {
  return !log.access_granted || log.policy_violations.length === 0;
}

function yieldsNothingWhenRefused(log: Access): boolean {
  return log.access_granted || log.chunk_ids.length === 0;
}

function countsItsChunks(log: Access): boolean {
  return log.retrieval_count === log.chunk_ids.length;
}

function redactsNothingWhenRefused(log: Access): boolean {
  return log.access_granted || log.redactions_applied === 0;
}

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
  .refine(grantsNoViolation, {
    path: ['access_granted'],
    message: 'access that violates a policy is not granted',
  })
  .refine(yieldsNothingWhenRefused, {
    path: ['chunk_ids'],
    message: 'a refused request yields no chunks',
  })
  .refine(countsItsChunks, {
    path: ['retrieval_count'],
    message: 'the count is that of the chunks listed',
  })
  .refine(redactsNothingWhenRefused, {
    path: ['redactions_applied'],
    message: 'a refused request leaves nothing to redact',
  });
export type AccessLog = z.infer<typeof AccessLog>;
