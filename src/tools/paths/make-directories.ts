import { mkdirSync } from 'node:fs';
import type { Footing, Held } from './footing.ts';
import { pathChanged, pathExists, systemCode } from './path-errors.ts';
import type { Landing } from './resolve-path.ts';
import { type OpenWorkspace, visitPath } from './visit-path.ts';

/**
 * Makes directories one below the other, starting where a landing ends, and gives the trail to the last of them to
 * `use`. Each one is held before the next is made: a link that appears in between is not followed.
 */
export async function inNewDirectories<Result>(
  footing: Footing,
  landing: Landing,
  names: readonly string[],
  use: (trail: readonly Held[], directory: Held) => Promise<Result>,
): Promise<Result> {
  const trail = landing.target === undefined ? [...landing.trail] : landing.trail.slice(0, -1);
  const made: Held[] = [];
  try {
    let directory = landing.directory;
    for (const name of names) {
      directory = makeDirectoryIn(footing, trail, directory, name, landing.asked);
      made.push(directory);
      trail.push(directory);
    }
    return await use(trail, directory);
  } finally {
    for (const held of made) footing.release(held);
  }
}

function makeDirectoryIn(footing: Footing, trail: readonly Held[], directory: Held, name: string, asked: string): Held {
  footing.confirm(trail);
  try {
    mkdirSync(footing.entryPath(directory, name));
  } catch (error) {
    // Somebody else may make the same folder at the same time; what matters is what is there now.
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  const made = footing.child(directory, name);
  if (made?.stats.isDirectory()) return made;
  if (made) footing.release(made);
  throw pathChanged(asked);
}

export function makeDirectoryAt(workspace: OpenWorkspace, path: string): Promise<void> {
  return visitPath(workspace, 'create_directory', path, async ({ landing }) => {
    if (landing.target?.stats.isDirectory()) return;
    if (landing.target) throw pathExists(path);
    await inNewDirectories(workspace.footing, landing, landing.missing, async () => undefined);
  });
}
