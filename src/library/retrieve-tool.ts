import { z } from 'zod';
import { NonEmptyText, RETRIEVAL_QUERY_CHARS_MAX, type RetrievalGates } from '../contracts/index.ts';
import { sha256Hex } from '../kernel/index.ts';
import { defineTool, type Tool } from '../tools/index.ts';
import { bestQuote } from './citations/best-quote.ts';
import { contradictingPassages } from './citations/contradicting-passages.ts';
import { openCollection, type Collection } from './retrieval/collection.ts';
import { K_DEFAULT, K_MAX, retrieve } from './retrieval/retrieve.ts';
import type { TextIndex } from './retrieval/text-index.ts';
import { RetrieveOutput, type RetrievedPassage } from './retrieve-output.ts';
import { chunkDocument } from './workspace/chunk-document.ts';
import { readFolder, type FolderTexts } from './workspace/read-folder.ts';

/** The files of the working folder, as a library. */
export const WORKSPACE_LIBRARY = 'workspace';

const Input = z.strictObject({
  query: NonEmptyText.max(RETRIEVAL_QUERY_CHARS_MAX).describe('What is looked for, in plain words; words in quotation marks are looked for in a row.'),
  other_words: NonEmptyText.max(RETRIEVAL_QUERY_CHARS_MAX).optional().describe('The same in words that the files may use; looked for when the first do not bring enough.'),
  k: z.int().min(1).max(K_MAX).default(K_DEFAULT).describe('How many passages.'),
  folder: NonEmptyText.default('.').describe('The folder to look in, below the workspace.'),
});
type Input = z.infer<typeof Input>;

export interface RetrieveToolPorts {
  openIndex(): Promise<TextIndex>;
  /** What is enough to rest an answer on; the defaults when left out. */
  readonly gates?: RetrievalGates;
}

/** Folders whose index is kept, for a run looks again and again into the same few. */
const KEPT_COLLECTIONS_MAX = 3;

/** Retrieval over the text files of the working folder. An index is kept for as long as what it holds is what lies there. */
export function retrieveTool({ openIndex, gates }: RetrieveToolPorts): Tool<Input, RetrieveOutput> {
  const kept = new Map<string, Promise<Collection>>();
  const collectionOf = ({ documents }: FolderTexts): Promise<Collection> => {
    const key = sha256Hex(documents.map(({ path, text }) => `${path}\n${sha256Hex(text)}`).join('\n'));
    const known = kept.get(key) ?? openIndex().then((index) => openCollection(WORKSPACE_LIBRARY, documents.flatMap((document) => chunkDocument(WORKSPACE_LIBRARY, document)), index));
    kept.delete(key);
    kept.set(key, known);
    // One that could not be made is made anew the next time.
    known.catch(() => kept.delete(key));
    for (const [oldest, collection] of [...kept].slice(0, Math.max(0, kept.size - KEPT_COLLECTIONS_MAX))) {
      kept.delete(oldest);
      void collection.then(({ index }) => index.close()).catch(() => undefined);
    }
    return known;
  };
  return defineTool<Input, RetrieveOutput>({
    tool_id: 'retrieve',
    tool_name: 'Find passages in the files',
    category: 'file_ops',
    side_effects: 'read_only',
    priority: 60,
    timeout_ms: 60_000,
    max_retries: 0,
    entrypoint: 'library/retrieve',
    allowed_roles: ['research', 'librarian', 'analyst', 'critic', 'coder', 'update', 'toolsmith'],
    input: Input,
    output: RetrieveOutput,
    touches: ['workspace_read'],
    taint: 'user_trusted_bounded',
    alsoCosts: { retrieval_queries: 1 },
    intentions: ({ folder }) => [{ kind: 'path', op: 'list', path: folder }],
    async perform({ query, other_words: otherWords, k, folder }, { files, signal, clock, caller }) {
      const texts = await readFolder({ files, signal }, folder);
      const { report, found, wishes } = await retrieve({ ...caller, query, k, ...(gates !== undefined && { gates }) }, { collection: await collectionOf(texts), clock, rewriteByModel: async () => otherWords });
      const hits = found.map(({ chunk: { path, text }, hit: { token_count: _tokens, ...hit } }): RetrievedPassage => ({ ...hit, quote: bestQuote(text, query), path, text }));
      return { report, hits, wishes: [...wishes], contradictions: contradictingPassages(hits), left_out: texts.leftOut };
    },
    show,
  });
}

function show({ report: { gates, measured, gates_passed: isEnough }, hits, contradictions, left_out: leftOut }: RetrieveOutput): string {
  const short = [
    ...(measured.top1_score < gates.min_top1_score ? [`the best passage scores ${measured.top1_score.toFixed(2)} of the ${gates.min_top1_score} that are asked for`] : []),
    ...(measured.total_tokens < gates.min_total_tokens ? [`${measured.total_tokens} tokens of ${gates.min_total_tokens}`] : []),
    ...(measured.documents < gates.min_documents ? [`${measured.documents} of ${gates.min_documents} documents`] : []),
  ];
  const notes = [
    ...(isEnough ? [] : [`This is not enough to rest an answer on: ${short.join('; ')}. Look in other words, or say what is missing.`]),
    ...contradictions.map(({ about, values }) => `These passages disagree about "${about}": ${values.map(({ value, path }) => `${value} (${path})`).join(', ')}.`),
    ...(leftOut.sensitive_paths.length === 0 ? [] : [`Not looked into without a yes: ${leftOut.sensitive_paths.join(', ')}.`]),
    ...(leftOut.too_large_paths.length === 0 ? [] : [`Too large to be searched: ${leftOut.too_large_paths.join(', ')}.`]),
    ...(leftOut.is_cut ? ['The folder holds more than was searched; look in a folder below it.'] : []),
  ];
  const passages = hits.map(({ path, section_path: sections, chunk_id: id, score, text }, at) => `[${at + 1}] ${[path, ...sections].join(' > ')} (${id}, score ${score.toFixed(2)})\n${text.trim()}`);
  const cite = hits.length === 0 ? [] : ['Cite as {"source": the path, "quote": words of the passage, exactly as they stand there}.'];
  return [...(passages.length === 0 ? ['No passage was found.'] : passages), ...[...notes, ...cite].map((note) => `[${note}]`)].join('\n\n');
}
