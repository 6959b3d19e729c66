import { z } from 'zod';
import { Name, NonEmptyText, PositiveCount, RunId, Timestamp } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { ChunkPlace, EmbedSpace } from './embedding.ts';
import { passesRetrievalGates, RetrievalFallback, RetrievalGates, RetrievalMeasure } from './retrieval-gates.ts';

export const RetrievalHit = z.strictObject({ ...ChunkPlace.shape, score: z.number(), token_count: PositiveCount });
export type RetrievalHit = z.infer<typeof RetrievalHit>;

/** The artifact that every retrieval leaves: what was asked, what came, and whether it was enough. */
export const RetrievalReport = z
  .strictObject({
    run_id: RunId,
    role_id: RoleId,
    library_ids: z.array(Name).min(1),
    query: NonEmptyText,
    embed_space: EmbedSpace,
    k: PositiveCount,
    hits: z.array(RetrievalHit),
    gates: RetrievalGates,
    measured: RetrievalMeasure,
    gates_passed: z.boolean(),
    fallbacks_tried: z.array(RetrievalFallback),
    retrieved_at: Timestamp,
  })
  .refine((report) => report.gates_passed === passesRetrievalGates(report.gates, report.measured), {
    path: ['gates_passed'],
    message: 'the verdict does not follow from what was measured',
  });
export type RetrievalReport = z.infer<typeof RetrievalReport>;
