import { mkdir, opendir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Empty folders that are made in the workspace because something must be mounted there. Removing one on the outside
 * takes the mount away from every sandbox that still uses it, so only the last user removes it. Users of one sandbox are
 * counted; each sandbox leaves a mark inside with the number of its process, without which a second Keelson would lose
 * its mounts to the first. Marks are folders, because git does not see empty ones.
 */
export interface MountPoints {
  /** Makes the folders, at whose paths nothing is. `release` removes those that nobody else uses. */
  use(paths: readonly string[]): Promise<{ release(): Promise<void> }>;
}

const MODE = 0o755;
const MARK = '.keelson-';
/** Another Keelson may remove a folder while it is being marked; it does so once for each of its calls. */
const MARKINGS_MAX = 10;

let sandboxes = 0;

export function countedMountPoints(ownPid: number): MountPoints {
  const ownMark = `${MARK}${ownPid}-${(sandboxes += 1)}`;
  const users = new Map<string, number>();
  const removals = new Map<string, Promise<void>>();

  async function remove(path: string): Promise<void> {
    await rmdir(join(path, ownMark)).catch(() => undefined);
    const left = await readdir(path).catch(() => []);
    await Promise.all(left.filter(isAbandoned).map((name) => rmdir(join(path, name)).catch(() => undefined)));
    // One that is not empty is another's, or somebody's own by now, and stays.
    await rmdir(path).catch(() => undefined);
    removals.delete(path);
  }

  return {
    async use(paths) {
      // A new user waits for a removal under way: his mount point would be taken from under him.
      await Promise.all(paths.map((path) => removals.get(path)));
      for (const path of paths) users.set(path, (users.get(path) ?? 0) + 1);
      await Promise.all(paths.map((path) => mark(path, ownMark)));
      return {
        async release() {
          for (const path of paths) {
            const left = (users.get(path) ?? 0) - 1;
            if (left > 0) users.set(path, left);
            else {
              users.delete(path);
              removals.set(path, remove(path));
            }
          }
          await Promise.all(paths.map((path) => removals.get(path)));
        },
      };
    },
  };
}

/** Where none can be made the program cannot make one either; the mount then fails and says so. */
async function mark(path: string, ownMark: string): Promise<void> {
  for (let left = MARKINGS_MAX; left > 0; left -= 1) {
    await mkdir(path, MODE).catch(() => undefined);
    const error = await mkdir(join(path, ownMark), MODE).then(() => null, (reason: NodeJS.ErrnoException) => reason);
    if (error?.code !== 'ENOENT') return;
  }
}

/** Whether a folder is there only because some Keelson, running or killed, mounts something on it. It counts as missing. */
export async function isReserved(folder: string): Promise<boolean> {
  let isMarked = false;
  try {
    for await (const { name } of await opendir(folder)) {
      if (pidOf(name) === null) return false;
      isMarked = true;
    }
  } catch {
    return false;
  }
  return isMarked;
}

function pidOf(name: string): number | null {
  const [, pid] = /^\.keelson-(\d{1,10})-\d{1,10}$/.exec(name) ?? [];
  return pid === undefined ? null : Number(pid);
}

/** The mark of a Keelson that was killed before it could remove it. */
function isAbandoned(name: string): boolean {
  const pid = pidOf(name);
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
