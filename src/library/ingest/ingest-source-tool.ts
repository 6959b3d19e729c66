import { z } from 'zod';
import { ChunkPlace, Count, IngestionReport, NonEmptyText, Sensitivity, type FailedPart, type IngestedSource } from '../../contracts/index.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import { defineTool, type Tool, type ToolHands } from '../../tools/index.ts';
import { chunkDocument } from '../workspace/chunk-document.ts';
import { extractSource } from './extract-source.ts';
import { LibraryFolder, placeIn, SOURCE_BYTES_MAX, SOURCES_MAX, INGEST_TIME_MS } from './library-folder.ts';

const Input = z.strictObject({
  paths: z.array(NonEmptyText).min(1).max(SOURCES_MAX).describe('PDF, Word, HTML, Markdown, text or image files below the workspace.'),
  library: LibraryFolder,
  sensitivity: Sensitivity.default('private').describe('How far the sources may be shown; restricted ones need a yes.'),
});
type Input = z.infer<typeof Input>;

/** Where a passage stands and how long it is; its words are in the library. */
const ChunkRecord = z.strictObject({ ...ChunkPlace.shape, path: NonEmptyText, tokens: Count });

const Output = z.strictObject({ ingestion: IngestionReport, chunks: z.array(ChunkRecord) });
type Output = z.infer<typeof Output>;

/**
 * Takes sources into a library: hashes each, takes its words out, cuts them into passages, and keeps them as Markdown in the folder
 * of the library, where retrieval finds them. A source that cannot be read is told with what to do about it, and stops no other.
 */
export const ingestSourceTool: Tool<Input, Output> = defineTool<Input, Output>({
  tool_id: 'ingest_source',
  tool_name: 'Take sources into a library',
  category: 'file_ops',
  side_effects: 'idempotent_write',
  priority: 1,
  timeout_ms: INGEST_TIME_MS,
  entrypoint: 'library/ingest_source',
  allowed_roles: ['librarian'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'workspace_write'],
  taint: 'external_untrusted',
  intentions: ({ paths, library }) => paths.flatMap((path) => [{ kind: 'path', op: 'read', path } as const, { kind: 'path', op: 'write', path: placeIn(library, path) } as const]),
  async perform({ paths, library }, hands) {
    const sources: IngestedSource[] = [];
    const failures: FailedPart[] = [];
    const chunks: Output['chunks'] = [];
    for (const path of new Set(paths)) {
      try {
        const taken = await takeIn(library, path, hands);
        sources.push(taken.source);
        chunks.push(...taken.chunks);
      } catch (error) {
        if (!(error instanceof KeelsonError) || hands.signal.aborted) throw error;
        failures.push({ what: path, reason: error.message, retry_plan: error.nextStep });
      }
    }
    return { ingestion: { library_id: library, sources, failures }, chunks };
  },
  show: ({ ingestion: { library_id: library, sources, failures } }) => [...sources.map(({ source, chunks, was_known: wasKnown }) => `${source}: ${chunks} passages in ${library}${wasKnown ? ', as they were' : ''}`), ...failures.map(({ what, reason, retry_plan: plan }) => `${what} was not taken in: ${reason} ${plan}`)].join('\n'),
});

async function takeIn(library: string, path: string, hands: ToolHands): Promise<{ source: IngestedSource; chunks: Output['chunks'] }> {
  const { bytes } = await hands.files.read(path, { maxBytes: SOURCE_BYTES_MAX });
  const text = await extractSource(path, hands);
  if (text.trim() === '') throw new KeelsonError('tool.failed', { message: 'It holds no words.', nextStep: 'Look whether it is a scan; an image of each page can be read by its letters.', data: { tool_id: 'ingest_source', detail: path } });
  const kept = placeIn(library, path);
  const before = await hands.files.read(kept, { maxBytes: SOURCE_BYTES_MAX }).catch((error: unknown) => (error instanceof KeelsonError ? undefined : Promise.reject(error)));
  const wasKnown = before !== undefined && new TextDecoder().decode(before.bytes) === text;
  if (!wasKnown) await hands.files.write(kept, Buffer.from(text, 'utf8'));
  const passages = chunkDocument(library, { path: kept, text, kind: 'markdown' });
  return {
    source: { source: path, sha256: sha256Hex(bytes), document_id: passages[0]?.documentId ?? null, chunks: passages.length, was_known: wasKnown },
    chunks: passages.map(({ documentId, chunkId, sectionPath, tokens }) => ({ library_id: library, document_id: documentId, chunk_id: chunkId, page: null, section_path: [...sectionPath], path: kept, tokens })),
  };
}
