import { chmodSync, copyFileSync, existsSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { KeelsonError, systemClock, timestamp, type Clock } from '../../kernel/index.ts';
import type { Head } from '../../ledger/index.ts';
import { BUILTIN_SETUP_MODULE, leaveWriteAheadLog, syncPath, verifyCopy } from './backup.ts';
import { realDatabasePath } from './database-path.ts';
import { createEntryQueries } from './entry-queries.ts';
import { headPathOf, openHeadFile, type HeadRecord } from './head-file.ts';
import { withLockAsync } from './lock-attempts.ts';
import { refuseForeign } from './open-database.ts';
import { makePrivateFolder } from './private-files.ts';
import { foreignFile, SQLITE, sqliteCode, storageError, storageFailed, textOf } from './storage-errors.ts';
import { createStreamNames } from './stream-names.ts';

export interface RestoreOptions {
  readonly file: string;
  /** A backup, or the database of a ledger that nobody has open. */
  readonly from: string;
  readonly setupModule?: string;
  readonly clock?: Clock;
  /** Called when nobody else can write any more, with where the present ledger ends; undefined when it cannot be read or is not there. Throws to refuse. */
  readonly confirm?: (present: Head | undefined) => void;
  /** Called when the new ledger is in place. When it throws, what was there before is put back. */
  readonly record?: (setAside: string | null) => void;
}

export interface Restored {
  readonly head: Head;
  /** Where the files that were there before now lie; null when there were none. */
  readonly setAside: string | null;
}

/** What was kept aside is its owner's business as much as the ledger is. */
const OWN_FILE_MODE = 0o600;

const ENDS = ['', '-wal', '-shm', '-journal'];

/**
 * Puts a verified copy in the place of a ledger. What was there is moved aside, nothing is deleted, and it comes back when
 * a step fails. The head is replaced last: if this is cut off half-way, the next start notices instead of beginning an empty log.
 */
export async function restoreSqliteStore(options: RestoreOptions): Promise<Restored> {
  const { setupModule = BUILTIN_SETUP_MODULE, clock = systemClock, confirm, record } = options;
  const file = placeOf(options.file);
  const from = resolve(options.from);
  const copy = `${file}.restoring-${process.pid}`;
  const removeFolder = makeFolder(dirname(file), file);
  try {
    refuseUnfit(from);
    copyWithLog(from, copy);
    leaveWriteAheadLog(copy);
    const head = await verifyCopy(copy, from, setupModule);
    const present = await holdExclusively(file);
    try {
      confirm?.(present.head());
      const setAside = swap({ file, copy, head, aside: asideName(file, timestamp(clock)), record });
      return { head: { position: head.position, chainHash: head.chainHash }, setAside };
    } finally {
      present.release();
    }
  } catch (error) {
    throw storageError(file, error);
  } finally {
    for (const end of ENDS) rmSync(copy + end, { force: true });
    removeFolder();
  }
}

function placeOf(file: string): string {
  try {
    return realDatabasePath(file);
  } catch (error) {
    throw storageError(file, error);
  }
}

/** Gives what removes again the folders that had to be made, as far as nothing lies in them. */
function makeFolder(folder: string, file: string): () => void {
  let first: string | undefined;
  try {
    first = makePrivateFolder(folder);
  } catch (error) {
    throw storageError(file, error);
  }
  return () => {
    if (first === undefined) return;
    try {
      for (let made = folder; made.length >= first.length; made = dirname(made)) rmdirSync(made);
    } catch {
      // Something lies there, as it should after a restore.
    }
  };
}

/** An empty file would pass for a new ledger. */
function refuseUnfit(from: string): void {
  const found = statSync(from, { throwIfNoEntry: false });
  if (found === undefined) throw storageFailed(from, 'there is no such file');
  if (found.isFile() && found.size === 0) throw foreignFile(from, 'it is empty');
  refuseForeign(from);
}

/** A ledger that was not closed properly has its last commits in the file beside it. */
function copyWithLog(from: string, copy: string): void {
  for (const end of ['', '-wal']) {
    if (end !== '' && !existsSync(from + end)) continue;
    copyFileSync(from + end, copy + end);
    chmodSync(copy + end, OWN_FILE_MODE);
  }
  syncPath(copy);
}

interface Held {
  head(): Head | undefined;
  release(): void;
}

/** Nobody else may have the present database open. Leaving the write-ahead log takes the only lock that tells. */
async function holdExclusively(file: string): Promise<Held> {
  if (!existsSync(file)) return { head: () => undefined, release: () => undefined };
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    await withLockAsync(file, () => {
      database.exec('PRAGMA journal_mode = DELETE');
      database.exec('BEGIN EXCLUSIVE');
    });
  } catch (error) {
    const code = sqliteCode(error);
    // What is damaged beyond opening is what one restores for.
    if (code !== SQLITE.corrupt && code !== SQLITE.notADatabase) {
      database.close();
      throw error;
    }
  }
  return { head: () => headIfReadable(database, file), release: () => database.close() };
}

function headIfReadable(database: DatabaseSync, file: string): Head | undefined {
  try {
    return createEntryQueries(database, createStreamNames(database, file), file).head();
  } catch {
    return undefined;
  }
}

interface Swap {
  readonly file: string;
  readonly copy: string;
  readonly head: HeadRecord;
  readonly aside: string;
  readonly record: RestoreOptions['record'];
}

/** All of it or nothing. */
function swap({ file, copy, head, aside, record }: Swap): string | null {
  const headPath = headPathOf(file);
  const asideHead = `${aside}.head`;
  const hadHead = existsSync(headPath);
  const undo: (() => void)[] = [];
  try {
    if (hadHead) {
      undo.push(() => rmSync(asideHead, { force: true }));
      copyFileSync(headPath, asideHead);
      chmodSync(asideHead, OWN_FILE_MODE);
    }
    const ends = ENDS.filter((end) => existsSync(file + end));
    for (const end of ends) {
      renameSync(file + end, aside + end);
      undo.push(() => renameSync(aside + end, file + end));
      chmodSync(aside + end, OWN_FILE_MODE);
    }
    if (existsSync(file)) throw storageFailed(file, 'another ledger came there meanwhile');
    renameSync(copy, file);
    undo.push(() => rmSync(file));
    syncPath(dirname(file));
    undo.push(() => (hadHead ? copyFileSync(asideHead, headPath) : rmSync(headPath, { force: true })));
    replaceHead(headPath, head);
    const headAside = hadHead ? asideHead : null;
    const setAside = ends.length > 0 ? aside : headAside;
    record?.(setAside);
    return setAside;
  } catch (error) {
    throw putBack(file, aside, undo, error);
  }
}

function putBack(file: string, aside: string, undo: readonly (() => void)[], error: unknown): KeelsonError {
  const detail = textOf(error);
  try {
    for (const step of undo.toReversed()) step();
    syncPath(dirname(file));
  } catch (next) {
    return new KeelsonError('ledger.restore_failed', {
      message: `The restore failed (${detail}), and what was there could not be put back whole (${textOf(next)}).`,
      nextStep: `Your ledger is not lost: its files begin with ${aside} where they are not in their place. Mend the disk, then restore again.`,
      data: { file, detail, is_put_back: false, kept_aside: aside },
      cause: error,
    });
  }
  return new KeelsonError('ledger.restore_failed', {
    message: `The restore failed (${detail}); the ledger that was there has been put back in ${file}.`,
    nextStep: 'Mend what is named above, then restore again.',
    data: { file, detail, is_put_back: true, kept_aside: '' },
    cause: error,
  });
}

function asideName(file: string, at: string): string {
  const name = `${file}.before-restore-${at.replaceAll(':', '-')}`;
  let free = name;
  for (let number = 2; existsSync(free) || existsSync(`${free}.head`); number += 1) free = `${name}-${number}`;
  return free;
}

function replaceHead(path: string, head: HeadRecord): void {
  const headFile = openHeadFile(path);
  try {
    headFile.replace(head);
  } finally {
    headFile.close();
  }
}
