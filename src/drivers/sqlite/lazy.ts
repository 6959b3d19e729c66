/** The same functions without their weight: SQLite and the ledger are loaded when they are first used. */
import type { LedgerStore } from '../../ledger/index.ts';
import type { SqliteStoreOptions } from './open-sqlite-store.ts';
import type { Restored, RestoreOptions } from './restore.ts';

export type { SqliteStoreOptions } from './open-sqlite-store.ts';
export type { Restored, RestoreOptions } from './restore.ts';

export async function openSqliteStore(options: SqliteStoreOptions): Promise<LedgerStore> {
  return (await import('./open-sqlite-store.ts')).openSqliteStore(options);
}

export async function restoreSqliteStore(options: RestoreOptions): Promise<Restored> {
  return (await import('./restore.ts')).restoreSqliteStore(options);
}
