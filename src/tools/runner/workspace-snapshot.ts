import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeKeeper } from './keep-before.ts';

/** Beyond these a copy would cost more than most commands; then nothing is kept and the person is told. */
export const SNAPSHOT_BYTES_MAX = 256 * 1024 * 1024;
export const SNAPSHOT_FILES_MAX = 20_000;

/** What tools make again by themselves, and git's own store, to which things are only ever added. */
const REMADE: readonly string[] = ['node_modules', '.venv', 'venv', '__pycache__', '.pytest_cache', '.mypy_cache', 'target', '.gradle', '.next', '.turbo', '.cache'];
const GIT_OBJECTS = '.git/objects';

interface Known {
  readonly sizeBytes: bigint;
  readonly modifiedNs: bigint;
  readonly changedNs: bigint;
  readonly inode: bigint;
  readonly mode: number;
  /** The number of its copy. */
  readonly copy: number;
}

type Seen = ReadonlyMap<string, Omit<Known, 'copy'>>;

/**
 * Copies of the files of a workspace, kept while programs run in it that may change any of them. Only what changed since
 * the last look is copied again.
 */
export interface WorkspaceSnapshot {
  /** Copies what is new; false when there is too much, and then nothing can be kept. */
  take(): Promise<boolean>;
  /** Hands what changed since the last `take`, as it was then, to the keeper. */
  keepChanged(keeper: Pick<ChangeKeeper, 'keep'>): Promise<void>;
  close(): Promise<void>;
}

/** `folder` is where the copies lie: outside the workspace, of this run alone. */
export function workspaceSnapshot(workspace: string, folder: string): WorkspaceSnapshot {
  let known = new Map<string, Known>();
  let copies = 0;
  const copyOf = (number: number): string => join(folder, String(number));
  return {
    async take() {
      const seen = await look(workspace);
      if (seen === undefined) return false;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const next = new Map<string, Known>();
      for (const [path, file] of seen) {
        const before = known.get(path);
        if (before !== undefined && isSame(before, file)) {
          next.set(path, before);
          continue;
        }
        const copy = (copies += 1);
        // A file that is gone again by now belongs to somebody who works beside us.
        if (await tried(copyFile(join(workspace, path), copyOf(copy), constants.COPYFILE_FICLONE))) next.set(path, { ...file, copy });
      }
      known = next;
      return true;
    },
    async keepChanged(keeper) {
      const seen = (await look(workspace)) ?? new Map<string, Omit<Known, 'copy'>>();
      for (const [path, before] of known) {
        const after = seen.get(path);
        if (after !== undefined && isSame(before, after)) continue;
        await keeper.keep({ path, before: await readFile(copyOf(before.copy)), mode: before.mode });
      }
      for (const path of seen.keys()) if (!known.has(path)) await keeper.keep({ path, before: null, mode: null });
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function isSame(left: Omit<Known, 'copy'>, right: Omit<Known, 'copy'>): boolean {
  return left.changedNs === right.changedNs && left.modifiedNs === right.modifiedNs && left.sizeBytes === right.sizeBytes && left.inode === right.inode && left.mode === right.mode;
}

/** Every regular file with what tells whether it changed; links are never followed. Undefined when there are too many. */
async function look(workspace: string): Promise<Seen | undefined> {
  const seen = new Map<string, Omit<Known, 'copy'>>();
  let bytes = 0n;
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = await readdir(join(workspace, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !REMADE.includes(entry.name) && path !== GIT_OBJECTS) pending.push(path);
      if (!entry.isFile()) continue;
      const stats = await lstat(join(workspace, path), { bigint: true }).catch(() => undefined);
      if (stats === undefined) continue;
      seen.set(path, { sizeBytes: stats.size, modifiedNs: stats.mtimeNs, changedNs: stats.ctimeNs, inode: stats.ino, mode: Number(stats.mode) & 0o7777 });
      bytes += stats.size;
      if (seen.size > SNAPSHOT_FILES_MAX || bytes > BigInt(SNAPSHOT_BYTES_MAX)) return undefined;
    }
  }
  return seen;
}

async function tried(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
