import { SHINGLE_WORDS, SOURCE_CHARS_INDEXED_MAX } from '../limits.ts';
import { reversed, rot13 } from './ciphers.ts';
import { chunksOf } from './chunks.ts';
import { decodedParts } from './decode.ts';
import { compact, fold, passesForLatin, wordsOf } from './fold.ts';

/** A text that was read, made ready for the question whether other words stand in it. */
export interface TextIndex {
  /** As it was written, where letters of other scripts stand in it; else empty. */
  readonly written: string;
  /** Folded, with what it says in codes behind it. */
  readonly folded: string;
  readonly chunks: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly compact: string;
  readonly shingles: ReadonlySet<number>;
  /** Whether some of it was too much to index: of that part nothing is known. */
  readonly isCut: boolean;
}

export function indexText(text: string): TextIndex {
  const isCut = text.length > SOURCE_CHARS_INDEXED_MAX;
  const kept = isCut ? text.slice(0, SOURCE_CHARS_INDEXED_MAX) : text;
  const folded = fold([kept, ...decodedParts(kept)].join('\n'));
  const words = wordsOf(folded);
  return { written: passesForLatin(kept) ? kept.toLowerCase() : '', folded, chunks: new Set(chunksOf(folded).flatMap((chunk) => [chunk, ...hostsIn(chunk)])), words: new Set(words), compact: compact(folded), shingles: new Set(shinglesOf(words).map(({ hash }) => hash)), isCut };
}

/** Names of machines within an address. */
function hostsIn(chunk: string): string[] {
  if (!chunk.includes('/') && !chunk.includes('@')) return [];
  return chunk.split(/[/?#:@=&]+/).filter((part) => part.includes('.'));
}

export interface Shingle {
  readonly hash: number;
  /** Of its first word. */
  readonly at: number;
}

export function shinglesOf(words: readonly string[]): Shingle[] {
  const shingles: Shingle[] = [];
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1) shingles.push({ hash: hashOf(words.slice(at, at + SHINGLE_WORDS).join(' ')), at });
  return shingles;
}

/** FNV-1a over two halves: 52 bits, so that chance agreement needs millions of shingles. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return (low >>> 0) * 0x100000 + ((high >>> 12) & 0xfffff);
}

/** Shorter ones are found everywhere once blanks are gone. */
const COMPACT_CHARS_MIN = 6;

/** Whether a value stands in what was read, also spaced, spelled with "at" and "dot", reversed or rotated. */
export function standsIn(index: TextIndex, value: string): boolean {
  if (index.isCut) return true;
  const folded = fold(value).trim();
  if (folded === '') return false;
  if (index.chunks.has(folded) || index.words.has(folded)) return true;
  const bare = compact(folded);
  if (bare.length < COMPACT_CHARS_MIN) return false;
  return index.compact.includes(bare) || index.compact.includes(reversed(bare)) || index.compact.includes(rot13(bare));
}

/** Whether a value was named as it is: as a chunk of its own, or as words all of which are there. */
export function isNamedIn(index: TextIndex, value: string): boolean {
  const folded = fold(value).trim();
  if (folded === '') return true;
  // Who passes for somebody that was named is somebody else.
  if (passesForLatin(value) && !index.written.includes(value.trim().toLowerCase())) return false;
  if (index.chunks.has(folded)) return true;
  const chunks = chunksOf(folded);
  // Bare signs such as a dot for the folder count where they stand alone.
  if (chunks.length === 0) return index.folded.split(/\s+/).includes(folded);
  if (chunks.every((chunk) => index.chunks.has(chunk))) return true;
  // Numbers and account numbers are grouped by whoever writes them.
  const bare = compact(folded);
  if (/^[\p{L}\p{N}\s+().-]+$/u.test(folded) && /\d/.test(bare) && bare.length >= 8) return index.compact.includes(bare);
  return /^[\p{L}\p{N}\s'#-]+$/u.test(folded) && wordsOf(folded).every((word) => index.words.has(word));
}
