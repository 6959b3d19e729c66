import { ID_SCHEMAS, type ChunkId, type DocumentId } from '../../contracts/index.ts';
import { invariant, sha256Hex } from '../../kernel/index.ts';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BODY_DIGITS = 26;
/** The first digit of an id is an octal one. */
const FIRST_DIGIT_MASK = 0x7;

/**
 * What lies in a folder is named by what it is, so that the same passage has the same id in every retrieval and a citation
 * can be looked up later. The body has the form of a minted id; it holds no time.
 */
function bodyOf(...parts: readonly string[]): string {
  const hash = sha256Hex(parts.map((part) => `${part.length}:${part}`).join(''));
  const digit = (at: number): string => DIGITS.charAt(Number.parseInt(hash.slice(at * 2, at * 2 + 2), 16) & (at === 0 ? FIRST_DIGIT_MASK : 0x1f));
  return Array.from({ length: BODY_DIGITS }, (_, at) => digit(at)).join('');
}

export function documentIdOf(libraryId: string, path: string): DocumentId {
  const parsed = ID_SCHEMAS.doc.safeParse(`doc_${bodyOf(libraryId, path)}`);
  invariant(parsed.success, 'an id made of a hash has the form of an id');
  return parsed.data;
}

/** `nth` tells passages of one document apart that say the same. */
export function chunkIdOf(documentId: DocumentId, text: string, nth: number): ChunkId {
  const parsed = ID_SCHEMAS.chk.safeParse(`chk_${bodyOf(documentId, text, String(nth))}`);
  invariant(parsed.success, 'an id made of a hash has the form of an id');
  return parsed.data;
}
