import type { DatabaseSync } from 'node:sqlite';
import type { DocumentWithState, RecordKey, RecordSpace, StoredRecord } from '../../ledger/index.ts';
import { recordChecksum, type RecordColumns } from './row-checksums.ts';
import { corrupt } from './storage-errors.ts';

/** A few documents are read by everybody again and again; more than these are read afresh. */
const SHARED_MAX = 128;
const SHARED_SPACES: ReadonlySet<RecordSpace> = new Set(['document', 'projection']);
const COLUMNS = 'space, key, body, due_ms, position, source, crc';
/** Sorts after every key that begins with the prefix. */
const AFTER_ALL = '\u{10ffff}';

export type RecordRow = RecordColumns & { readonly crc: number };

export interface RecordQueries {
  /** Nobody may change what it gives: others may be given the same. */
  one(key: RecordKey): StoredRecord | undefined;
  /** The document of this key, with the state of the projection that it is of. */
  documentWithState(key: string): DocumentWithState;
  page(query: { readonly space: RecordSpace; readonly prefix: string; readonly after: string; readonly limit: number }): StoredRecord[];
  /** What is due by then, the earliest first. */
  due(query: { readonly space: RecordSpace; readonly prefix: string; readonly limit: number }, byMs: number): StoredRecord[];
}

export function createRecordQueries(database: DatabaseSync, file: string): RecordQueries {
  const one = database.prepare(`SELECT ${COLUMNS} FROM records WHERE space = ? AND key = ?`);
  // Both stand in one table and are looked at together many times for each call: two looks in one cost little more than one.
  const withState = database.prepare(
    `SELECT document.space, document.key, document.body, document.due_ms, document.position, document.source, document.crc,
     state.space AS state_space, state.key AS state_key, state.body AS state_body, state.due_ms AS state_due_ms, state.position AS state_position, state.source AS state_source, state.crc AS state_crc
     FROM records AS document LEFT JOIN records AS state ON state.space = 'projection' AND state.key = substr(document.source, 1, instr(document.source, '@') - 1)
     WHERE document.space = 'document' AND document.key = ?`,
  );
  const page = database.prepare(`SELECT ${COLUMNS} FROM records WHERE space = ? AND key > ? AND key >= ? AND key < ? ORDER BY key LIMIT ?`);
  // The plus keeps SQLite from walking all keys of a queue instead of the few that are due.
  const due = database.prepare(
    `SELECT ${COLUMNS} FROM records WHERE space = ? AND due_ms IS NOT NULL AND due_ms <= ? AND +key >= ? AND +key < ? ORDER BY due_ms, +key LIMIT ?`,
  );
  const shared = new Map<string, { readonly row: RecordRow; readonly record: StoredRecord }>();
  /** Many look at the same state of the same thing, such as the counter of a person's day: it is checked and parsed once. */
  const share = (name: string, row: RecordRow): StoredRecord => {
    const before = shared.get(name);
    if (before !== undefined && isSameRow(before.row, row)) return before.record;
    const record = freeze(recordOfRow(row, file));
    if (before === undefined && shared.size >= SHARED_MAX) shared.delete(shared.keys().next().value ?? '');
    shared.set(name, { row, record });
    return record;
  };
  const recordOf = (row: Record<string, unknown>): StoredRecord => recordOfRow(row as unknown as RecordRow, file);
  return {
    one({ space, key }) {
      const row = one.get(space, key);
      if (row === undefined) return undefined;
      return SHARED_SPACES.has(space) ? share(`${space} ${key}`, row as unknown as RecordRow) : recordOf(row);
    },
    documentWithState(key) {
      const row = withState.get(key);
      if (row === undefined) return { document: undefined, state: undefined };
      const document = share(`document ${key}`, row as unknown as RecordRow);
      if (row['state_key'] === null) return { document, state: undefined };
      const state = { space: row['state_space'], key: row['state_key'], body: row['state_body'], due_ms: row['state_due_ms'], position: row['state_position'], source: row['state_source'], crc: row['state_crc'] } as RecordRow;
      return { document, state: share(`projection ${state.key}`, state) };
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

function isSameRow(one: RecordRow, other: RecordRow): boolean {
  return one.body === other.body && one.crc === other.crc && one.position === other.position && one.source === other.source && one.due_ms === other.due_ms;
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
