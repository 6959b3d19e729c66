import { basename } from 'node:path';
import { KeelsonError } from '../../kernel/index.ts';

/** Primary result codes of SQLite that mean something to us; the extended ones carry them in their low byte. */
export const SQLITE = {
  error: 1,
  perm: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  notADatabase: 26,
} as const;

/** The primary result code when SQLite threw this; undefined for anything else. */
export function sqliteCode(error: unknown): number | undefined {
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function isLockContention(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE.busy || code === SQLITE.locked;
}

/** Says in our words what went wrong with the file, and what to do; a KeelsonError passes as it is. */
export function storageError(file: string, error: unknown): KeelsonError {
  if (error instanceof KeelsonError) return error;
  switch (sqliteCode(error)) {
    case SQLITE.busy:
    case SQLITE.locked:
      return busy(file, 1);
    case SQLITE.corrupt:
      return corrupt(file, textOf(error), error);
    case SQLITE.notADatabase:
      return foreignFile(file, textOf(error), error);
    case SQLITE.full:
      return diskFull(file, error);
    case SQLITE.readOnly:
    case SQLITE.cannotOpen:
    case SQLITE.perm:
      return readOnly(file, error);
    default:
      return systemError(file, error);
  }
}

function systemError(file: string, error: unknown): KeelsonError {
  switch (systemCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(file, error);
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return readOnly(file, error);
    case 'ERR_OUT_OF_RANGE':
      return corrupt(file, textOf(error), error);
    default:
      return storageFailed(file, textOf(error), error);
  }
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function busy(file: string, attempts: number): KeelsonError<'ledger.busy'> {
  return new KeelsonError('ledger.busy', {
    message: `Another process holds ${basename(file)}; gave up after ${attempts} attempts. Nothing was written.`,
    nextStep: 'Try again with the same key; if it stays so, look for a process that hangs.',
    data: { file, attempts },
  });
}

export function corrupt(file: string, detail: string, cause?: unknown): KeelsonError<'ledger.corrupt'> {
  return new KeelsonError('ledger.corrupt', {
    message: `${basename(file)} is damaged: ${detail}.`,
    nextStep: 'Stop writing to it, keep a copy of its folder, and put a backup back with `keelson ledger restore FILE`; the damaged files are kept aside.',
    data: { file, detail },
    cause,
  });
}

export function foreignFile(file: string, detail: string, cause?: unknown): KeelsonError<'ledger.foreign_file'> {
  return new KeelsonError('ledger.foreign_file', {
    message: `${basename(file)} is not a Keelson ledger: ${detail}. It was left as it is.`,
    nextStep: 'Choose another folder for the data, or move this file away.',
    data: { file, detail },
    cause,
  });
}

export function newerSchema(file: string, found: number, known: number): KeelsonError<'ledger.newer_schema'> {
  return new KeelsonError('ledger.newer_schema', {
    message: `${basename(file)} was written by a newer Keelson (schema ${found}; this one knows up to ${known}). It was left as it is.`,
    nextStep: 'Use the newer version of Keelson for this data.',
    data: { file, found, known },
  });
}

export function readOnly(file: string, cause?: unknown): KeelsonError<'ledger.read_only'> {
  return new KeelsonError('ledger.read_only', {
    message: `${basename(file)} or its folder cannot be written.`,
    nextStep: 'Give this user the right to write in the folder, or choose another folder for the data.',
    data: { file },
    cause,
  });
}

export function diskFull(file: string, cause?: unknown): KeelsonError<'ledger.disk_full'> {
  return new KeelsonError('ledger.disk_full', {
    message: `There is no space left for ${basename(file)}; nothing was written.`,
    nextStep: 'Free some space on that disk, then try again with the same key.',
    data: { file },
    cause,
  });
}

export function storageFailed(file: string, detail: string, cause?: unknown): KeelsonError<'ledger.storage_failed'> {
  return new KeelsonError('ledger.storage_failed', {
    message: `Storing in ${basename(file)} failed: ${detail}.`,
    nextStep: 'Check the disk, then open the ledger again and repeat with the same key: what did reach the disk will be recognised.',
    data: { file, detail },
    cause,
  });
}

export function closedStore(file: string): KeelsonError<'ledger.closed'> {
  return new KeelsonError('ledger.closed', {
    message: `The ledger ${basename(file)} has been closed.`,
    nextStep: 'Open it again.',
    data: { store: file },
  });
}
