import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LedgerSetup } from '../../ledger/index.ts';
import { compareHead, tailCut } from './compare-head.ts';
import { headPathOf, openHeadFile, type HeadFile, type Opener } from './head-file.ts';
import { checkIntegrity } from './integrity.ts';
import { withLock } from './lock-attempts.ts';
import { APPLICATION_ID, checkOwnership, isCurrent, migrate } from './schema.ts';
import { bootEpoch } from './store-time.ts';
import { foreignFile, storageError, storageFailed } from './storage-errors.ts';
import { rebuildWords, wordsAreCurrent } from './words-index.ts';

/** Up to this size the whole file is checked at every start; larger ones after a crash, and when somebody asks. */
const CHECKED_BYTES_MAX = 32 * 1024 * 1024;

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const APPLICATION_ID_OFFSET = 68;

export interface OpenOptions {
  readonly file: string;
  readonly setup: LedgerSetup;
  /** Takes the database as it is when its end is known to be lost. */
  readonly acceptTailCut?: boolean;
}

export interface OpenedFiles {
  readonly database: DatabaseSync;
  readonly head: HeadFile;
  readonly opener: Opener;
}

/** Opens the database and the head beside it; or says what is wrong and leaves both as they were. */
export function openFiles(options: OpenOptions): OpenedFiles {
  const { file } = options;
  try {
    mkdirSync(dirname(file), { recursive: true });
    refuseForeign(file);
    return withLock(file, () => tryOpen(options));
  } catch (error) {
    throw storageError(file, error);
  }
}

function tryOpen({ file, setup, acceptTailCut = false }: OpenOptions): OpenedFiles {
  const head = openHeadFile(headPathOf(file));
  let database: DatabaseSync | undefined;
  try {
    const best = head.best();
    if (best !== undefined && best.position + best.touches > 0 && isAbsent(file) && !acceptTailCut) throw tailCut(file, best, 0);
    database = new DatabaseSync(file, { timeout: 0 });
    // SQLite opens what is read-only without a word.
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    checkOwnership(database, file);
    const isSmall = statSync(file).size <= CHECKED_BYTES_MAX;
    if (isSmall || hasCrashed(head)) checkIntegrity(database, setup, file);
    prepareDatabase(database, setup, file);
    compareHead({ database, file, head, best, acceptTailCut });
    const opener = { epoch: bootEpoch(), pid: process.pid };
    head.enter(opener);
    return { database, head, opener };
  } catch (error) {
    database?.close();
    head.close();
    throw error;
  }
}

/** A connection as writing needs it, on a database that is already ours. */
export function connectWriter(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  useWriteAheadLog(database, file);
  return database;
}

/** The first transaction of a new file runs before the write-ahead log, so that the main file says from the start whose it is. */
function prepareDatabase(database: DatabaseSync, setup: LedgerSetup, file: string): void {
  database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  // An ordinary start takes no lock, so that it never has to wait for those who write.
  if (!isCurrent(database) || !wordsAreCurrent(database, setup, file)) {
    withLock(file, () =>
      inTransaction(database, () => {
        if (!isCurrent(database)) migrate(database, file);
        if (!wordsAreCurrent(database, setup, file)) rebuildWords(database, setup, file);
      }),
    );
  }
  useWriteAheadLog(database, file);
}

function useWriteAheadLog(database: DatabaseSync, file: string): void {
  const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
  if (mode !== 'wal') throw storageFailed(file, 'this file system does not support a write-ahead log');
  database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF');
}

export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Looks at the bytes before SQLite does, which might otherwise tidy up a file that is not ours. */
export function refuseForeign(file: string): void {
  const seen = identityOf(file);
  if (seen === 'ours' || seen === 'none' || existsSync(`${file}-journal`)) return;
  // Another process may have been creating it between the two looks.
  const again = identityOf(file);
  if (again !== 'ours') throw foreignFile(file, again === 'folder' ? 'it is a folder' : 'it does not begin like one');
}

type Identity = 'none' | 'ours' | 'folder' | 'other';

function identityOf(file: string): Identity {
  if (isAbsent(file)) return 'none';
  if (statSync(file).isDirectory()) return 'folder';
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    readSync(descriptor, bytes, 0, HEADER_BYTES, 0);
    const isOurs = bytes.toString('latin1', 0, MAGIC.length) === MAGIC && bytes.readUInt32BE(APPLICATION_ID_OFFSET) === APPLICATION_ID;
    return isOurs ? 'ours' : 'other';
  } finally {
    closeSync(descriptor);
  }
}

function isAbsent(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}

/** Somebody who noted that he has it open, and is no more, did not close it. */
function hasCrashed(head: HeadFile): boolean {
  const epoch = bootEpoch();
  return head.openers().some((opener) => opener.epoch !== epoch || !isAlive(opener.pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

