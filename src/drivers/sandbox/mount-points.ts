import { mkdir, rmdir } from 'node:fs/promises';

/**
 * Empty folders that are made in the workspace because something must be mounted there. Removing one on the outside takes
 * the mount away from every sandbox that still uses it, so each is counted and only the last user removes it.
 */
export interface MountPoints {
  /** Makes the folders, at whose paths nothing is. `release` removes those that nobody else uses. */
  use(paths: readonly string[]): Promise<{ release(): Promise<void> }>;
  /** Whether a folder is only there for a mount. It counts as missing. */
  isInUse(path: string): boolean;
}

const MODE = 0o755;

export function countedMountPoints(): MountPoints {
  const users = new Map<string, number>();
  const removals = new Map<string, Promise<void>>();

  async function remove(path: string): Promise<void> {
    // One that is not empty is somebody's own by now, and stays.
    await rmdir(path).catch(() => undefined);
    removals.delete(path);
  }

  return {
    async use(paths) {
      // A new user waits for a removal under way: his mount point would be taken from under him.
      await Promise.all(paths.map((path) => removals.get(path)));
      for (const path of paths) users.set(path, (users.get(path) ?? 0) + 1);
      // Where none can be made the program cannot make one either; the mount then fails and says so.
      await Promise.all(paths.map((path) => mkdir(path, MODE).catch(() => undefined)));
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
    isInUse: (path) => users.has(path) || removals.has(path),
  };
}
