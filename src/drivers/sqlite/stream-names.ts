import type { DatabaseSync } from 'node:sqlite';
import { streamChecksum } from './row-checksums.ts';
import { corrupt } from './storage-errors.ts';

/** More than this many names are forgotten at once and read again as they are needed: a run has a few, and most are over. */
const NAMES_MAX = 5_000;

/** The ids under which the names of streams are stored. A committed pair never changes, so it is remembered. */
export interface StreamNames {
  idOf(name: string): number | undefined;
  nameOf(id: number): string;
  /** Gives a new stream its id. */
  add(name: string): number;
  /** After a rollback, what was remembered may never have happened. */
  forget(): void;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly crc: number;
}

export function createStreamNames(database: DatabaseSync, file: string): StreamNames {
  const byName = database.prepare('SELECT id, name, crc FROM streams WHERE name = ?');
  const byId = database.prepare('SELECT id, name, crc FROM streams WHERE id = ?');
  const highest = database.prepare('SELECT coalesce(max(id), 0) AS id FROM streams');
  const ids = new Map<string, number>();
  const names = new Map<number, string>();
  const forget = (): void => {
    ids.clear();
    names.clear();
  };
  const remember = ({ id, name, crc }: Row): void => {
    if (crc !== streamChecksum({ id, name })) throw corrupt(file, `the name of stream ${id} has changed on disk`);
    if (ids.size >= NAMES_MAX) forget();
    ids.set(name, id);
    names.set(id, name);
  };
  return {
    idOf(name) {
      const known = ids.get(name);
      if (known !== undefined) return known;
      const row = byName.get(name) as Row | undefined;
      if (row === undefined) return undefined;
      remember(row);
      return row.id;
    },
    nameOf(id) {
      const known = names.get(id);
      if (known !== undefined) return known;
      const row = byId.get(id) as Row | undefined;
      if (row === undefined) throw corrupt(file, `stream ${id} has no name`);
      remember(row);
      return row.name;
    },
    add(name) {
      const id = Number(highest.get()?.['id']) + 1;
      const row = { id, name, crc: streamChecksum({ id, name }) };
      database.prepare('INSERT INTO streams (id, name, crc) VALUES (?, ?, ?)').run(row.id, row.name, row.crc);
      remember(row);
      return id;
    },
    forget,
  };
}
