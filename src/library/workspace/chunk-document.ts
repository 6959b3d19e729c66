import { DEFAULT_CHUNKING, type ChunkId, type ChunkingPolicy, type DocumentId } from '../../contracts/index.ts';
import { chunkIdOf, documentIdOf } from './content-id.ts';
import { markdownSections, type Section } from './sections.ts';
import { tokensOf, unitsOf, type TextUnit } from './text-units.ts';

/** A text of the folder. */
export interface FolderDocument {
  /** Below the workspace. */
  readonly path: string;
  readonly text: string;
  readonly kind: 'markdown' | 'plain';
}

/** A passage of a document, word for word. */
export interface Chunk {
  readonly documentId: DocumentId;
  readonly chunkId: ChunkId;
  readonly path: string;
  readonly sectionPath: readonly string[];
  readonly text: string;
  readonly tokens: number;
}

/**
 * Structure first: a chunk never runs over a heading to reach its target. Inside a section it ends at the last blank line
 * in its second half, when there is one, and the next begins a little before that end.
 */
export function chunkDocument(libraryId: string, { path, text, kind }: FolderDocument, policy: ChunkingPolicy = DEFAULT_CHUNKING): Chunk[] {
  const sections: readonly Section[] = kind === 'markdown' ? markdownSections(text) : [{ start: 0, end: text.length, path: [] }];
  const documentId = documentIdOf(libraryId, path);
  const met = new Map<string, number>();
  return sections.flatMap((section) =>
    spansOf(unitsOf(text, section.start, section.end, unitTokensMax(policy)), policy).map(({ start, end }) => {
      const passage = text.slice(start, end);
      const nth = met.get(passage) ?? 0;
      met.set(passage, nth + 1);
      return { documentId, chunkId: chunkIdOf(documentId, passage, nth), path, sectionPath: section.path, text: passage, tokens: Math.max(1, tokensOf(passage)) };
    }),
  );
}

/** A unit that fits into the overlap can be taken over whole; without an overlap, a few make a chunk. */
function unitTokensMax({ target_tokens: target, overlap_tokens: overlap }: ChunkingPolicy): number {
  return overlap > 0 ? overlap : Math.ceil(target / 5);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spansOf(units: readonly TextUnit[], { target_tokens: target, overlap_tokens: overlap }: ChunkingPolicy): Span[] {
  const spans: Span[] = [];
  const last = units.findLastIndex(({ isBlank }) => !isBlank);
  for (let from = nextFilled(units, 0); from <= last; ) {
    const until = endOfChunk(units, from, last, target);
    const filled = units.slice(from, until).findLastIndex(({ isBlank }) => !isBlank) + from;
    spans.push({ start: units[from]?.start ?? 0, end: units[filled]?.end ?? 0 });
    if (nextFilled(units, until) > last) break;
    from = nextFilled(units, overlapStart(units, from, until, overlap));
  }
  return spans;
}

/** The first unit that is no longer in the chunk. */
function endOfChunk(units: readonly TextUnit[], from: number, last: number, target: number): number {
  let tokens = 0;
  let until = from;
  let paragraph = 0;
  for (; until <= last; until += 1) {
    const unit = units[until];
    if (unit === undefined || (until > from && tokens + unit.tokens > target)) break;
    tokens += unit.tokens;
    if (unit.isBlank && tokens * 2 >= target) paragraph = until + 1;
  }
  return until > last || paragraph === 0 ? until : paragraph;
}

function overlapStart(units: readonly TextUnit[], from: number, until: number, overlap: number): number {
  let start = until;
  let tokens = 0;
  while (start - 1 > from) {
    tokens += units[start - 1]?.tokens ?? 0;
    if (tokens > overlap) break;
    start -= 1;
  }
  return start;
}

function nextFilled(units: readonly TextUnit[], from: number): number {
  const found = units.findIndex(({ isBlank }, at) => at >= from && !isBlank);
  return found === -1 ? units.length : found;
}
