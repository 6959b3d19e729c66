import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The place of a file without links, also when the file or its folder does not exist yet: one database, one head beside it. */
export function realDatabasePath(file: string): string {
  const path = resolve(file);
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) return realDatabasePath(resolve(dirname(path), readlinkSync(path)));
  const folder = dirname(path);
  return folder === path ? path : join(realDatabasePath(folder), basename(path));
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
