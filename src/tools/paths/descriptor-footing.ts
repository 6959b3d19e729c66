import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { type Footing, type Held, identityOf, joinPath } from './footing.ts';
import { systemCode } from './path-errors.ts';

/**
 * Linux: a descriptor that only names an object. Opening one reads nothing, waits for nobody and touches no device,
 * so that a pipe or a tape is safe to look at. Node does not export the number; it is the same wherever Node runs.
 */
const O_PATH = 0o10000000;

function hold(path: string, name: string, shown: string): Held {
  const descriptor = openSync(path, O_PATH | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    return { name, path: shown, stats, identity: identityOf(stats), descriptor };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

const pathOf = (held: Held): string => `/proc/self/fd/${held.descriptor}`;

/** Every step is relative to a descriptor, so what was checked is what is used, whatever happens to the names. */
export const descriptorFooting: Footing = {
  kind: 'descriptors',
  openFlags: 0,
  root: () => hold('/', '', '/'),
  child(directory, name) {
    try {
      return hold(`${pathOf(directory)}/${name}`, name, joinPath(directory.path, name));
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  },
  pathOf,
  entryPath: (directory, name) => `${pathOf(directory)}/${name}`,
  confirm: () => undefined,
  release(held) {
    if (held.descriptor !== null) closeSync(held.descriptor);
  },
};

/** Whether this system can work relative to descriptors: it needs /proc, which some containers do without. */
export function hasDescriptorFooting(platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') return false;
  try {
    const root = descriptorFooting.root();
    try {
      const proc = descriptorFooting.child(root, 'proc');
      if (proc) descriptorFooting.release(proc);
      return proc !== undefined;
    } finally {
      descriptorFooting.release(root);
    }
  } catch {
    return false;
  }
}
