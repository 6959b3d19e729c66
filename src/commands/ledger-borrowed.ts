import type { Name } from '../contracts/index.ts';
import type { BorrowedBackup, LedgerAdmin } from './ledger-admin.ts';
import { backupInWords } from './ledger-errors.ts';

/** Opens a backup; what is wrong with it is told of the file that the person named. */
export async function borrow(admin: LedgerAdmin, file: string, tenant: Name): Promise<BorrowedBackup> {
  return admin.openBackup(file, tenant).catch((error: unknown) => {
    throw backupInWords(error, file);
  });
}

/** Reads a backup and lets go of it again. */
export async function withBackup<Result>(admin: LedgerAdmin, file: string, tenant: Name, use: (backup: BorrowedBackup) => Promise<Result>): Promise<Result> {
  const backup = await borrow(admin, file, tenant);
  try {
    return await use(backup);
  } finally {
    await backup.close();
  }
}

/** Waits for work in the copy of a backup; what goes wrong in it is told of the backup. */
export async function toldOf<Result>({ file }: Pick<BorrowedBackup, 'file'>, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw backupInWords(error, file);
  });
}
