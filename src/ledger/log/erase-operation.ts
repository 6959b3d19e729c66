import type { Sha256 } from '../../contracts/index.ts';
import type { EventStamp } from '../event-stamp.ts';

export interface ErasedEntry {
  readonly position: number;
  readonly stream: string;
  readonly sequence: number;
  readonly payloadHash: Sha256;
}

/** Removes payloads, says so in an event, and has folded again what was made of them. */
export interface LogErase {
  readonly kind: 'log.erase';
  readonly entries: readonly ErasedEntry[];
  readonly reason: string;
  readonly requestedBy: string;
  /** Those that start again from nothing. */
  readonly projections: readonly string[];
  /** Those whose documents of the streams below are folded again, and no others. */
  readonly refolded?: readonly string[];
  /** Those to which an event of the same append makes up for what is erased. */
  readonly madeUpFor?: readonly string[];
  /** All entries of each stream that something is erased of. */
  readonly streams?: readonly { readonly stream: string; readonly positions: readonly number[] }[];
  readonly stamps: readonly EventStamp[];
}

export type EraseOperation = LogErase;
