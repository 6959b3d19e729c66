import type { DatabaseSync } from 'node:sqlite';
import { recordName, type StoredRecord } from '../../ledger/index.ts';
import { recordChecksum } from './row-checksums.ts';

/**
 * Records that the open transaction has changed and not yet written. Requests that share a commit often change the same
 * one, such as the counter of a person's day: it is written once, as the last of them left it.
 */
export interface RecordWrites {
  put(record: StoredRecord): void;
  /** What was put under this name and waits to be written. */
  waiting(name: string): StoredRecord | undefined;
  /** Writes all that waits: before the commit, and before anything is looked for among the rows. */
  flush(): void;
  /** Lets go of what waits, with the transaction that it belongs to. */
  forget(): void;
}

export function createRecordWrites(database: DatabaseSync): RecordWrites {
  const putRow = database.prepare(
    `INSERT INTO records (space, key, body, due_ms, position, source, crc) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (space, key) DO UPDATE
     SET body = excluded.body, due_ms = excluded.due_ms, position = excluded.position, source = excluded.source, crc = excluded.crc`,
  );
  const removeRow = database.prepare('DELETE FROM records WHERE space = ? AND key = ?');
  const waiting = new Map<string, StoredRecord>();
  return {
    put: (record) => void waiting.set(recordName(record), record),
    waiting: (name) => waiting.get(name),
    flush() {
      for (const { space, key, body: value, dueMs, position, source } of waiting.values()) {
        if (value === null) {
          removeRow.run(space, key);
        } else {
          const body = JSON.stringify(value);
          putRow.run(space, key, body, dueMs, position, source, recordChecksum({ space, key, body, due_ms: dueMs, position, source }));
        }
      }
      waiting.clear();
    },
    forget: () => waiting.clear(),
  };
}
