import type { DocumentId, RetrievalGates } from '../../contracts/index.ts';
import type { Chunk } from '../workspace/chunk-document.ts';

/**
 * The gates, asking for no more than there is about the question: when one page of the folder speaks of it, an answer
 * rests on that page and on all of it. How well the best passage must fit is never lowered, and where nothing speaks of it
 * the gates stay as they are.
 */
export function gatesWithin(gates: RetrievalGates, speaking: ReadonlySet<DocumentId>, chunks: readonly Pick<Chunk, 'documentId' | 'tokens'>[]): RetrievalGates {
  if (speaking.size === 0) return gates;
  const tokens = chunks.reduce((sum, chunk) => sum + (speaking.has(chunk.documentId) ? chunk.tokens : 0), 0);
  return { ...gates, min_total_tokens: Math.min(gates.min_total_tokens, tokens), min_documents: Math.min(gates.min_documents, speaking.size) };
}
