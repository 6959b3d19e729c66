import { z } from 'zod';
import { ChunkId, Count, DocumentId, Name, NonEmptyText, PositiveCount, Sha256, StorageRef, Timestamp } from '../core/index.ts';
import { ModelId } from '../models/model-profile.ts';

/** A retrieval contract: vectors of different spaces are never compared. */
export const EmbedSpace = z.string().regex(/^emb:v[1-9]\d*$/, 'expected emb:v1, emb:v2, …');
export type EmbedSpace = z.infer<typeof EmbedSpace>;

/** How documents are cut. Structure comes first: a chunk never runs over a heading to reach its target. */
export const ChunkingPolicy = z
  .strictObject({
    embed_space: EmbedSpace,
    structure_first: z.boolean(),
    target_tokens: PositiveCount,
    overlap_tokens: Count,
  })
  .refine((policy) => policy.overlap_tokens < policy.target_tokens, {
    path: ['overlap_tokens'],
    message: 'the overlap is smaller than the chunk',
  });
export type ChunkingPolicy = z.infer<typeof ChunkingPolicy>;

export const DEFAULT_CHUNKING: ChunkingPolicy = {
  embed_space: 'emb:v1',
  structure_first: true,
  target_tokens: 450,
  overlap_tokens: 80,
};

/** Where in a document a chunk stands; kept through every step so that a citation can name it. */
export const ChunkPlace = z.strictObject({
  library_id: Name,
  document_id: DocumentId,
  chunk_id: ChunkId,
  page: PositiveCount.nullable(),
  section_path: z.array(NonEmptyText),
});
export type ChunkPlace = z.infer<typeof ChunkPlace>;

/** One chunk with its vector; the vector itself lies behind the reference. */
export const EmbeddedChunk = z.strictObject({
  ...ChunkPlace.shape,
  text: StorageRef,
  text_hash: Sha256,
  token_count: PositiveCount,
  embed_space: EmbedSpace,
  model_id: ModelId,
  dimension: PositiveCount,
  vector: StorageRef,
  created_at: Timestamp,
});
export type EmbeddedChunk = z.infer<typeof EmbeddedChunk>;
