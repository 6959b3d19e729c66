import { MEGRAM_CONTENT_CHARS_MAX, MemoryEntity, MemorySpace } from '../contracts/index.ts';
import { sha256Hex } from '../kernel/index.ts';
import { withoutSecrets } from '../redaction/index.ts';

const SPACE_CHARS_MAX = 256;
const ENTITY_CHARS_MAX = 2_048;
const DIGEST_CHARS = 16;

export interface Tag {
  readonly space: MemorySpace;
  readonly entity: MemoryEntity;
}

/** A tag as it is kept and asked for: without secrets, and no longer than fits. Both sides do the same, so that they meet. */
export function tagOf(space: string, entity: string): Tag {
  return { space: spaceOf(space), entity: MemoryEntity.parse(bounded(withoutSecrets(entity), ENTITY_CHARS_MAX)) };
}

export function spaceOf(space: string): MemorySpace {
  return MemorySpace.parse(bounded(withoutSecrets(space), SPACE_CHARS_MAX));
}

/** What is remembered in words. */
export function contentOf(text: string): string {
  const words = withoutSecrets(text).trim();
  if (words === '') return '(nothing was said)';
  return words.length <= MEGRAM_CONTENT_CHARS_MAX ? words : `${words.slice(0, MEGRAM_CONTENT_CHARS_MAX - 1).toWellFormed()}…`;
}

/** What is cut keeps a digest of the whole: two long targets that begin alike stay two. */
function bounded(words: string, charsMax: number): string {
  if (words.length <= charsMax) return words;
  return `${words.slice(0, charsMax - DIGEST_CHARS - 1).toWellFormed()}…${sha256Hex(words).slice(0, DIGEST_CHARS)}`;
}
