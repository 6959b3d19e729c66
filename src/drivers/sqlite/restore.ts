import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock, timestamp, type Clock } from '../../kernel/index.ts';
import { chainHash, GENESIS, PAGE_ENTRIES, type Head } from '../../ledger/index.ts';
import { leaveWriteAheadLog, syncPath } from './backup.ts';
import { createEntryQueries } from './entry-queries.ts';
import { examineInThread } from './examine.ts';
import { headPathOf, openHeadFile, type HeadRecord } from './head-file.ts';
import { withLockAsync } from './lock-attempts.ts';
import { touchesOf } from './meta.ts';
import { refuseForeign } from './open-database.ts';
import { checkOwnership } from './schema.ts';
import { corrupt, SQLITE, sqliteCode, storageError, storageFailed } from './storage-errors.ts';
import { createStreamNames } from './stream-names.ts';

export interface RestoreOptions {
  readonly file: string;
  /** A backup, or the database of a ledger that nobody has open. */
  readonly from: string;
  readonly setupModule?: string;
  readonly clock?: Clock;
}

export interface Restored {
  readonly head: Head;
  /** Where the files that were there before now lie; null when there were none. */
  readonly setAside: string | null;
}

const BUILTIN = new URL('builtin-setup.ts', import.meta.url).href;
const SIDE_FILES = ['-wal', '-shm', '-journal'];

/**
 * Puts a verified copy in the place of a ledger. What was there is moved aside, nothing is deleted. The head is
 * replaced last: if this is cut off half-way, the next start notices and says so instead of beginning an empty log.
 */
export async function restoreSqliteStore({ file: given, from: source, setupModule = BUILTIN, clock = systemClock }: RestoreOptions): Promise<Restored> {
  const file = resolve(given);
  const from = resolve(source);
  const copy = `${file}.restoring-${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(from)) throw storageFailed(from, 'there is no such file');
    refuseForeign(from);
    copyWithLog(from, copy);
    const head = await verify(copy, from, setupModule);
    const release = await holdExclusively(file);
    let setAside: string | null;
    try {
      setAside = moveAside(file, timestamp(clock));
      renameSync(copy, file);
      syncPath(dirname(file));
      replaceHead(file, head, setAside);
    } finally {
      release();
    }
    return { head: { position: head.position, chainHash: head.chainHash }, setAside };
  } catch (error) {
    throw storageError(file, error);
  } finally {
    for (const end of ['', ...SIDE_FILES]) rmSync(copy + end, { force: true });
  }
}

/** A ledger that was not closed properly has its last commits in the file beside it. */
function copyWithLog(from: string, copy: string): void {
  copyFileSync(from, copy);
  if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${copy}-wal`);
  syncPath(copy);
}

async function verify(copy: string, from: string, setupModule: string): Promise<HeadRecord> {
  leaveWriteAheadLog(copy);
  const database = new DatabaseSync(copy, { readOnly: true, timeout: 0 });
  try {
    checkOwnership(database, from);
    const [fault] = await examineInThread({ file: copy, setupModule });
    if (fault !== undefined) throw corrupt(from, fault.detail);
    return { ...chainEnd(database, from), touches: touchesOf(database, from) };
  } finally {
    database.close();
  }
}

/** Follows the chain from the beginning to the end. */
function chainEnd(database: DatabaseSync, file: string): Head {
  const entries = createEntryQueries(database, createStreamNames(database, file), file);
  let head: Head = GENESIS;
  for (;;) {
    const page = entries.afterPosition(head.position, PAGE_ENTRIES);
    if (page.length === 0) return head;
    for (const entry of page) {
      if (entry.chainHash !== chainHash(head.chainHash, entry)) throw corrupt(file, `the chain is broken at entry ${entry.position}`);
      head = { position: entry.position, chainHash: entry.chainHash };
    }
  }
}

/** Nobody else may have the present database open. Leaving the write-ahead log takes the only lock that tells. */
async function holdExclusively(file: string): Promise<() => void> {
  if (!existsSync(file)) return () => undefined;
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
  return () => database.close();
}

function moveAside(file: string, at: string): string | null {
  if (!existsSync(file)) return null;
  const aside = freeName(`${file}.before-restore-${at.replaceAll(':', '-')}`);
  for (const end of ['', ...SIDE_FILES]) if (existsSync(file + end)) renameSync(file + end, aside + end);
  return aside;
}

function freeName(name: string): string {
  let free = name;
  for (let number = 2; existsSync(free); number += 1) free = `${name}-${number}`;
  return free;
}

function replaceHead(file: string, head: HeadRecord, setAside: string | null): void {
  const path = headPathOf(file);
  if (setAside !== null && existsSync(path)) copyFileSync(path, `${setAside}.head`);
  const headFile = openHeadFile(path);
  try {
    headFile.replace(head);
  } finally {
    headFile.close();
  }
}
