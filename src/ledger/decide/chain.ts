import type { Sha256 } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import type { EntryRow, Head } from '../store.ts';

/** Stands before the first entry. */
export const GENESIS: Head = { position: 0, chainHash: '0'.repeat(64) };

type Linked = Pick<EntryRow, 'position' | 'stream' | 'sequence' | 'header' | 'append'>;

/**
 * The link from one entry to the next. It covers the place, the idempotency key and the header, which holds the hash of
 * the payload; so a payload can go and the chain still verifies. Line feeds cannot occur in any of the parts.
 */
export function chainHash(previous: Sha256, entry: Linked): Sha256 {
  const mark = entry.append === null ? '' : `${entry.append.key} ${entry.append.contentHash}`;
  return sha256Hex(`${previous}\n${entry.position}\n${entry.stream}\n${entry.sequence}\n${mark}\n${entry.header}`);
}
