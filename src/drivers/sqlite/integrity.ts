import type { DatabaseSync } from 'node:sqlite';
import type { LedgerSetup } from '../../ledger/index.ts';
import { isCurrent } from './schema.ts';
import { corrupt, SQLITE, sqliteCode, storageError, textOf } from './storage-errors.ts';
import { rebuildWords } from './words-index.ts';

/** What SQLite finds wrong with its pages and indexes; nothing when all is well. */
export function integrityFaults(database: DatabaseSync): string[] {
  try {
    const found = database.prepare('PRAGMA integrity_check').all().map((row) => String(row['integrity_check']));
    return found.length === 1 && found[0] === 'ok' ? [] : found;
  } catch (error) {
    const code = sqliteCode(error);
    if (code === SQLITE.corrupt || code === SQLITE.error) return [textOf(error)];
    throw error;
  }
}

/** The index of words can be made again from the log; damage anywhere else is refused. */
export function checkIntegrity(database: DatabaseSync, setup: LedgerSetup, file: string): void {
  const faults = integrityFaults(database);
  const [first] = faults;
  if (first === undefined) return;
  if (!isCurrent(database) || !healsByNewWords(database, setup, file)) throw corrupt(file, first);
}

/** Kept only if everything is well afterwards: otherwise the damage lies elsewhere and must not be touched. */
function healsByNewWords(database: DatabaseSync, setup: LedgerSetup, file: string): boolean {
  database.exec('BEGIN IMMEDIATE');
  try {
    rebuildWords(database, setup, file);
    const isWell = integrityFaults(database).length === 0;
    database.exec(isWell ? 'COMMIT' : 'ROLLBACK');
    return isWell;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    if (storageError(file, error).code === 'ledger.corrupt') return false;
    throw error;
  }
}
