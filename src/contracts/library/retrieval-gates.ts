import { z } from 'zod';
import { Count, NonEmptyText, UnitInterval } from '../core/index.ts';

/** The least a retrieval must bring before anything is written from it. */
export const RetrievalGates = z.strictObject({
  min_top1_score: UnitInterval,
  min_total_tokens: Count,
  min_documents: Count,
});
export type RetrievalGates = z.infer<typeof RetrievalGates>;

export const DEFAULT_RETRIEVAL_GATES: RetrievalGates = { min_top1_score: 0.3, min_total_tokens: 900, min_documents: 2 };

/** How the working folder is searched, as a person writes it; each gate that is left out is the default one. */
export const RetrievalSettings = z.strictObject({
  gates: z
    .strictObject({
      min_top1_score: UnitInterval.default(DEFAULT_RETRIEVAL_GATES.min_top1_score),
      min_total_tokens: Count.default(DEFAULT_RETRIEVAL_GATES.min_total_tokens),
      min_documents: Count.default(DEFAULT_RETRIEVAL_GATES.min_documents),
    })
    .prefault({}),
});
export type RetrievalSettings = z.infer<typeof RetrievalSettings>;

/** What is tried when the gates fail. The order of this list is the order of trying. */
export const RetrievalFallback = z.enum([
  'raise_k',
  'fetch_adjacent_chunks',
  'hybrid_retrieval',
  'rewrite_query_deterministically',
  'rewrite_query_by_model',
  'escalate_model_for_synthesis',
  'ask_user',
]);
export type RetrievalFallback = z.infer<typeof RetrievalFallback>;

/** A fallback whose turn came and that was not taken, and why. */
export const SkippedFallback = z.strictObject({ fallback: RetrievalFallback, reason: NonEmptyText });
export type SkippedFallback = z.infer<typeof SkippedFallback>;

/** What a retrieval really brought, in the terms of the gates. */
export const RetrievalMeasure = z.strictObject({
  top1_score: UnitInterval,
  total_tokens: Count,
  documents: Count,
});
export type RetrievalMeasure = z.infer<typeof RetrievalMeasure>;

export function passesRetrievalGates(gates: RetrievalGates, measured: RetrievalMeasure): boolean {
  return (
    measured.top1_score >= gates.min_top1_score &&
    measured.total_tokens >= gates.min_total_tokens &&
    measured.documents >= gates.min_documents
  );
}
