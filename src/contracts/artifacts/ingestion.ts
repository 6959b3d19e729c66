import { z } from 'zod';
import { Count, DocumentId, Name, NonEmptyText, Sha256 } from '../core/index.ts';
import { EmbedSpace } from '../library/embedding.ts';

/** What did not work, and when and how it is tried again; without that a failure would be forgotten. */
export const FailedPart = z.strictObject({ what: NonEmptyText, reason: NonEmptyText, retry_plan: NonEmptyText });
export type FailedPart = z.infer<typeof FailedPart>;

export const IngestedSource = z.strictObject({
  source: NonEmptyText,
  sha256: Sha256,
  document_id: DocumentId.nullable(),
  chunks: Count,
  /** The same content was there already. */
  was_known: z.boolean(),
});
export type IngestedSource = z.infer<typeof IngestedSource>;

/** What was taken into a library. */
export const IngestionReport = z
  .strictObject({ library_id: Name, sources: z.array(IngestedSource), failures: z.array(FailedPart) })
  .refine(({ sources, failures }) => sources.length + failures.length > 0, { path: ['sources'], message: 'a report is about something' });
export type IngestionReport = z.infer<typeof IngestionReport>;

/** What became of every chunk: it is stored, or its failure is recorded with what comes next. */
export const IndexBuildReport = z
  .strictObject({ library_id: Name, embed_space: EmbedSpace.nullable(), chunks_total: Count, chunks_stored: Count, failures: z.array(FailedPart) })
  .refine(({ chunks_total: total, chunks_stored: stored, failures }) => stored + failures.length === total, {
    path: ['chunks_stored'],
    message: 'every chunk is stored, or its failure is recorded',
  });
export type IndexBuildReport = z.infer<typeof IndexBuildReport>;
