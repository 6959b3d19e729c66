import type { DatabaseSync } from 'node:sqlite';
import type { RecordKey, RecordSpace, StoredRecord } from '../../ledger/index.ts';
import { recordChecksum, type RecordColumns } from './row-checksums.ts';
import { corrupt } from './storage-errors.ts';

const COLUMNS = 'space, key, body, due_ms, position, source, crc';
/** Sorts after every key that begins with the prefix. */
const AFTER_ALL = '\u{10ffff}';

export type RecordRow = RecordColumns & { readonly crc: number };

export interface RecordQueries {
  one(key: RecordKey): StoredRecord | undefined;
  page(query: { readonly space: RecordSpace; readonly prefix: string; readonly after: string; readonly limit: number }): StoredRecord[];
  /** What is due by then, the earliest first. */
  due(query: { readonly space: RecordSpace; readonly prefix: string; readonly limit: number }, byMs: number): StoredRecord[];
}

export function createRecordQueries(database: DatabaseSync, file: string): RecordQueries {
  const one = database.prepare(`SELECT ${COLUMNS} FROM records WHERE space = ? AND key = ?`);
  const page = database.prepare(`SELECT ${COLUMNS} FROM records WHERE space = ? AND key > ? AND key >= ? AND key < ? ORDER BY key LIMIT ?`);
  // The plus keeps SQLite from walking all keys of a queue instead of the few that are due.
  const due = database.prepare(
    `SELECT ${COLUMNS} FROM records WHERE space = ? AND due_ms IS NOT NULL AND due_ms <= ? AND +key >= ? AND +key < ? ORDER BY due_ms, +key LIMIT ?`,
  );
  const recordOf = (row: Record<string, unknown>): StoredRecord => recordOfRow(row as unknown as RecordRow, file);
  return {
    one({ space, key }) {
      const row = one.get(space, key);
      return row === undefined ? undefined : recordOf(row);
    },
    page: ({ space, prefix, after, limit }) => page.all(space, after, prefix, prefix + AFTER_ALL, limit).map(recordOf),
    due: ({ space, prefix, limit }, byMs) => due.all(space, byMs, prefix, prefix + AFTER_ALL, limit).map(recordOf),
  };
}

export function recordOfRow(row: RecordRow, file: string): StoredRecord {
  if (row.crc !== recordChecksum(row)) throw corrupt(file, `the record ${row.space} ${row.key} has changed on disk`);
  return {
    space: row.space as RecordSpace,
    key: row.key,
    body: JSON.parse(row.body),
    dueMs: row.due_ms,
    position: row.position,
    source: row.source,
  };
}
