import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Name } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';

const LEDGER_FILE = 'ledger.db';

/** Lies beside the database and says how far it had come. */
const HEAD_FILE = 'ledger.head';

const TENANTS = 'tenants';

/** Everything Keelson keeps: `KEELSON_HOME` when it is set, else `.keelson` in the person's own folder. */
export function dataFolderOf(environment: Readonly<Record<string, string | undefined>>, userFolder: string): string {
  const chosen = environment['KEELSON_HOME'] ?? '';
  return chosen === '' ? join(userFolder, '.keelson') : resolve(chosen);
}

/** The folders of all tenants; nothing but Keelson writes there. */
export function tenantsFolderOf(dataFolder: string): string {
  return join(dataFolder, TENANTS);
}

/** A tenant's own folder. A `Name` holds no slash and does not begin with a dot, so it cannot lead elsewhere. */
export function tenantFolderOf(dataFolder: string, tenant: Name): string {
  return join(tenantsFolderOf(dataFolder), tenant);
}

export function ledgerFileOf(dataFolder: string, tenant: Name): string {
  return join(tenantFolderOf(dataFolder, tenant), LEDGER_FILE);
}

export function headFileOf(dataFolder: string, tenant: Name): string {
  return join(tenantFolderOf(dataFolder, tenant), HEAD_FILE);
}

/** True also when only the head is left: then the ledger was lost, and that must not pass for nothing recorded. */
export function hasLedger(dataFolder: string, tenant: Name): boolean {
  return [ledgerFileOf(dataFolder, tenant), headFileOf(dataFolder, tenant)].some(isThere);
}

/** Only what is surely not there is absent; what cannot be looked at is not. */
function isThere(file: string): boolean {
  try {
    statSync(file);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false;
    throw folderUnusable(file, error);
  }
}

export function systemCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Why a file in the data folder cannot even be looked for, and what to do. */
export function folderUnusable(file: string, error: unknown): KeelsonError<'ledger.folder_unusable'> {
  const detail = error instanceof Error ? error.message : String(error);
  const failure = (message: string, nextStep: string): KeelsonError<'ledger.folder_unusable'> =>
    new KeelsonError('ledger.folder_unusable', { message, nextStep, data: { file, detail }, cause: error });
  switch (systemCodeOf(error)) {
    case 'ENOTDIR':
    case 'EEXIST':
      return failure(`${firstFileAbove(file)} is not a folder, so there can be no ledger below it.`, 'Set KEELSON_HOME to a folder.');
    case 'EACCES':
    case 'EPERM':
      return failure(`${file} cannot be looked at: this user may not enter or change its folder.`, 'Run Keelson as the user it belongs to, give this user the right to read and write there, or set KEELSON_HOME to another folder.');
    case 'EROFS':
      return failure(`${file} lies where nothing can be written.`, 'Set KEELSON_HOME to a folder that can be written, or mount that disk for writing.');
    default:
      return failure(`${file} cannot be looked at: ${detail}.`, 'Check the disk and KEELSON_HOME, then try again.');
  }
}

/** The part of the path that should be a folder and is none. */
function firstFileAbove(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      if (!statSync(folder).isDirectory()) return folder;
    } catch {
      // Further up there is something that can be looked at.
    }
  }
  return dirname(file);
}
