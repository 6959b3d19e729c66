import { describe, expect, it } from 'vitest';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { ChunkingPolicy, DEFAULT_CHUNKING, EmbeddedChunk, EmbedSpace } from './embedding.ts';

const place = {
  library_id: 'papers',
  document_id: sample.documentId,
  chunk_id: sample.chunkId,
  page: 3,
  section_path: ['Results', 'Table 2'],
};

describe('chunking', () => {
  it('goes by structure first, aims at 450 tokens and overlaps by 80', () => {
    expect(DEFAULT_CHUNKING).toEqual({ embed_space: 'emb:v1', structure_first: true, target_tokens: 450, overlap_tokens: 80 });
    expect(faultsOf(ChunkingPolicy, DEFAULT_CHUNKING)).toEqual([]);
  });

  it('refuses an overlap as large as the chunk', () => {
    expect(faultsOf(ChunkingPolicy, { ...DEFAULT_CHUNKING, overlap_tokens: 450 })).toEqual([
      'overlap_tokens: the overlap is smaller than the chunk',
    ]);
    expect(faultsOf(ChunkingPolicy, { ...DEFAULT_CHUNKING, overlap_tokens: 449 })).toEqual([]);
  });
});

describe('an embedded chunk', () => {
  const chunk = {
    ...place,
    text: sample.storageRef,
    text_hash: sample.sha256,
    token_count: 430,
    embed_space: 'emb:v1',
    model_id: 'nomic-embed-text',
    dimension: 768,
    vector: sample.storageRef,
    created_at: sample.time,
  };

  it('stores its space, model, dimension and time, and where it stood', () => {
    expect(EmbeddedChunk.parse(chunk)).toEqual(chunk);
    expect(requiredFieldsOf(EmbeddedChunk, chunk)).toEqual(Object.keys(chunk));
    expect(faultsOf(EmbedSpace, 'v1')).toEqual([': expected emb:v1, emb:v2, …']);
  });
});
