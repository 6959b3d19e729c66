import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { systemRandom } from '../../kernel/index.ts';
import type { LedgerSetup } from '../../ledger/index.ts';
import { compareHead, keepCutLog, tailCut } from './compare-head.ts';
import { realDatabasePath } from './database-path.ts';
import { headPathOf, openHeadFile, type HeadFile, type Opener } from './head-file.ts';
import { checkIntegrity } from './integrity.ts';
import { withLock } from './lock-attempts.ts';
import { createPrivateFile, makePrivateFolder } from './private-files.ts';
import { APPLICATION_ID, checkOwnership, isCurrent, migrate } from './schema.ts';
import { bootEpoch } from './store-time.ts';
import { foreignFile, SQLITE, sqliteCode, storageError, storageFailed } from './storage-errors.ts';
import { rebuildWords, wordsAreCurrent } from './words-index.ts';

/** Up to this size the whole file is checked at every start; larger ones after a crash, and when somebody asks. */
const CHECKED_BYTES_MAX = 32 * 1024 * 1024;

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
  /** There was a log but no head beside it: whether its end is missing could not be told. */
  readonly isHeadRebuilt: boolean;
}

/**
 * Opens the database and the head beside it, or says what is wrong. A file that is not ours is left as it is; one of ours
 * may have been recovered by SQLite, and its index of words made anew, before the fault was met.
 */
export function openFiles(options: OpenOptions): OpenedFiles {
  try {
    const file = realDatabasePath(options.file);
    makePrivateFolder(dirname(file));
    refuseForeign(file);
    return withLock(file, () => tryOpen({ ...options, file }));
  } catch (error) {
    throw storageError(options.file, error);
  }
}

function tryOpen({ file, setup, acceptTailCut = false }: OpenOptions): OpenedFiles {
  const head = openHeadFile(headPathOf(file));
  let database: DatabaseSync | undefined;
  try {
    const best = head.best();
    if (best !== undefined && best.position + best.touches > 0 && isAbsent(file)) {
      keepCutLog(file, best);
      if (!acceptTailCut) throw tailCut(file, best, 0);
    }
    createPrivateFile(file);
    database = new DatabaseSync(file, { timeout: 0 });
    // SQLite opens what is read-only without a word.
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    checkOwnership(database, file);
    database.exec(SAFE_WRITING);
    const comparison = { database, file, best, acceptTailCut };
    // A lost end is looked for before anything is written, which would spoil what is left of it.
    if (isCurrent(database)) compareHead(comparison);
    const dead = head.openers().filter(isDead);
    if (statSync(file).size <= CHECKED_BYTES_MAX || dead.length > 0) checkIntegrity(database, setup, file);
    prepareDatabase(database, setup, file);
    const { current, isLossAccepted } = compareHead(comparison);
    if (isLossAccepted) head.replace(current);
    else head.write(current);
    // Their crash has been looked into; the next start need not do it again.
    for (const opener of dead) head.leave(opener);
    const opener = { epoch: bootEpoch(), pid: process.pid, token: Buffer.from(systemRandom.bytes(8)).toString('hex') };
    head.enter(opener);
    return { database, head, opener, isHeadRebuilt: best === undefined && current.position > 0 };
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

/**
 * Holds from before the first write: a commit is on disk when it is acknowledged, and what is deleted is overwritten.
 * Events are about a kilobyte; with pages of 8 kB a group of them takes a fifth less time than with the usual 4 kB.
 */
const SAFE_WRITING = 'PRAGMA page_size = 8192; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF';

/** The first transaction of a new file runs before the write-ahead log, so that the main file says from the start whose it is. */
function prepareDatabase(database: DatabaseSync, setup: LedgerSetup, file: string): void {
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
  database.exec(SAFE_WRITING);
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

/** Looks whose file it is before it is really opened: SQLite might otherwise tidy up one that is not ours. */
export function refuseForeign(file: string): void {
  const seen = identityOf(file);
  if (seen === 'ours' || seen === 'none' || wasEmpty(file)) return;
  // Another process may have been creating it between the two looks.
  const again = identityOf(file);
  if (again !== 'ours') throw foreignFile(file, again === 'folder' ? 'it is a folder' : 'it does not begin like one');
}

const JOURNAL_MAGIC = 'd9d505f920a163d7';
const JOURNAL_PAGES_BEFORE = 16;
const JOURNAL_HEADER_BYTES = 28;

/**
 * Whether a transaction was cut off that began on an empty file, which is how a ledger is made: SQLite then takes back
 * what stands there. Its journal says how many pages there were before.
 */
function wasEmpty(file: string): boolean {
  const journal = `${file}-journal`;
  if ((statSync(journal, { throwIfNoEntry: false })?.size ?? 0) < JOURNAL_HEADER_BYTES) return false;
  const header = readFileSync(journal).subarray(0, JOURNAL_HEADER_BYTES);
  return header.toString('hex', 0, JOURNAL_MAGIC.length / 2) === JOURNAL_MAGIC && header.readUInt32BE(JOURNAL_PAGES_BEFORE) === 0;
}

type Identity = 'none' | 'ours' | 'folder' | 'other';

function identityOf(file: string): Identity {
  if (isAbsent(file)) return 'none';
  if (statSync(file).isDirectory()) return 'folder';
  return applicationIdOf(file) === APPLICATION_ID ? 'ours' : 'other';
}

/**
 * The mark in the first bytes of a database, whatever lies beside it; undefined when it is none. It is read by SQLite,
 * since opening and closing the file without it would drop the locks that this process holds if it has the file open.
 */
function applicationIdOf(file: string): number | undefined {
  const url = pathToFileURL(file);
  // Neither locks nor journals are looked at, so nothing is recovered; and the file may be shorter than it says.
  url.search = '?immutable=1';
  const database = new DatabaseSync(url, { readOnly: true, timeout: 0, defensive: false });
  try {
    database.exec('PRAGMA writable_schema = ON');
    return Number(database.prepare('PRAGMA application_id').get()?.['application_id']);
  } catch (error) {
    if (sqliteCode(error) === SQLITE.notADatabase) return undefined;
    throw error;
  } finally {
    database.close();
  }
}

function isAbsent(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}

/** Somebody who noted that he has it open, and is no more, did not close it. */
function isDead({ epoch, pid }: Opener): boolean {
  return epoch !== bootEpoch() || !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

