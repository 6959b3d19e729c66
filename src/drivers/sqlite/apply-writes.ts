import type { DatabaseSync } from 'node:sqlite';
import { foldWords, type EntryRow, type WriteSet } from '../../ledger/index.ts';
import { prepareNoteParts } from './blob-parts.ts';
import type { EntryQueries } from './entry-queries.ts';
import type { KnownState } from './known-state.ts';
import { blobChecksum, blobRefChecksum, eventChecksum } from './row-checksums.ts';
import { corrupt, SQLITE, sqliteCode, textOf } from './storage-errors.ts';
import type { StreamNames } from './stream-names.ts';
import { dropUnused } from './unused-blobs.ts';
import { preparePutWords } from './words-index.ts';

export type Applied = 'written' | 'nothing' | 'key_taken';

export interface WritesPorts {
  readonly database: DatabaseSync;
  readonly names: StreamNames;
  readonly entries: EntryQueries;
  readonly state: KnownState;
  readonly file: string;
}

/** Writes a decision inside the open transaction, all but its records, which wait in `state` for the end of it. `key_taken` means that nothing of it was written; `nothing`, that there was nothing to write. */
export function createWriter({ database, names, entries, state, file }: WritesPorts): (writes: WriteSet, nowMs: number) => Applied {
  const insertEvent = database.prepare(
    'INSERT INTO events (position, stream, sequence, header, payload, chain_hash, append_key, content_hash, crc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  // Content that is put again may be about to be referred to, so it counts as new for the sweep.
  const putBlob = database.prepare(
    `INSERT INTO blobs (sha256, bytes, content, parts, put_at, crc) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (sha256) DO UPDATE
     SET bytes = excluded.bytes, content = excluded.content, parts = excluded.parts, put_at = excluded.put_at, crc = excluded.crc`,
  );
  const putBlobRef = database.prepare('INSERT INTO blob_refs (sha256, position, crc) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const noteParts = prepareNoteParts(database);
  const putWords = preparePutWords(database);

  const putEntry = (entry: EntryRow): void => {
    const stream = names.idOf(entry.stream) ?? names.add(entry.stream);
    const { position, sequence, header, payload, chainHash, append } = entry;
    const key = append === null ? null : append.key;
    const contentHash = append === null ? null : append.contentHash;
    const crc = eventChecksum({ position, stream, sequence, header, payload, chain_hash: chainHash, append_key: key, content_hash: contentHash });
    insertEvent.run(position, stream, sequence, header, payload, chainHash, key, contentHash, crc);
    state.noteEntry(entry);
  };
  const erase = (position: number): void => {
    const row = entries.at(position);
    if (row === undefined) throw corrupt(file, `entry ${position}, which is to be erased, is missing`);
    database.prepare('UPDATE events SET payload = NULL, crc = ? WHERE position = ?').run(eventChecksum({ ...row, payload: null }), position);
    database.prepare('DELETE FROM words WHERE rowid = ?').run(position);
    const freed = database.prepare('DELETE FROM blob_refs WHERE position = ? RETURNING sha256').all(position);
    dropUnused(database, new Set(freed.map(({ sha256 }) => String(sha256))));
  };

  return (writes, nowMs) => {
    if (isEmpty(writes)) return 'nothing';
    const [first] = writes.entries;
    // A new stream would be entered before the key is seen to be taken; that alone is worth a look beforehand.
    if (first?.append !== undefined && first.append !== null && names.idOf(first.stream) === undefined && entries.appended(first.append.key).length > 0) {
      return 'key_taken';
    }
    for (const entry of writes.entries) {
      try {
        putEntry(entry);
      } catch (error) {
        if (entry === first && isKeyTaken(error)) return 'key_taken';
        throw sqliteCode(error) === SQLITE.constraint ? corrupt(file, textOf(error), error) : error;
      }
    }
    for (const record of writes.records) state.noteRecord(record);
    for (const { sha256, bytes, content } of writes.blobs) {
      const parts = content instanceof Uint8Array ? null : content.join(' ');
      // First, since a whole whose parts are not noted is refused.
      if (parts !== null) noteParts(sha256, parts);
      putBlob.run(sha256, bytes, content instanceof Uint8Array ? content : null, parts, nowMs, blobChecksum({ sha256, bytes, parts, put_at: nowMs }));
    }
    for (const ref of writes.blobRefs) putBlobRef.run(ref.sha256, ref.position, blobRefChecksum(ref));
    for (const { position, scope, text } of writes.indexed) putWords({ position, scope, text: foldWords(text) });
    for (const position of writes.erased) erase(position);
    return 'written';
  };
}

function isEmpty({ entries, records, blobs, blobRefs, indexed, erased }: WriteSet): boolean {
  return entries.length + records.length + blobs.length + blobRefs.length + indexed.length + erased.length === 0;
}

function isKeyTaken(error: unknown): boolean {
  return textOf(error).endsWith('events.append_key');
}
