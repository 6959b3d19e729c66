import { closeSync, constants, existsSync, linkSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { KeelsonError, systemRandom } from '../../kernel/index.ts';

/** What a ledger holds is its owner's business. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Makes a folder and those above it that are missing; gives the topmost that it made. One step at a time: where the
 * system says of every new folder that there is no such place, as /proc does, Node's own way tries for ever.
 */
export function makePrivateFolder(folder: string): string | undefined {
  const missing: string[] = [];
  for (let at = resolve(folder); !isFolder(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  for (const path of missing) makeOne(path);
  return missing[0];
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have been faster.
    if (isFolder(path)) return;
    if (codeOf(error) === 'ENOENT') throw noFoldersHere(path, error);
    throw error;
  }
}

/** Follows links; what cannot be looked at is none, and making it says why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function noFoldersHere(path: string, cause: unknown): KeelsonError<'ledger.read_only'> {
  return new KeelsonError('ledger.read_only', { message: `The folder ${path} cannot be made: nothing can be made in ${dirname(path)}.`, nextStep: 'Choose another folder for the data, for example with KEELSON_HOME.', data: { file: path }, cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Creates a file that only its owner may read, whole or not at all, unless there is one. It is filled under another
 * name: closing a descriptor of a database would drop the locks that this process may already hold on it.
 */
export function createPrivateFile(path: string, content = ''): void {
  if (existsSync(path)) return;
  const partial = `${path}.new-${Buffer.from(systemRandom.bytes(6)).toString('hex')}`;
  try {
    writePrivately(partial, content);
    linkSync(partial, path);
  } catch (error) {
    if (existsSync(path)) return;
    if (!hasNoLinks(error)) throw error;
    writePrivately(path, content);
  } finally {
    rmSync(partial, { force: true });
  }
}

function writePrivately(path: string, content: string): void {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
  try {
    if (content !== '') writeSync(descriptor, content, 0, 'latin1');
  } finally {
    closeSync(descriptor);
  }
}

/** Some file systems know no second name for a file. */
function hasNoLinks(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error));
}
