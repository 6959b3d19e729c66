/**
 * The port a storage driver implements. A driver knows rows, transactions and durability; what a request means is
 * decided by the pure `Decider` it is given, so that every driver gives the same answers.
 */
import type { Sha256 } from '../contracts/index.ts';
import type { LedgerReply, LedgerRequest } from './request.ts';
import type { BlobRow, EntryRow, Head, RecordKey, RecordSpace, StoredRecord, StoreTime } from './rows.ts';

export * from './rows.ts';

export interface DueQuery {
  readonly space: RecordSpace;
  readonly prefix: string;
  readonly limit: number;
}

/** Everything a decision may look at, named before the transaction begins: one round trip on any database. */
export interface ReadPlan {
  readonly streams: readonly string[];
  readonly records: readonly RecordKey[];
  readonly due: readonly DueQuery[];
  readonly blobs: readonly Sha256[];
  /** Entries by their position. */
  readonly entries: readonly number[];
}

/** What the plan found. Records and streams that do not exist are absent; a stream without entries has sequence 0. */
export interface Facts {
  readonly time: StoreTime;
  readonly head: Head;
  readonly streams: ReadonlyMap<string, number>;
  /** By `recordName(key)`. */
  readonly records: ReadonlyMap<string, StoredRecord>;
  /** For each query of the plan, what is due, the earliest first. */
  readonly due: readonly (readonly StoredRecord[])[];
  readonly blobs: ReadonlySet<Sha256>;
  readonly entries: ReadonlyMap<number, EntryRow>;
}

/** A record with body null is removed. */
export interface WriteSet {
  readonly entries: readonly EntryRow[];
  readonly records: readonly StoredRecord[];
  readonly blobs: readonly BlobRow[];
  readonly blobRefs: readonly { readonly sha256: Sha256; readonly position: number }[];
  /** Words by which an entry can be found. */
  readonly indexed: readonly { readonly position: number; readonly scope: string; readonly text: string }[];
  /**
   * Entries whose payload, words and blob references go; a blob that so loses its last reference goes too, with its
   * parts, even if the same content was put again a moment ago: whoever did finds it missing and puts it again.
   */
  readonly erased: readonly number[];
}

export interface Decision {
  readonly reply: LedgerReply;
  readonly writes: WriteSet;
}

/** Pure. `decide` throws a KeelsonError to refuse; then nothing of the request is written. */
export interface Decider {
  plan(request: LedgerRequest): ReadPlan;
  decide(request: LedgerRequest, facts: Facts): Decision;
  /** The reply to a request whose key is already in the log, or a refusal when it stands for other content. */
  replay(request: LedgerRequest, entries: readonly EntryRow[]): LedgerReply;
}

export interface DocumentWithState {
  readonly document: StoredRecord | undefined;
  readonly state: StoredRecord | undefined;
}

/** Reads that need no transaction. Each call sees one committed state; a row that changed on disk is never returned. */
export interface StoreReader {
  head(): Promise<Head>;
  /** Entries in order: of one stream after a sequence, or of the whole log after a position. */
  entries(query: { readonly stream?: string; readonly after: number; readonly limit: number }): Promise<readonly EntryRow[]>;
  /** All entries of the append with this key; none when it was never made. */
  appended(key: string): Promise<readonly EntryRow[]>;
  record(key: RecordKey): Promise<StoredRecord | undefined>;
  /** A document with the state of the projection that its source names, from one look, where a driver can do that. */
  documentWithState?(key: string): Promise<DocumentWithState>;
  /** Records of a space in order of key. */
  records(query: { readonly space: RecordSpace; readonly prefix: string; readonly after: string; readonly limit: number }): Promise<readonly StoredRecord[]>;
  blob(sha256: Sha256): Promise<BlobRow | undefined>;
  /** Positions of entries that hold every term, in whatever case; the latest first. */
  search(query: SearchQuery): Promise<readonly number[]>;
  counts(): Promise<StoreCounts>;
  time(): StoreTime;
}

export interface SearchQuery {
  readonly scope?: string;
  readonly terms: readonly string[];
  readonly before?: number;
  readonly limit: number;
}

export interface StoreCounts {
  readonly entries: number;
  readonly streams: number;
  readonly documents: number;
  readonly blobs: number;
  readonly bytes: number;
}

/** What is wrong with the storage itself, as the driver sees it. */
export interface StoreFault {
  readonly code: string;
  readonly detail: string;
}

export interface LedgerStore extends StoreReader {
  /**
   * Serialisable and atomic: reads the plan, decides, writes and makes durable, then resolves. A request whose append
   * key is already in the log gets the first reply, also when the decision would now be a refusal. When it is unknown
   * whether a commit reached the disk, the driver finds out by the key before it answers; it never writes twice.
   */
  transact(request: LedgerRequest): Promise<LedgerReply>;
  /**
   * Calls back after something may have been committed, here or by another process. Spurious calls are allowed. Who is told
   * `upTo` knows that this commit was made here, and added nothing to the log after that position.
   */
  onCommit(listener: (upTo?: number) => void): () => void;
  /** Removes blobs that nothing refers to and that were put longer ago than this; says how many. */
  sweepBlobs(olderThanMs: number): Promise<number>;
  /** Leaves nothing in the store's files of what was erased or removed before; resolves when that is so. */
  forgetRemoved(): Promise<void>;
  /** Looks at the storage below the log: pages, indexes, the head kept outside. */
  examine(): Promise<readonly StoreFault[]>;
  /** Writes a whole and consistent copy to a file that does not exist yet. */
  backup(file: string): Promise<void>;
  /** Waits for what was accepted, then lets go of the files. */
  close(): Promise<void>;
}
