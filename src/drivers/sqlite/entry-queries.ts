import type { DatabaseSync } from 'node:sqlite';
import { GENESIS, type EntryRow, type Head } from '../../ledger/index.ts';
import { PAGE_BYTES_MAX } from './page-bounds.ts';
import { eventChecksum, type EventColumns } from './row-checksums.ts';
import { corrupt } from './storage-errors.ts';
import type { StreamNames } from './stream-names.ts';

const COLUMNS = 'position, stream, sequence, header, payload, chain_hash, append_key, content_hash, crc';

export type EventRow = EventColumns & { readonly crc: number };

/** Reads of the log. A row that changed on disk, and a page with a hole in it, are refused and never returned. */
export interface EntryQueries {
  head(): Head;
  at(position: number): EventRow | undefined;
  row(position: number): EntryRow | undefined;
  /** At least one entry when there is one; fewer than the limit does not mean the end, since a page is bounded by bytes too. */
  afterPosition(after: number, limit: number): EntryRow[];
  ofStream(stream: string, after: number, limit: number): EntryRow[];
  lastSequence(streamId: number): number;
  /** The append with this key, which reaches to the next key. */
  appended(key: string): EntryRow[];
}

export function createEntryQueries(database: DatabaseSync, names: StreamNames, file: string): EntryQueries {
  const last = database.prepare(`SELECT ${COLUMNS} FROM events ORDER BY position DESC LIMIT 1`);
  const at = database.prepare(`SELECT ${COLUMNS} FROM events WHERE position = ?`);
  const afterPosition = database.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
  const ofStream = database.prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? AND sequence > ? ORDER BY sequence LIMIT ?`);
  const lastSequence = database.prepare('SELECT coalesce(max(sequence), 0) AS sequence FROM events WHERE stream = ?');
  const byKey = database.prepare(`SELECT ${COLUMNS} FROM events WHERE append_key = ?`);
  const from = database.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position`);

  const whole = (row: Record<string, unknown>): EventRow => {
    const event = row as unknown as EventRow;
    if (event.crc !== eventChecksum(event)) throw corrupt(file, `entry ${event.position} has changed on disk`);
    return event;
  };
  const entryOf = (row: EventRow): EntryRow => ({
    position: row.position,
    stream: names.nameOf(row.stream),
    sequence: row.sequence,
    header: row.header,
    payload: row.payload,
    chainHash: row.chain_hash,
    append: row.append_key === null || row.content_hash === null ? null : { key: row.append_key, contentHash: row.content_hash },
  });
  const dense = (rows: Iterable<Record<string, unknown>>, after: number, place: 'position' | 'sequence'): EntryRow[] => {
    const entries: EntryRow[] = [];
    let bytes = 0;
    for (const row of rows) {
      const entry = entryOf(whole(row));
      const due = after + entries.length + 1;
      if (entry[place] !== due) throw corrupt(file, `an entry is missing: ${place} ${due} is followed by ${entry[place]}`);
      entries.push(entry);
      bytes += entry.header.length + (entry.payload?.length ?? 0);
      if (bytes >= PAGE_BYTES_MAX) break;
    }
    return entries;
  };

  return {
    head() {
      const row = last.get();
      if (row === undefined) return GENESIS;
      const { position, chain_hash } = whole(row);
      return { position, chainHash: chain_hash };
    },
    row(position) {
      const row = at.get(position);
      return row === undefined ? undefined : entryOf(whole(row));
    },
    at(position) {
      const row = at.get(position);
      return row === undefined ? undefined : whole(row);
    },
    afterPosition: (after, limit) => dense(afterPosition.iterate(after, limit), after, 'position'),
    ofStream(stream, after, limit) {
      const id = names.idOf(stream);
      return id === undefined ? [] : dense(ofStream.iterate(id, after, limit), after, 'sequence');
    },
    lastSequence: (streamId) => Number(lastSequence.get(streamId)?.['sequence']),
    appended(key) {
      const found = byKey.get(key);
      if (found === undefined) return [];
      const first = entryOf(whole(found));
      const entries = [first];
      for (const row of from.iterate(first.position)) {
        const entry = entryOf(whole(row));
        if (entry.append !== null) break;
        if (entry.position !== first.position + entries.length) throw corrupt(file, `entry ${first.position + entries.length} is missing`);
        entries.push(entry);
      }
      return entries;
    },
  };
}
