import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { StoreReader, StoreTime } from '../../ledger/index.ts';
import { createBlobQueries } from './blob-queries.ts';
import { createEntryQueries } from './entry-queries.ts';
import { withLockAsync } from './lock-attempts.ts';
import { pageRows } from './page-bounds.ts';
import { createRecordQueries } from './record-queries.ts';
import { searchWords } from './search-words.ts';
import { closedStore, storageError } from './storage-errors.ts';
import { createStreamNames } from './stream-names.ts';

/**
 * Reads on a connection of their own that cannot write. Each sees one committed state, except a search, which gives
 * others a turn between its parts, and the counts.
 */
export interface ConnectedReader extends StoreReader {
  /** Changes whenever another connection has committed something. */
  dataVersion(): number;
  close(): void;
}

/** `source` is how the file is opened, where that is not by its path. */
export function connectReader(file: string, time: () => StoreTime, source: string | URL = file): ConnectedReader {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 0 });
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
    async entries({ stream, after, limit }) {
      const rows = pageRows(limit);
      return read(() => (stream === undefined ? entries.afterPosition(after, rows) : entries.ofStream(stream, after, rows)));
    },
    appended: (key) => read(() => entries.appended(key)),
    record: (key) => read(() => records.one(key)),
    documentWithState: (key) => read(() => records.documentWithState(key)),
    async records(query) {
      const limit = pageRows(query.limit);
      return read(() => records.page({ ...query, limit }));
    },
    blob: (sha256) => read(() => blobs.one(sha256)),
    search: (query) => searchWords(database, file, query, read),
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
