import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KeelsonError } from '../kernel/index.ts';

export interface BorrowedCopy {
  readonly file: string;
  remove(): Promise<void>;
}

/** Opening a ledger writes beside it, so a backup is only ever opened as a copy: it stays exactly as it is. */
export async function borrowBackup(backup: string, dataFolder: string): Promise<BorrowedCopy> {
  await demandFile(backup);
  await mkdir(dataFolder, { recursive: true });
  const folder = await mkdtemp(join(dataFolder, 'reading-backup-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const file = join(folder, 'ledger.db');
  try {
    await copyFile(backup, file, constants.COPYFILE_FICLONE);
  } catch (error) {
    await remove();
    throw copyError(backup, error);
  }
  return { file, remove };
}

async function demandFile(backup: string): Promise<void> {
  const found = await stat(backup).catch(() => undefined);
  if (found?.isFile() === true) return;
  throw backupMissing(backup, found === undefined ? 'there is no such file' : 'it is not a file');
}

function copyError(backup: string, error: unknown): KeelsonError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return backupMissing(backup, String(error), error);
  return new KeelsonError('ledger.disk_full', {
    message: `There is no space left to read ${backup}; a backup is copied before it is opened.`,
    nextStep: 'Free as much space in the data folder as the backup takes, then try again.',
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
