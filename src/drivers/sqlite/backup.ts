import { closeSync, constants, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { KeelsonError } from '../../kernel/index.ts';
import { storageError } from './storage-errors.ts';

/** All pages in one step: a copy in several steps would begin again with every commit that comes between. */
const PAGES_AT_ONCE = 2 ** 31 - 1;

/** Copies the database as one committed state to a file of its own, which exists only once it is whole. */
export async function backupDatabase(file: string, target: string): Promise<void> {
  if (existsSync(target)) throw targetExists(target);
  const partial = `${target}.partial-${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    await copyPages(file, partial);
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
  } finally {
    source.close();
  }
  leaveWriteAheadLog(partial);
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

export function syncPath(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function targetExists(file: string): KeelsonError<'ledger.target_exists'> {
  return new KeelsonError('ledger.target_exists', {
    message: `${basename(file)} exists already; it was left as it is.`,
    nextStep: 'Name a file that does not exist yet.',
    data: { file },
  });
}
