import { hasCode, KeelsonError } from '../../../kernel/index.ts';
import type { FileStatus, WorkspaceFiles } from '../../paths/workspace-files.ts';
import { toolFailure } from '../tool-failure.ts';
import { DATABASE_BYTES_MAX, DATABASE_CHUNK_BYTES, DATABASE_COPIES_MAX } from './limits.ts';
import { withWriteAheadLog } from './write-ahead-log.ts';

const TOOL_ID = 'sql_query';
const MAGIC = 'SQLite format 3\0';
/** In these two bytes a database says that it has a write-ahead log; a copy in memory cannot have one. */
const MODE_OFFSETS = [18, 19] as const;
const MODE_WITHOUT_LOG = 1;

/** The files that together are one database. */
export const companionsOf = (path: string) => ({ log: `${path}-wal`, journal: `${path}-journal` });

/**
 * The content of a database at one moment, as SQLite would see it, without opening it where it lies: every byte comes
 * through the hands of the workspace, which judge the path at each use, and nothing is made, locked or changed there.
 */
export async function copyDatabase(files: WorkspaceFiles, path: string): Promise<Uint8Array> {
  for (let tries = 0; tries < DATABASE_COPIES_MAX; tries += 1) {
    const before = await statesOf(files, path);
    if ((before.journal?.sizeBytes ?? 0) > 0) throw beingWritten(path);
    const database = await readWhole(files, path);
    const log = before.log === undefined ? new Uint8Array() : await readWhole(files, companionsOf(path).log);
    const after = await statesOf(files, path);
    if (JSON.stringify(before) === JSON.stringify(after)) return usable(withWriteAheadLog(database, log), path);
  }
  throw beingWritten(path);
}

async function statesOf(files: WorkspaceFiles, path: string) {
  const { log, journal } = companionsOf(path);
  return { database: await files.stat(path), log: await statusOf(files, log), journal: await statusOf(files, journal) };
}

async function statusOf(files: WorkspaceFiles, path: string): Promise<FileStatus | undefined> {
  try {
    return await files.stat(path);
  } catch (error) {
    if (hasCode(error, 'path.missing')) return undefined;
    throw error;
  }
}

async function readWhole(files: WorkspaceFiles, path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let readBytes = 0;
  for (;;) {
    const { bytes, totalBytes } = await files.read(path, { maxBytes: DATABASE_CHUNK_BYTES, offsetBytes: readBytes });
    if (totalBytes > DATABASE_BYTES_MAX) throw tooLarge(totalBytes);
    parts.push(bytes);
    readBytes += bytes.length;
    if (bytes.length === 0 || readBytes >= totalBytes) return parts.length === 1 ? bytes : Buffer.concat(parts);
  }
}

function usable(image: Uint8Array, path: string): Uint8Array {
  const copy = Uint8Array.from(image);
  if (copy.length > 0 && Buffer.from(copy.subarray(0, MAGIC.length)).toString('latin1') !== MAGIC) {
    throw toolFailure(TOOL_ID, `${path} is not an SQLite database.`, 'Name a database of SQLite; for CSV and JSON use query_table.');
  }
  if (copy.length > 0) for (const offset of MODE_OFFSETS) copy[offset] = MODE_WITHOUT_LOG;
  return copy;
}

function beingWritten(path: string): KeelsonError {
  return toolFailure(TOOL_ID, `${path} is being written by a program, or one was stopped while it wrote.`, 'Wait until it has finished, or open the database once with the program it belongs to.');
}

function tooLarge(bytes: number): KeelsonError {
  return new KeelsonError('tool.too_many_bytes', {
    message: `The database has ${bytes} bytes; at most ${DATABASE_BYTES_MAX} can be asked here.`,
    nextStep: 'Use the program sqlite3 for a database of this size.',
    data: { tool_id: TOOL_ID, bytes, limit: DATABASE_BYTES_MAX },
  });
}
