import { MemoryEntity, MemorySpace, MemoryStreamId, type Name } from '../contracts/index.ts';
import { sha256Hex } from '../kernel/index.ts';

/** Where something is remembered. Of another matter nothing is ever read or written. */
export interface MemoryPlace {
  /** Null for work that belongs to no matter; it is a compartment like every other. */
  readonly matter: Name | null;
  readonly space: MemorySpace;
  readonly entity: MemoryEntity;
}

const DIGEST_CHARS = 32;
const MATTER_CHARS_MAX = 36;
const NAME_CHARS_MAX = 40;
/** What is written as a digest begins with this, and what begins with this is written as a digest. */
const DIGESTED = 'h.';
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** The stream of a place: readable where the words fit into a name of a stream, else by their digest. */
export function memoryStreamOf({ matter, space, entity }: MemoryPlace): MemoryStreamId {
  return MemoryStreamId.parse(`${spaceStreamOf(matter, space)}:${digest(MemoryEntity.parse(entity))}`);
}

/** How the streams of all places of a space begin. */
export function spaceStreamOf(matter: Name | null, space: MemorySpace): string {
  const kindEnd = MemorySpace.parse(space).indexOf(':');
  return `${matterStreamOf(matter)}:${space.slice(0, kindEnd)}:${part(space.slice(kindEnd + 1), NAME_CHARS_MAX)}`;
}

/** How the streams of all places of a matter begin. */
export function matterStreamOf(matter: Name | null): string {
  return matter === null ? 'none' : `in.${part(matter, MATTER_CHARS_MAX)}`;
}

/** The stream of some place of the space, from which the name of its table follows. */
export function anyStreamIn(matter: Name | null, space: MemorySpace): MemoryStreamId {
  return MemoryStreamId.parse(`${spaceStreamOf(matter, space)}:${'0'.repeat(DIGEST_CHARS)}`);
}

/** Words as a part of a stream's name; two that differ never come to the same. */
export function part(words: string, charsMax: number): string {
  const isPlain = PLAIN.test(words) && words.length <= charsMax && !words.includes('..') && !words.startsWith(DIGESTED);
  return isPlain ? words : `${DIGESTED}${digest(words)}`;
}

function digest(words: string): string {
  return sha256Hex(words).slice(0, DIGEST_CHARS);
}
