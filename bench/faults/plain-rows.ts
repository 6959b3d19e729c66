import { DatabaseSync } from 'node:sqlite';
import type { EntryRow } from '../../src/ledger/index.ts';

/** The entries of a ledger's file as SQLite itself gives them, by nothing of the driver's. */
export function plainRows(file: string): EntryRow[] {
  const database = new DatabaseSync(file);
  try {
    const isNew = database.prepare("SELECT count(*) AS number FROM sqlite_schema WHERE name = 'events'").get()?.['number'] === 0;
    if (isNew) return [];
    const rows = database.prepare('SELECT events.*, streams.name AS stream_name FROM events JOIN streams ON streams.id = events.stream ORDER BY position').all();
    return rows.map((row) => ({
      position: Number(row['position']),
      stream: String(row['stream_name']),
      sequence: Number(row['sequence']),
      header: String(row['header']),
      payload: row['payload'] === null ? null : String(row['payload']),
      chainHash: String(row['chain_hash']),
      append: row['append_key'] === null ? null : { key: String(row['append_key']), contentHash: String(row['content_hash']) },
    }));
  } finally {
    database.close();
  }
}
