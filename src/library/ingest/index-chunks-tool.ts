import { z } from 'zod';
import { IndexBuildReport, Sensitivity, type FailedPart } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { checkText } from '../../redaction/index.ts';
import { defineTool, type Tool } from '../../tools/index.ts';
import { openCollection } from '../retrieval/collection.ts';
import type { TextIndex } from '../retrieval/text-index.ts';
import { chunkDocument } from '../workspace/chunk-document.ts';
import { readFolder } from '../workspace/read-folder.ts';
import { INGEST_TIME_MS, LibraryFolder } from './library-folder.ts';

const Input = z.strictObject({
  library: LibraryFolder,
  holds_personal_data: z.boolean().default(false).describe('Whether the texts tell of persons; a person is asked then.'),
  sensitivity: Sensitivity.default('private').describe('How far the sources may be shown; restricted ones need a yes.'),
});
type Input = z.infer<typeof Input>;

const Output = z.strictObject({ index: IndexBuildReport });
type Output = z.infer<typeof Output>;

/** Secrets are no personal data, and are kept out of what leaves anyway. */
const NOT_PERSONAL: ReadonlySet<string> = new Set(['SECRET', 'IP_ADDRESS', 'MAC_ADDRESS']);

/** Makes the passages of a library searchable by their words, and says of each what became of it. No vectors are made: there is no model for them. */
export function indexChunksTool({ openIndex }: { openIndex(): Promise<TextIndex> }): Tool<Input, Output> {
  return defineTool<Input, Output>({
    tool_id: 'index_chunks',
    tool_name: 'Make the passages of a library searchable',
    category: 'file_ops',
    side_effects: 'read_only',
    priority: 1,
    timeout_ms: INGEST_TIME_MS,
    entrypoint: 'library/index_chunks',
    allowed_roles: ['librarian'],
    input: Input,
    output: Output,
    touches: ['workspace_read'],
    taint: 'external_untrusted',
    intentions: ({ library }) => [{ kind: 'path', op: 'list', path: library }],
    async perform({ library, holds_personal_data: isKnown }, hands) {
      const { documents, leftOut } = await readFolder(hands, library);
      const telling = isKnown ? undefined : documents.find(({ text }) => checkText(text).spans.some(({ type }) => !NOT_PERSONAL.has(type)));
      if (telling !== undefined) throw new KeelsonError('tool.failed', { message: `${telling.path} tells of persons, which is to be looked at before it is indexed.`, nextStep: 'Call it again with holds_personal_data, and a person is asked.', data: { tool_id: 'index_chunks', detail: telling.path } });
      const chunks = documents.flatMap((document) => chunkDocument(library, document));
      const index = await openIndex();
      try {
        await openCollection(library, chunks, index);
      } finally {
        await index.close();
      }
      const failures = [...leftOut.sensitive_paths, ...leftOut.too_large_paths].map((path): FailedPart => ({ what: path, reason: 'It was not read: it is sensitive or too large.', retry_plan: 'Split it, or ask for it, and index again.' }));
      return { index: { library_id: library, embed_space: null, chunks_total: chunks.length + failures.length, chunks_stored: chunks.length, failures } };
    },
    show: ({ index: { library_id: library, chunks_stored: stored, chunks_total: total } }) => `${stored} of ${total} passages of ${library} can be searched.`,
  });
}
