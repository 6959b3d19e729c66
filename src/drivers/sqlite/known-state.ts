import type { DatabaseSync } from 'node:sqlite';
import { recordName, type EntryRow, type Facts, type Head, type ReadPlan, type StoredRecord, type StoreTime } from '../../ledger/index.ts';
import { createBlobQueries } from './blob-queries.ts';
import type { EntryQueries } from './entry-queries.ts';
import type { HeadRecord } from './head-file.ts';
import { touchesOf } from './meta.ts';
import { createRecordQueries } from './record-queries.ts';
import { createRecordWrites } from './record-writes.ts';
import type { StreamNames } from './stream-names.ts';

/** More than this many are forgotten at once and read again as they are needed. */
const REMEMBERED_MAX = 20_000;

/**
 * What the writer knows of the committed state and of its own open transaction. It holds as long as no other connection
 * has written, which is asked once in each transaction, when nobody else can write any more.
 */
export interface KnownState {
  /** To be called inside a transaction, before anything else is read. */
  refresh(): void;
  forget(): void;
  facts(plan: ReadPlan, time: StoreTime): Facts;
  /** Where the log stands, with the commits that appended nothing. */
  head(): HeadRecord;
  noteTouch(): number;
  noteEntry(entry: EntryRow): void;
  /** It is written with `writeRecords`; whoever looks for it before that is given it as it is here. */
  noteRecord(record: StoredRecord): void;
  /** To be called before the commit. */
  writeRecords(): void;
}

/** Most decisions look at neither. */
const NO_BLOBS: Facts['blobs'] = new Set();
const NO_ENTRIES: Facts['entries'] = new Map();

export function createKnownState(database: DatabaseSync, entries: EntryQueries, names: StreamNames, file: string, rememberedMax = REMEMBERED_MAX): KnownState {
  const dataVersion = database.prepare('PRAGMA data_version');
  const records = createRecordQueries(database, file);
  const writes = createRecordWrites(database);
  const blobs = createBlobQueries(database);
  const sequences = new Map<string, number>();
  const remembered = new Map<string, StoredRecord | undefined>();
  let head: Head | undefined;
  let touches: number | undefined;
  let version: unknown;

  const forget = (): void => {
    sequences.clear();
    remembered.clear();
    writes.forget();
    names.forget();
    head = undefined;
    touches = undefined;
  };
  const remember = <Value>(known: Map<string, Value>, name: string, value: Value): void => {
    if (known.size >= rememberedMax && !known.has(name)) known.clear();
    known.set(name, value);
  };
  const sequenceOf = (stream: string): number => {
    const known = sequences.get(stream);
    if (known !== undefined) return known;
    const id = names.idOf(stream);
    const sequence = id === undefined ? 0 : entries.lastSequence(id);
    remember(sequences, stream, sequence);
    return sequence;
  };
  const recordOf = (key: ReadPlan['records'][number], name: string): StoredRecord | undefined => {
    if (remembered.has(name)) return remembered.get(name);
    const waiting = writes.waiting(name);
    const record = waiting === undefined ? records.one(key) : standing(waiting);
    remember(remembered, name, record);
    return record;
  };
  const headNow = (): Head => (head ??= entries.head());
  const touchesNow = (): number => (touches ??= touchesOf(database, file));

  return {
    refresh() {
      const now = dataVersion.get()?.['data_version'];
      if (now !== version) forget();
      version = now;
    },
    forget,
    facts(plan, time) {
      const found = new Map<string, StoredRecord>();
      for (const key of plan.records) {
        const name = recordName(key);
        const record = recordOf(key, name);
        if (record !== undefined) found.set(name, record);
      }
      // What is due is looked for among the rows, so none may be missing there.
      if (plan.due.length > 0) writes.flush();
      return {
        time,
        head: headNow(),
        streams: new Map(plan.streams.map((stream) => [stream, sequenceOf(stream)])),
        records: found,
        due: plan.due.map((query) => records.due(query, time.wallMs)),
        blobs: plan.blobs.length === 0 ? NO_BLOBS : new Set(plan.blobs.filter((sha256) => blobs.has(sha256))),
        entries: plan.entries.length === 0 ? NO_ENTRIES : new Map(plan.entries.flatMap((position) => entries.row(position) ?? []).map((entry) => [entry.position, entry])),
      };
    },
    head: () => ({ ...headNow(), touches: touchesNow() }),
    noteTouch: () => (touches = touchesNow() + 1),
    noteEntry({ stream, sequence, position, chainHash }) {
      remember(sequences, stream, sequence);
      head = { position, chainHash };
    },
    noteRecord(record) {
      writes.put(record);
      remember(remembered, recordName(record), standing(record));
    },
    writeRecords: writes.flush,
  };
}

/** A record without a body is removed. */
function standing(record: StoredRecord): StoredRecord | undefined {
  return record.body === null ? undefined : record;
}
