import { closeSync, constants, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import { chainHash, envelopeOf, GENESIS, PAGE_ENTRIES, type EntryRow, type Head } from '../../ledger/index.ts';
import { createEntryQueries } from './entry-queries.ts';
import { examineInThread } from './examine.ts';
import type { HeadRecord } from './head-file.ts';
import { touchesOf } from './meta.ts';
import { createPrivateFile, makePrivateFolder } from './private-files.ts';
import { checkOwnership } from './schema.ts';
import { corrupt, SQLITE, sqliteCode, storageError } from './storage-errors.ts';
import { createStreamNames } from './stream-names.ts';

/** All pages in one step: a copy in several steps would begin again with every commit that comes between. */
const PAGES_AT_ONCE = 2 ** 31 - 1;

export const BUILTIN_SETUP_MODULE = new URL('builtin-setup.ts', import.meta.url).href;

/** Copies the database as one committed state to a file of its own, which exists only once it is whole and verified. */
export async function backupDatabase(file: string, target: string, setupModule = BUILTIN_SETUP_MODULE): Promise<void> {
  if (existsSync(target)) throw targetExists(target);
  const partial = `${target}.partial-${process.pid}`;
  try {
    makePrivateFolder(dirname(target));
    rmSync(partial, { force: true });
    // Made by us and not by SQLite, so that nobody else can read it even while it is being written.
    createPrivateFile(partial);
    await copyPages(file, partial);
    await verifyCopy(partial, file, setupModule);
    syncPath(partial);
    // A link, unlike a rename, never takes the place of a file that has come there meanwhile.
    linkSync(partial, target);
    syncPath(dirname(target));
  } catch (error) {
    throw isAlreadyThere(error) ? targetExists(target) : storageError(target, error);
  } finally {
    rmSync(partial, { force: true });
  }
}

async function copyPages(file: string, partial: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    await backup(source, partial, { rate: PAGES_AT_ONCE });
    leaveWriteAheadLog(partial);
  } catch (error) {
    const code = sqliteCode(error);
    // What is wrong with the pages was wrong before they were copied.
    throw code === SQLITE.corrupt || code === SQLITE.notADatabase ? storageError(file, error) : error;
  } finally {
    source.close();
  }
}

/** One file that can lie anywhere, also where nothing can be written beside it. */
export function leaveWriteAheadLog(file: string): void {
  const copy = new DatabaseSync(file, { timeout: 0 });
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/** Reads a copy whole, pages, rows, chain and payloads, and gives where it ends. Damage is told of what it is a copy of. */
export async function verifyCopy(copy: string, original: string, setupModule: string): Promise<HeadRecord> {
  const database = new DatabaseSync(copy, { readOnly: true, timeout: 0 });
  try {
    checkOwnership(database, original);
    const [fault] = await examineInThread({ file: copy, setupModule });
    if (fault !== undefined) throw corrupt(original, fault.detail.replaceAll(basename(copy), basename(original)));
    return { ...chainEnd(database, original), touches: touchesOf(database, original) };
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
    for (const entry of page) head = follow(head, entry, file);
  }
}

function follow(head: Head, entry: EntryRow, file: string): Head {
  const { position, payload } = entry;
  if (entry.chainHash !== chainHash(head.chainHash, entry)) throw corrupt(file, `the chain is broken at entry ${position}`);
  if (payload !== null && sha256Hex(payload) !== envelopeOf({ ...entry, payload: null }).payload_hash) throw corrupt(file, `entry ${position} does not say what was recorded`);
  return { position, chainHash: entry.chainHash };
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST' && 'syscall' in error && error.syscall === 'link';
}

function targetExists(file: string): KeelsonError<'ledger.target_exists'> {
  return new KeelsonError('ledger.target_exists', {
    message: `${file} exists already; it was left as it is.`,
    nextStep: 'Name a file that does not exist yet.',
    data: { file },
  });
}
