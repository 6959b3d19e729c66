import type { Sha256 } from '../contracts/index.ts';
import { invariant, KeelsonError } from '../kernel/index.ts';
import { GENESIS } from './decide/chain.ts';
import { foldWords } from './history/fold-words.ts';
import { partsOf, recordName, type BlobRow, type Decider, type EntryRow, type Facts, type Head, type LedgerStore, type ReadPlan, type StoredRecord, type StoreTime, type WriteSet } from './store.ts';

export interface MemoryStoreOptions {
  readonly decider: Decider;
  readonly time: () => StoreTime;
}

interface Blob {
  readonly row: BlobRow;
  readonly putAtMs: number;
  readonly refs: Set<number>;
}

interface State {
  readonly entries: EntryRow[];
  readonly streams: Map<string, EntryRow[]>;
  readonly keys: Map<string, number>;
  readonly records: Map<string, StoredRecord>;
  readonly blobs: Map<Sha256, Blob>;
  readonly words: Map<number, { readonly scope: string; readonly text: string }>;
}

/** The ledger without a disk: for tests, simulation and replay. It keeps nothing beyond the process. */
export function createMemoryStore({ decider, time }: MemoryStoreOptions): LedgerStore {
  const state: State = { entries: [], streams: new Map(), keys: new Map(), records: new Map(), blobs: new Map(), words: new Map() };
  const listeners = new Set<(upTo?: number) => void>();
  let isClosed = false;
  const appended = (key: string): EntryRow[] => {
    const from = state.keys.get(key);
    if (from === undefined) return [];
    const next = state.entries.findIndex(({ position, append }) => position > from && append !== null);
    return state.entries.slice(from - 1, next === -1 ? undefined : next);
  };
  return {
    async transact(request) {
      if (isClosed) throw closed();
      const before = request.append === null ? [] : appended(request.append.key);
      if (before.length > 0) return decider.replay(request, before);
      const { reply, writes } = decider.decide(request, factsOf(state, decider.plan(request), time()));
      apply(state, writes, time().wallMs);
      for (const listener of listeners) listener(reply.appended.at(-1)?.position ?? 0);
      return reply;
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    head: async () => headOf(state),
    async entries({ stream, after, limit }) {
      if (isClosed) throw closed();
      const rows = stream === undefined ? state.entries : (state.streams.get(stream) ?? []);
      return rows.slice(after, after + limit);
    },
    appended: async (key) => appended(key),
    record: async (key) => state.records.get(recordName(key)),
    async records({ space, prefix, after, limit }) {
      return [...state.records.values()]
        .filter((record) => record.space === space && record.key.startsWith(prefix) && record.key > after)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit);
    },
    blob: async (sha256) => state.blobs.get(sha256)?.row,
    async search({ scope, terms, before = Number.POSITIVE_INFINITY, limit }) {
      return [...state.words]
        .filter(([position, words]) => position < before && (scope === undefined || words.scope === scope) && holdsAll(words.text, terms))
        .map(([position]) => position)
        .sort((a, b) => b - a)
        .slice(0, limit);
    },
    async counts() {
      const bytes = state.entries.reduce((sum, { header, payload }) => sum + header.length + (payload?.length ?? 0), 0);
      const documents = [...state.records.values()].filter(({ space }) => space === 'document').length;
      return { entries: state.entries.length, streams: state.streams.size, documents, blobs: state.blobs.size, bytes };
    },
    time,
    async sweepBlobs(olderThanMs) {
      const until = time().wallMs - olderThanMs;
      return dropUnused(state, ({ putAtMs }) => putAtMs <= until);
    },
    forgetRemoved: async () => {},
    examine: async () => [],
    async backup(file) {
      throw new KeelsonError('ledger.storage_failed', {
        message: 'A ledger in memory cannot be backed up.',
        nextStep: 'Use a ledger on disk for anything that has to last.',
        data: { file, detail: 'memory' },
      });
    },
    async close() {
      isClosed = true;
      for (const listener of listeners) listener();
    },
  };
}

function headOf({ entries }: State): Head {
  return entries.at(-1) ?? GENESIS;
}

function factsOf(state: State, plan: ReadPlan, time: StoreTime): Facts {
  const due = plan.due.map(({ space, prefix, limit }) =>
    [...state.records.values()]
      .filter((record) => record.space === space && record.key.startsWith(prefix) && record.dueMs !== null && record.dueMs <= time.wallMs)
      .sort((a, b) => Number(a.dueMs) - Number(b.dueMs) || (a.key < b.key ? -1 : 1))
      .slice(0, limit),
  );
  return {
    time,
    head: headOf(state),
    streams: new Map(plan.streams.map((stream) => [stream, state.streams.get(stream)?.length ?? 0])),
    records: new Map(plan.records.map(recordName).flatMap((name) => (state.records.has(name) ? [[name, state.records.get(name) as StoredRecord]] : []))),
    due,
    blobs: new Set(plan.blobs.filter((sha256) => state.blobs.has(sha256))),
    entries: new Map(plan.entries.flatMap((position) => state.entries[position - 1] ?? []).map((entry) => [entry.position, entry])),
  };
}

function apply(state: State, writes: WriteSet, nowMs: number): void {
  for (const entry of writes.entries) {
    const stream = state.streams.get(entry.stream) ?? [];
    invariant(entry.position === state.entries.length + 1 && entry.sequence === stream.length + 1, 'the log is dense');
    state.streams.set(entry.stream, stream);
    stream.push(entry);
    state.entries.push(entry);
    if (entry.append !== null) state.keys.set(entry.append.key, entry.position);
  }
  for (const record of writes.records) {
    if (record.body === null) state.records.delete(recordName(record));
    else state.records.set(recordName(record), structuredClone(record));
  }
  for (const row of writes.blobs) {
    if (!state.blobs.has(row.sha256)) state.blobs.set(row.sha256, { row: withOwnBytes(row), putAtMs: nowMs, refs: new Set() });
  }
  for (const { sha256, position } of writes.blobRefs) state.blobs.get(sha256)?.refs.add(position);
  for (const { position, ...words } of writes.indexed) state.words.set(position, words);
  for (const position of writes.erased) erase(state, position);
}

/** A view would keep all of the buffer behind it. */
function withOwnBytes(row: BlobRow): BlobRow {
  return row.content instanceof Uint8Array ? { ...row, content: new Uint8Array(row.content) } : row;
}

function erase(state: State, position: number): void {
  const entry = state.entries[position - 1];
  invariant(entry !== undefined, 'only what was written is erased');
  const erased = { ...entry, payload: null };
  state.entries[position - 1] = erased;
  state.streams.get(entry.stream)?.splice(entry.sequence - 1, 1, erased);
  state.words.delete(position);
  const orphans = new Set<Blob>();
  for (const blob of state.blobs.values()) if (blob.refs.delete(position) && blob.refs.size === 0) orphans.add(blob);
  const parts = new Set([...orphans].flatMap(({ row }) => partsOf(row)));
  dropUnused(state, (blob) => orphans.has(blob) || parts.has(blob.row.sha256));
}

/** Drops what nothing refers to, neither an event nor a blob that stays; says how many. */
function dropUnused(state: State, isCandidate: (blob: Blob) => boolean): number {
  const candidates = new Set([...state.blobs.values()].filter((blob) => blob.refs.size === 0 && isCandidate(blob)));
  const needed = new Set([...state.blobs.values()].filter((blob) => blob.refs.size > 0 || !candidates.has(blob)).flatMap(({ row }) => partsOf(row)));
  const dropped = [...candidates].filter(({ row }) => !needed.has(row.sha256));
  for (const { row } of dropped) state.blobs.delete(row.sha256);
  return dropped.length;
}

function holdsAll(text: string, terms: readonly string[]): boolean {
  const folded = foldWords(text);
  return terms.every((term) => folded.includes(foldWords(term)));
}

function closed(): KeelsonError {
  return new KeelsonError('ledger.closed', {
    message: 'The ledger is closed.',
    nextStep: 'Open it again before you write to it.',
    data: { store: 'memory' },
  });
}
