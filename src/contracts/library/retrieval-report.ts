import { z } from 'zod';
import { Name, NonEmptyText, PositiveCount, RunId, Timestamp, UnitInterval } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { ChunkPlace, EmbedSpace } from './embedding.ts';
import { passesRetrievalGates, RetrievalFallback, RetrievalGates, RetrievalMeasure, SkippedFallback } from './retrieval-gates.ts';

/** Whatever a search engine calls its score, it is brought to 0 to 1 before it is reported: the gates compare with it. */
export const RetrievalHit = z.strictObject({ ...ChunkPlace.shape, score: UnitInterval, token_count: PositiveCount });
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
    /** Left out when none was skipped. */
    fallbacks_skipped: z.array(SkippedFallback).min(1).optional(),
    retrieved_at: Timestamp,
  })
  .refine((report) => sameMeasure(report.measured, measureOf(report.hits)), {
    path: ['measured'],
    message: 'the measurements are not those of the hits',
  })
  .refine((report) => report.gates_passed === passesRetrievalGates(report.gates, report.measured), {
    path: ['gates_passed'],
    message: 'the verdict does not follow from what was measured',
  });
export type RetrievalReport = z.infer<typeof RetrievalReport>;

/** What the hits amount to, in the terms of the gates; no hits amount to nothing. */
export function measureOf(hits: readonly RetrievalHit[]): RetrievalMeasure {
  return {
    top1_score: hits.reduce((best, hit) => Math.max(best, hit.score), 0),
    total_tokens: hits.reduce((sum, hit) => sum + hit.token_count, 0),
    documents: new Set(hits.map((hit) => hit.document_id)).size,
  };
}

function sameMeasure(left: RetrievalMeasure, right: RetrievalMeasure): boolean {
  return (
    left.top1_score === right.top1_score && left.total_tokens === right.total_tokens && left.documents === right.documents
  );
}
