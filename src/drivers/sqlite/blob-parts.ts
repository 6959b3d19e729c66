import type { DatabaseSync } from 'node:sqlite';
import { partsOf } from './blob-queries.ts';
import { blobPartChecksum } from './row-checksums.ts';

/** Notes which parts a blob needs, so that whoever drops blobs asks about a part and does not look through all of them. */
export function prepareNoteParts(database: DatabaseSync): (blob: string, parts: string) => void {
  const note = database.prepare('INSERT INTO blob_parts (part, blob, crc) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  return (blob, parts) => {
    for (const part of partsOf(parts)) note.run(part, blob, blobPartChecksum({ part, blob }));
  };
}

/** For a database of before there were such notes. */
export function noteAllParts(database: DatabaseSync): void {
  const note = prepareNoteParts(database);
  for (const row of database.prepare('SELECT sha256, parts FROM blobs WHERE parts IS NOT NULL').all()) note(String(row['sha256']), String(row['parts']));
}
