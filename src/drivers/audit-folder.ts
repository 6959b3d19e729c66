import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { KeelsonError } from '../kernel/index.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Whoever may write here could change what was audited. */
const WRITABLE_BY_OTHERS = 0o022;

/** The system lets go of this lock when the process that holds it ends, however it ends. */
const LOCK_FILE = 'lock';
const ASIDE = '.new';

/**
 * The folder of one audit on the disk, for its owner alone. Nothing is made before something is written; a folder that
 * others may write to, or that belongs to somebody else, is refused rather than trusted. The auditor declares what it
 * needs of this; only `main` sees both.
 */
export function auditFolderOnDisk(path: string) {
  let lock: DatabaseSync | undefined;
  let isHeldHere = false;
  const at = (name: string): string => join(path, name);
  const prepare = async (): Promise<void> => {
    await makePrivate(path);
    await refuseUnsafe(path);
  };
  const openLock = async (): Promise<DatabaseSync> => {
    // Loaded when something is audited: most commands audit nothing.
    const sqlite = await import('node:sqlite');
    // Only when it is not there: closing a file drops the locks that this process may hold on it.
    await open(at(LOCK_FILE), 'wx', FILE_MODE).then(
      (file) => file.close(),
      (error: unknown) => (codeOf(error) === 'EEXIST' ? undefined : Promise.reject(error)),
    );
    const database = new sqlite.DatabaseSync(at(LOCK_FILE));
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  };
  return {
    path,
    exists: async (): Promise<boolean> => (await list(path)).length > 0,
    list: (below?: string): Promise<readonly string[]> => list(below === undefined ? path : at(below)),
    async read(name: string, from = 0): Promise<string | undefined> {
      return guarded(path, async () => {
        const file = await open(at(name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessAbsent);
        if (file === undefined) return undefined;
        try {
          if (from === 0) return await file.readFile('utf8');
          const length = Math.max(0, (await file.stat()).size - from);
          const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
          return buffer.toString('utf8', 0, bytesRead);
        } finally {
          await file.close();
        }
      });
    },
    size: (name: string): Promise<number> => guarded(path, async () => (await stat(at(name)).catch(unlessAbsent))?.size ?? 0),
    put: (name: string, position: number, text: string): Promise<void> =>
      guarded(path, async () => {
        const file = await open(at(name), constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, FILE_MODE);
        try {
          await file.truncate(position);
          await file.write(text, position, 'utf8');
          await file.datasync();
        } finally {
          await file.close();
        }
      }),
    replace: (name: string, text: string, { durably }: { readonly durably: boolean }): Promise<void> =>
      guarded(path, async () => {
        if (dirname(name) !== '.') await makePrivate(at(dirname(name)));
        const aside = at(`${name}${ASIDE}`);
        const file = await open(aside, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW, FILE_MODE);
        try {
          await file.writeFile(text);
          if (durably) await file.datasync();
        } finally {
          await file.close();
        }
        await rename(aside, at(name));
      }),
    setAside: (name: string): Promise<void> =>
      guarded(path, async () => {
        await makePrivate(at(name));
        const kept = (await readdir(path)).filter((one) => one !== LOCK_FILE && !one.startsWith(`${LOCK_FILE}-`) && !one.startsWith(SET_ASIDE));
        for (const one of kept) await rename(at(one), join(at(name), one));
      }),
    async exclusively<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
      if (isHeldHere) return undefined;
      isHeldHere = true;
      try {
        const database = await guarded(path, async () => {
          await prepare();
          lock ??= await openLock();
          return hold(lock) ? lock : undefined;
        });
        if (database === undefined) return undefined;
        try {
          return await work();
        } finally {
          database.exec('ROLLBACK');
        }
      } finally {
        isHeldHere = false;
      }
    },
    async close(): Promise<void> {
      lock?.close();
      lock = undefined;
    },
  };
}

const SET_ASIDE = 'set-aside-';

/** False when another process has it. */
function hold(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('locked')) return false;
    throw error;
  }
}

/** What belongs to the audit itself: not its lock, nor what is half written, nor what was kept aside. */
async function list(folder: string): Promise<readonly string[]> {
  const names = (await guarded(folder, () => readdir(folder).catch(unlessAbsent))) ?? [];
  return names.filter((name) => name !== LOCK_FILE && !name.startsWith(`${LOCK_FILE}-`) && !name.endsWith(ASIDE) && !name.startsWith(SET_ASIDE)).sort();
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
}

/** Looks at the folder itself, not at where a link leads. */
async function refuseUnsafe(folder: string): Promise<void> {
  const found = await lstat(folder);
  const unsafe = !found.isDirectory()
    ? 'it is no folder'
    : (found.mode & WRITABLE_BY_OTHERS) !== 0
      ? `others than its owner may write there (mode ${(found.mode & 0o777).toString(8)})`
      : found.uid !== (process.getuid?.() ?? found.uid)
        ? 'it belongs to somebody else'
        : undefined;
  if (unsafe === undefined) return;
  throw new KeelsonError('audit.folder_unsafe', {
    message: `The audit cannot be kept in ${folder}: ${unsafe}.`,
    nextStep: `If it is yours, make it so that you alone may write there (chmod 700 ${folder}), and run \`keelson audit verify\`: somebody else may have changed it.`,
    data: { folder, detail: unsafe },
  });
}

function unlessAbsent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

/** What the file system refuses is told in words; our own errors pass. */
async function guarded<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KeelsonError || codeOf(error) === undefined) throw error;
    throw new KeelsonError('audit.folder_unusable', {
      message: `The audit in ${folder} cannot be read or written (${codeOf(error)}).`,
      nextStep: 'Make room on the disk and see that you may write there; nothing is lost meanwhile: what was not written down is written down later.',
      data: { folder, detail: codeOf(error) ?? '' },
      cause: error,
    });
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
