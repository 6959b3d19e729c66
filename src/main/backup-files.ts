import { constants, existsSync, realpathSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { KeelsonError } from '../kernel/index.ts';
import { systemCodeOf, tenantsFolderOf } from './data-folder.ts';

export interface BorrowedCopy {
  readonly file: string;
  remove(): Promise<void>;
}

const READING = 'reading-backup-';
const READING_ELSEWHERE = `keelson-${READING}`;

/** A longer name could not get an ending of SQLite's. */
const COPY_NAME_MAX = 200;

const COPY_MODE = 0o600;

/**
 * Opening a ledger writes beside it, so a backup is only ever opened as a copy: it stays exactly as it is. The copy lies in
 * a folder that only this user can enter, and bears the name of the backup, since errors will name it.
 */
export async function borrowBackup(backup: string, tenantFolder: string): Promise<BorrowedCopy> {
  await demandBackup(backup);
  const folder = await privateFolder(tenantFolder, backup);
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const name = basename(backup);
  const file = join(folder, name.length > COPY_NAME_MAX ? 'backup.db' : name);
  try {
    await copyPrivately(backup, file);
    if (existsSync(`${backup}-wal`)) await copyPrivately(`${backup}-wal`, `${file}-wal`);
  } catch (error) {
    await remove();
    throw copyError(backup, folder, error);
  }
  return { file, remove };
}

async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, COPY_MODE);
}

/** Looks whether it can be a backup at all, before anything is made for its sake. */
async function demandBackup(backup: string): Promise<void> {
  try {
    const found = await stat(backup);
    if (!found.isFile()) throw backupMissing(backup, found.isDirectory() ? 'it is a folder' : 'it is not a file');
    await (await open(backup, 'r')).close();
    if (found.size === 0) throw emptyBackup(backup);
  } catch (error) {
    if (error instanceof KeelsonError) throw error;
    const code = systemCodeOf(error);
    throw code === 'ENOENT' || code === 'ENOTDIR' ? backupMissing(backup, 'there is no such file', error) : backupUnreadable(backup, error);
  }
}

/** In the tenant's folder, where there is room for it; elsewhere when there is no such folder, which is not made for this. */
async function privateFolder(tenantFolder: string, backup: string): Promise<string> {
  try {
    return await mkdtemp(join(tenantFolder, `${READING}${process.pid}-`));
  } catch {
    return mkdtemp(join(tmpdir(), `${READING_ELSEWHERE}${process.pid}-`)).catch((error: unknown) => {
      throw copyError(backup, tmpdir(), error);
    });
  }
}

/** Removes what a restore left behind that was killed; what a running process still uses stays. */
export async function removeLeftovers(dataFolder: string, tenantFolder: string): Promise<void> {
  const places: readonly (readonly [string, readonly string[]])[] = [
    [tenantFolder, [READING, 'ledger.db.restoring-']],
    [dataFolder, [READING]],
    [tmpdir(), [READING_ELSEWHERE]],
  ];
  for (const [folder, beginnings] of places) {
    for (const name of await readdir(folder).catch(() => [])) {
      const beginning = beginnings.find((one) => name.startsWith(one));
      if (beginning === undefined || isRunning(Number.parseInt(name.slice(beginning.length), 10))) continue;
      // Another user's, or gone already: not ours to remove.
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
}

const SQLITE_ENDS = ['-wal', '-shm', '-journal'];

/** A backup among the ledgers, or under a name of SQLite's, could one day be taken for part of a ledger. */
export function refuseTarget(target: string, dataFolder: string): void {
  const end = SQLITE_ENDS.find((one) => target.endsWith(one));
  if (end !== undefined) throw targetRefused(target, 'sqlite_name', `names ending in ${end} belong to SQLite, which might delete such a file`);
  const isInside = `${realPathOf(dirname(target))}${sep}`.startsWith(`${realPathOf(tenantsFolderOf(dataFolder))}${sep}`);
  if (isInside) throw targetRefused(target, 'data_folder', 'it lies among the ledgers themselves, and would be lost with them');
}

/** Where a path leads, also when its last parts do not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(realPathOf(dirname(path)), basename(path));
  }
}

function targetRefused(file: string, reason: 'data_folder' | 'sqlite_name', why: string): KeelsonError {
  return new KeelsonError('ledger.target_refused', {
    message: `No backup was written to ${file}: ${why}.`,
    nextStep: 'Name a file elsewhere, best on another disk.',
    data: { file, reason },
  });
}

function copyError(backup: string, folder: string, error: unknown): KeelsonError {
  const code = systemCodeOf(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return backupUnreadable(backup, error);
  return new KeelsonError('ledger.disk_full', {
    message: `There is no space left in ${folder} to read ${backup}; a backup is copied before it is opened.`,
    nextStep: 'Free as much space there as the backup takes, then try again.',
    data: { file: backup },
    cause: error,
  });
}

function backupMissing(file: string, detail: string, cause?: unknown): KeelsonError {
  return new KeelsonError('ledger.backup_missing', {
    message: `${file} cannot be read: ${detail}.`,
    nextStep: 'Name a file that `keelson ledger backup` wrote.',
    data: { file },
    cause,
  });
}

function backupUnreadable(file: string, error: unknown): KeelsonError {
  const detail = error instanceof Error ? error.message : String(error);
  return new KeelsonError('ledger.backup_unreadable', {
    message: `${file} is there but cannot be read: ${detail}.`,
    nextStep: 'Give this user the right to read it, or check the disk it lies on, then try again.',
    data: { file, detail },
    cause: error,
  });
}

function emptyBackup(file: string): KeelsonError {
  return new KeelsonError('ledger.foreign_file', {
    message: `${file} is not a Keelson backup: it is empty.`,
    nextStep: 'Name a file that `keelson ledger backup` wrote.',
    data: { file, detail: 'it is empty' },
  });
}
