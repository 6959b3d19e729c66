/** What lies in a store, row by row. */
import type { Sha256 } from '../contracts/index.ts';

/** The last entry of a tenant's log; position 0 and the genesis hash when there is none. */
export interface Head {
  readonly position: number;
  readonly chainHash: Sha256;
}

/** An event as it is stored. `header` is the canonical envelope without sequence and payload; see `decide/chain.ts`. */
export interface EntryRow {
  readonly position: number;
  readonly stream: string;
  readonly sequence: number;
  readonly header: string;
  /** Canonical JSON; null once erased. */
  readonly payload: string | null;
  readonly chainHash: Sha256;
  readonly append: AppendMark | null;
}

/** Stands on the first entry of an append. */
export interface AppendMark {
  readonly key: string;
  readonly contentHash: Sha256;
}

/** Current state beside the log. Documents are folded from it; leases, work and cursors say what is going on now. */
export type RecordSpace = 'document' | 'lease' | 'work' | 'cursor' | 'projection' | 'setup';

export interface RecordKey {
  readonly space: RecordSpace;
  readonly key: string;
}

export interface StoredRecord extends RecordKey {
  /** A JSON value. */
  readonly body: unknown;
  /** When it falls due by the wall clock, for what waits for a time. */
  readonly dueMs: number | null;
  /** For documents: the last event folded into it, and the projection that did it, as `name@version`. */
  readonly position: number | null;
  readonly source: string | null;
}

/** Time as the store sees it: leases count in monotonic time, which means nothing across a change of epoch (a reboot). */
export interface StoreTime {
  readonly epoch: string;
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export interface BlobRow {
  readonly sha256: Sha256;
  readonly bytes: number;
  /** The content, or for a large blob the hashes of its parts in order. */
  readonly content: Uint8Array | readonly Sha256[];
}

export function recordName({ space, key }: RecordKey): string {
  return `${space} ${key}`;
}

/** The parts of a large blob in order; a small one has none. */
export function partsOf({ content }: BlobRow): readonly Sha256[] {
  return content instanceof Uint8Array ? [] : content;
}
