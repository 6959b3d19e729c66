import type { DatabaseSync } from 'node:sqlite';
import { metaChecksum } from './row-checksums.ts';
import { corrupt } from './storage-errors.ts';

/** Facts about the database itself, by name. */
export function metaValue(database: DatabaseSync, name: string, file: string): string | undefined {
  const row = database.prepare('SELECT name, value, crc FROM meta WHERE name = ?').get(name);
  if (row === undefined) return undefined;
  const value = String(row['value']);
  if (row['crc'] !== metaChecksum({ name: String(row['name']), value })) throw corrupt(file, `the value "${name}" has changed on disk`);
  return value;
}

export function setMeta(database: DatabaseSync, name: string, value: string): void {
  database
    .prepare('INSERT INTO meta (name, value, crc) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value, crc = excluded.crc')
    .run(name, value, metaChecksum({ name, value }));
}

const TOUCHES = 'touches';

/** Commits that appended nothing, counted so that they too are missed when the end of the file is cut off. */
export function touchesOf(database: DatabaseSync, file: string): number {
  return Number(metaValue(database, TOUCHES, file) ?? 0);
}

export function setTouches(database: DatabaseSync, touches: number): void {
  setMeta(database, TOUCHES, String(touches));
}
