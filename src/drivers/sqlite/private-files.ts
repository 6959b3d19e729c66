import { closeSync, constants, existsSync, linkSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { systemRandom } from '../../kernel/index.ts';

/** What a ledger holds is its owner's business. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
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
  return error instanceof Error && 'code' in error && ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(String(error.code));
}
