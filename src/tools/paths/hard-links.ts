import { type Footing, type Held, identityOf } from './footing.ts';
import { HARD_LINK_SEARCH_ENTRIES_MAX } from './path-limits.ts';
import { walkBelow } from './walk-directories.ts';

/**
 * The names that a file has below the workspace, as paths below it, or undefined when not all of its names were
 * found there. A file with a name outside is as much outside as inside: its bytes belong to somebody else.
 */
export function namesOfFile(footing: Footing, workspaceTrail: readonly Held[], file: Held): string[] | undefined {
  const names = new Map<string, string>();
  let seen = 0;
  for (const step of walkBelow(footing, workspaceTrail, () => true)) {
    seen += 1;
    if (seen > HARD_LINK_SEARCH_ENTRIES_MAX) return undefined;
    if (identityOf(step.stats) !== file.identity) continue;
    // A folder that is mounted twice shows one name twice; it still is one name.
    names.set(`${step.trail.at(-1)?.identity}/${step.name}`, step.names.join('/'));
    if (BigInt(names.size) === file.stats.nlink) return [...names.values()];
  }
  return undefined;
}
