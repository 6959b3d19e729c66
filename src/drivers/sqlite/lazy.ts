/** The same functions without their weight: SQLite and the ledger are loaded when they are first used. */
import type { TextIndex } from '../../library/index.ts';
import type { ReadingSqliteStore } from './open-to-read.ts';
import type { SqliteStore, SqliteStoreOptions } from './open-sqlite-store.ts';
import type { Restored, RestoreOptions } from './restore.ts';

export type { ReadingSqliteStore } from './open-to-read.ts';
export type { SqliteStore, SqliteStoreOptions } from './open-sqlite-store.ts';
export type { Restored, RestoreOptions } from './restore.ts';

export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  return (await import('./open-sqlite-store.ts')).openSqliteStore(options);
}

export async function openSqliteStoreToRead(options: { readonly file: string }): Promise<ReadingSqliteStore> {
  return (await import('./open-to-read.ts')).openSqliteStoreToRead(options);
}

export async function restoreSqliteStore(options: RestoreOptions): Promise<Restored> {
  return (await import('./restore.ts')).restoreSqliteStore(options);
}

export async function openTextIndex(): Promise<TextIndex> {
  return (await import('./text-index.ts')).openTextIndex();
}
