import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { StoreReader, StoreTime } from '../../ledger/index.ts';
import { createBlobQueries } from './blob-queries.ts';
import { createEntryQueries } from './entry-queries.ts';
import { withLockAsync } from './lock-attempts.ts';
import { createRecordQueries } from './record-queries.ts';
import { addSearchFunctions, searchWords } from './search-words.ts';
import { closedStore, storageError } from './storage-errors.ts';
import { createStreamNames } from './stream-names.ts';

/** Reads on a connection of their own that cannot write; each is one statement and sees one committed state. */
export interface ConnectedReader extends StoreReader {
  /** Changes whenever another connection has committed something. */
  dataVersion(): number;
  close(): void;
}

export function connectReader(file: string, time: () => StoreTime): ConnectedReader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  addSearchFunctions(database);
  const names = createStreamNames(database, file);
  const entries = createEntryQueries(database, names, file);
  const records = createRecordQueries(database, file);
  const blobs = createBlobQueries(database);
  const dataVersion = database.prepare('PRAGMA data_version');
  const count = (sql: string): number => Number(database.prepare(sql).get()?.['number']);
  let isClosed = false;

  const read = async <Result>(query: () => Result): Promise<Result> => {
    if (isClosed) throw closedStore(file);
    try {
      return await withLockAsync(file, query);
    } catch (error) {
      throw storageError(file, error);
    }
  };

  return {
    head: () => read(entries.head),
    entries: ({ stream, after, limit }) =>
      read(() => (stream === undefined ? entries.afterPosition(after, limit) : entries.ofStream(stream, after, limit))),
    appended: (key) => read(() => entries.appended(key)),
    record: (key) => read(() => records.one(key)),
    records: (query) => read(() => records.page(query)),
    blob: (sha256) => read(() => blobs.one(sha256)),
    search: (query) => read(() => searchWords(database, query)),
    counts: () =>
      read(() => ({
        entries: entries.head().position,
        streams: count('SELECT count(*) AS number FROM streams'),
        documents: count("SELECT count(*) AS number FROM records WHERE space = 'document'"),
        blobs: count('SELECT count(*) AS number FROM blobs'),
        bytes: statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
      })),
    time,
    dataVersion: () => Number(dataVersion.get()?.['data_version']),
    close() {
      isClosed = true;
      if (database.isOpen) database.close();
    },
  };
}
