import { z } from 'zod';
import { NonEmptyText, PositiveCount, RunId, Sha256, SummaryId, Timestamp } from '../core/index.ts';
import { ModelId } from '../models/model-profile.ts';
import { ContextSection } from './context-section.ts';

export const SummarizationMethod = z.enum(['extractive', 'llm_generated', 'hybrid']);
export type SummarizationMethod = z.infer<typeof SummarizationMethod>;

function namesItsModel(summary: { summarization_method: SummarizationMethod; model_used?: ModelId | undefined }): boolean {
  return (summary.summarization_method === 'extractive') === (summary.model_used === undefined);
}

/** What stands in a packet instead of the words it replaced, and what was lost by it. */
export const ContextSummary = z
  .strictObject({
    summary_id: SummaryId,
    run_id: RunId,
    created_at: Timestamp,
    source_sections: z.array(ContextSection).min(1),
    source_token_count: PositiveCount,
    summary_token_count: PositiveCount,
    compression_ratio: z.number().positive(),
    summary_text: NonEmptyText,
    summarization_method: SummarizationMethod,
    model_used: ModelId.optional(),
    information_preserved: z.array(NonEmptyText),
    information_lost: z.array(NonEmptyText),
    summary_version: z.string().regex(/^summary:v[1-9]\d*$/, 'expected summary:v1, summary:v2, …'),
    content_hash: Sha256,
  })
  .refine((summary) => summary.compression_ratio === summary.source_token_count / summary.summary_token_count, {
    path: ['compression_ratio'],
    message: 'the ratio is the source tokens divided by the summary tokens',
  })
  .refine(namesItsModel, {
    path: ['model_used'],
    message: 'a model is named exactly when one was used',
  });
export type ContextSummary = z.infer<typeof ContextSummary>;
