import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isUsablePath } from '../paths/path-text.ts';
import { REMADE_FOLDERS } from '../paths/remade-folders.ts';
import { treeOf, withTreeFile } from '../paths/workspace-tree.ts';
import type { ToolPlace } from '../registry/tool.ts';
import type { ChangeKeeper } from './keep-before.ts';

/** Beyond these a copy would cost more than most commands; then nothing is kept and the person is told. */
export interface SnapshotLimits {
  readonly bytesMax: number;
  readonly entriesMax: number;
}

export const SNAPSHOT_LIMITS: SnapshotLimits = { bytesMax: 256 * 1024 * 1024, entriesMax: 20_000 };

/** Git's own store, to which things are only ever added. */
const GIT_OBJECTS = '.git/objects';

/** Two looks that are equal in all of this saw the same content. */
interface Seen {
  readonly isFile: boolean;
  readonly sizeBytes: bigint;
  readonly modifiedNs: bigint;
  readonly changedNs: bigint;
  readonly inode: bigint;
  readonly mode: number;
}

interface Known extends Seen {
  /** The number of its copy; null for what is no file, and for a file that could not be copied. */
  readonly copy: number | null;
}

/**
 * Copies of the files of a workspace, kept while programs run in it that may change any of them. Only what changed since
 * the last look is copied again.
 */
export interface WorkspaceSnapshot {
  /** Whether there is little enough to be kept; nothing is copied. */
  fits(): Promise<boolean>;
  /** Copies what is new; undefined when there is too much, and then nothing can be kept. */
  take(): Promise<TakenSnapshot | undefined>;
  close(): Promise<void>;
}

/** Who is told what changed; `foundOther` hears of new links and the like, which are not kept. */
export interface SnapshotKeeper extends Pick<ChangeKeeper, 'keep' | 'keepNew'> {
  foundOther?(paths: readonly string[]): void;
}

/** A workspace as it was at one moment. Several can be open at once: none knows of the others. */
export interface TakenSnapshot {
  /** Hands what changed since, as it was then, to the keeper; false when not all of it could be kept. Called once. */
  keepChanged(keeper: SnapshotKeeper): Promise<boolean>;
}

/** `folder` is where the copies lie: not a part of what is copied, and of this run alone. */
export function workspaceSnapshot(place: Pick<ToolPlace, 'workspace' | 'ownState'>, folder: string, limits: SnapshotLimits = SNAPSHOT_LIMITS): WorkspaceSnapshot {
  const watched = { workspace: place.workspace, ownState: [...place.ownState, folder] };
  let latest: ReadonlyMap<string, Known> = new Map();
  let copies = 0;
  let openCount = 0;
  const copyOf = (number: number): string => join(folder, String(number));
  const copied = async (path: string): Promise<number | null> => {
    const copy = (copies += 1);
    return (await withTreeFile(place.workspace, path, (held) => copyFile(held, copyOf(copy), constants.COPYFILE_FICLONE))) ? copy : null;
  };
  /** What an earlier snapshot alone needs goes with it, or a file that is written often would fill the disk. */
  const forget = async (before: ReadonlyMap<string, Known>, now: ReadonlyMap<string, Known>): Promise<void> => {
    if (openCount > 0) return;
    const needed = new Set([...now.values()].map(({ copy }) => copy));
    for (const { copy } of before.values()) if (copy !== null && !needed.has(copy)) await rm(copyOf(copy), { force: true });
  };
  return {
    fits: async () => (await look(watched, limits)).isWhole,
    async take() {
      const { seen, isWhole } = await look(watched, limits);
      if (!isWhole) return undefined;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const known = new Map<string, Known>();
      for (const [path, entry] of seen) {
        const before = latest.get(path);
        known.set(path, before !== undefined && isSame(before, entry) ? before : { ...entry, copy: entry.isFile ? await copied(path) : null });
      }
      await forget(latest, known);
      latest = known;
      openCount += 1;
      return {
        async keepChanged(keeper) {
          try {
            return await keepDifference(known, await look(watched, limits), (copy) => readFile(copyOf(copy)), keeper);
          } finally {
            openCount -= 1;
          }
        },
      };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function keepDifference(known: ReadonlyMap<string, Known>, now: Look, contentOf: (copy: number) => Promise<Uint8Array>, keeper: SnapshotKeeper): Promise<boolean> {
  let isAllKept = now.isWhole;
  for (const [path, before] of known) {
    const after = now.seen.get(path);
    if (after !== undefined && isSame(before, after)) continue;
    if (before.copy !== null) await keeper.keep({ path, before: await contentOf(before.copy), mode: before.mode });
    // Links and pipes are not put back, and a file that could not be read is not known.
    else isAllKept = false;
  }
  const made = [...now.seen].filter(([path]) => !known.has(path));
  const usable = made.filter(([path, { isFile }]) => isFile && isUsablePath(path));
  await keeper.keepNew(usable.map(([path]) => path));
  keeper.foundOther?.(made.filter(([, { isFile }]) => !isFile).map(([path]) => path));
  return isAllKept && usable.length === made.length;
}

function isSame(left: Seen, right: Seen): boolean {
  return left.isFile === right.isFile && left.changedNs === right.changedNs && left.modifiedNs === right.modifiedNs && left.sizeBytes === right.sizeBytes && left.inode === right.inode && left.mode === right.mode;
}

interface Look {
  readonly seen: ReadonlyMap<string, Seen>;
  /** False when there is more than can be kept; `seen` then ends there. */
  readonly isWhole: boolean;
}

/** Everything in the workspace but folders, with what tells whether it changed. */
async function look(watched: Pick<ToolPlace, 'workspace' | 'ownState'>, { bytesMax, entriesMax }: SnapshotLimits): Promise<Look> {
  const seen = new Map<string, Seen>();
  let bytes = 0n;
  for await (const { path, kind, stats } of treeOf(watched, (folder, name) => !REMADE_FOLDERS.has(name) && folder !== GIT_OBJECTS)) {
    const isFile = kind === 'file';
    seen.set(path, { isFile, sizeBytes: stats.size, modifiedNs: stats.mtimeNs, changedNs: stats.ctimeNs, inode: stats.ino, mode: Number(stats.mode) & 0o7777 });
    if (isFile) bytes += stats.size;
    if (seen.size > entriesMax || bytes > BigInt(bytesMax)) return { seen, isWhole: false };
  }
  return { seen, isWhole: true };
}
