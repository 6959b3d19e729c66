import { searchWords } from '../words/search-words.ts';
import type { Chunk } from '../workspace/chunk-document.ts';
import type { TextIndex } from './text-index.ts';

/** Everything that can be found, in the order of documents and of passages in them. */
export interface Collection {
  readonly libraryId: string;
  readonly chunks: readonly Chunk[];
  readonly index: TextIndex;
  /** Every word that stands somewhere in it. */
  vocabulary(): ReadonlySet<string>;
}

/** The name of the file, its folders and the headings above a passage tell as much of it as its own words. */
export async function openCollection(libraryId: string, chunks: readonly Chunk[], index: TextIndex): Promise<Collection> {
  const wordsOf = ({ path, sectionPath, text }: Chunk): string[] => searchWords([nameOf(path), ...sectionPath, text].join('\n'));
  await index.replace(chunks.map(wordsOf));
  let words: ReadonlySet<string> | undefined;
  return { libraryId, chunks, index, vocabulary: () => (words ??= new Set(chunks.flatMap(wordsOf))) };
}

function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? path.slice(0, dot - name.length) : path;
}
