import { constants, lstatSync } from 'node:fs';
import { type Footing, type Held, identityOf, joinPath } from './footing.ts';
import { pathChanged, systemCode } from './path-errors.ts';

function look(path: string, name: string): Held {
  const stats = lstatSync(path, { bigint: true });
  return { name, path, stats, identity: identityOf(stats), descriptor: null };
}

function lookAgain(held: Held): string | undefined {
  try {
    return identityOf(lstatSync(held.path, { bigint: true }));
  } catch {
    return undefined;
  }
}

/**
 * For systems without descriptors to work from, such as macOS. Names are used, and whatever was opened is compared
 * with a fresh look at every directory on the way before a byte is read or written.
 */
export const comparisonFooting: Footing = {
  kind: 'comparison',
  openFlags: constants.O_NOFOLLOW,
  root: () => look('/', ''),
  child(directory, name) {
    try {
      return look(joinPath(directory.path, name), name);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  },
  pathOf: (held) => held.path,
  entryPath: (directory, name) => joinPath(directory.path, name),
  confirm(trail) {
    for (const held of trail) if (lookAgain(held) !== held.identity) throw pathChanged(held.path);
  },
  release: () => undefined,
};
