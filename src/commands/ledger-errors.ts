import type { Name } from '../contracts/index.ts';
import { hasCode, KeelsonError } from '../kernel/index.ts';

const RESTORE = 'Stop whatever writes to it, and put a backup back with `keelson ledger restore FILE`; the present files are kept aside.';

/**
 * Errors of the storage speak to programs, which have keys to repeat with and know their file. This says the same to a
 * person: the whole path, and what they can do. Codes and data stay.
 */
export function inWords(error: unknown): unknown {
  // What was put in words once has the error it tells of as its cause.
  if (error instanceof KeelsonError && error.cause instanceof KeelsonError) return error;
  if (hasCode(error, 'ledger.busy')) {
    return reworded(error, `Another process uses ${error.data.file}. Nothing was changed.`, 'End the other Keelson, or wait until it is done, and try again.');
  }
  if (hasCode(error, 'ledger.corrupt')) return reworded(error, `${error.data.file} is damaged: ${error.data.detail}.`, RESTORE);
  if (hasCode(error, 'ledger.foreign_file')) {
    return reworded(
      error,
      `${error.data.file} is not a Keelson ledger: ${error.data.detail}. It was left as it is.`,
      'If it once was your ledger, put a backup back with `keelson ledger restore FILE`, which keeps this file aside; otherwise set KEELSON_HOME to another folder.',
    );
  }
  if (hasCode(error, 'ledger.newer_schema')) {
    const { file, found, known } = error.data;
    return reworded(error, `${file} was written by a newer Keelson (schema ${found}; this one knows up to ${known}). It was left as it is.`, 'Use the newer version of Keelson for it.');
  }
  if (hasCode(error, 'ledger.read_only')) {
    return reworded(
      error,
      `${error.data.file} or its folder cannot be written by this user.`,
      'Run Keelson as the user it belongs to, or give this user the right to write there. To work with what is recorded in it, copy the whole data folder to a place where you may write, and set KEELSON_HOME to the copy.',
    );
  }
  if (hasCode(error, 'ledger.disk_full')) return reworded(error, `There is no space left for ${error.data.file}; nothing was changed.`, 'Free some space on that disk, then try again.');
  if (hasCode(error, 'ledger.storage_failed')) {
    return reworded(error, `Reading or writing ${error.data.file} failed: ${error.data.detail}.`, 'Check the path and the disk, then try again.');
  }
  return error;
}

function reworded(error: KeelsonError, message: string, nextStep: string): KeelsonError {
  return new KeelsonError(error.code, { message, nextStep, data: error.data, cause: error });
}

const UNTOUCHED = 'The present ledger was left as it is.';
const NAME_ANOTHER = 'Name a file that `keelson ledger backup` wrote.';

/** The same for what goes wrong with a backup, which is only ever opened as a copy: it is named as the person named it. */
export function backupInWords(error: unknown, file: string): unknown {
  if (hasCode(error, 'ledger.foreign_file')) {
    const { detail } = error.data;
    return new KeelsonError('ledger.foreign_file', { message: `${file} is not a Keelson backup: ${detail}. ${UNTOUCHED}`, nextStep: NAME_ANOTHER, data: { file, detail }, cause: error });
  }
  if (hasCode(error, 'ledger.newer_schema')) {
    const { found, known } = error.data;
    const message = `The backup ${file} was written by a newer Keelson (schema ${found}; this one knows up to ${known}). ${UNTOUCHED}`;
    return new KeelsonError('ledger.newer_schema', { message, nextStep: 'Use the newer version of Keelson for it.', data: { file, found, known }, cause: error });
  }
  if (hasCode(error, 'ledger.corrupt')) {
    return new KeelsonError('ledger.backup_unsound', {
      message: `The backup ${file} is damaged: ${error.data.detail}. ${UNTOUCHED}`,
      nextStep: 'Use another backup.',
      data: { file, faults: 1, first: error.code },
      cause: error,
    });
  }
  if (hasCode(error, 'ledger.disk_full')) {
    const message = `There is no space left to read ${file}; a backup is copied before it is opened. ${UNTOUCHED}`;
    return new KeelsonError('ledger.disk_full', { message, nextStep: 'Free as much space as the backup takes, in the data folder and in the folder for temporary files, then try again.', data: { file }, cause: error });
  }
  if (!hasCode(error, 'ledger.storage_failed') && !hasCode(error, 'ledger.read_only')) return error;
  const detail = error.code === 'ledger.storage_failed' && 'detail' in error.data ? String(error.data.detail) : 'its copy cannot be opened';
  return new KeelsonError('ledger.backup_unreadable', {
    message: `The backup ${file} cannot be read: ${detail}. ${UNTOUCHED}`,
    nextStep: 'Check the disk and the folder for temporary files, then try again.',
    data: { file, detail },
    cause: error,
  });
}

export function ledgerAbsent(tenant: Name, file: string, consequence: string): KeelsonError {
  return new KeelsonError('ledger.absent', {
    message: `Nothing has been recorded yet for tenant ${tenant} (${file}), so there is nothing to ${consequence}.`,
    nextStep: 'Is the tenant right, and KEELSON_HOME?',
    data: { tenant, file },
  });
}
