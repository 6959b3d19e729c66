import { realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { identityOf } from './footing.ts';
import type { PathOperation } from './path-request.ts';
import type { Landing } from './resolve-path.ts';

/** The real path of something that need not be there yet. The path is Keelson's own, so the system may resolve it. */
function realPathOf(path: string): string {
  const absent: string[] = [];
  for (let at = posix.resolve(path); ; at = posix.dirname(at)) {
    try {
      return posix.join(realpathSync.native(at), ...absent);
    } catch {
      if (at === '/') return path;
      absent.unshift(posix.basename(at));
    }
  }
}

function identityAt(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && identityOf(stats);
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** Whether the landing is at or below the folder, however either of them was reached. */
export function liesIn(landing: Landing, folder: string): boolean {
  const identity = identityAt(folder);
  return isBelow(landing.realPath, realPathOf(folder)) || (identity !== undefined && landing.trail.some((held) => held.identity === identity));
}

/** Whether doing this would touch Keelson's own files: by naming them, or by taking along the folder they lie in. */
export function touchesOwnState(op: PathOperation, landing: Landing, ownState: readonly string[]): boolean {
  const takesAlong = op === 'delete' || op === 'rename';
  return ownState.some((own) => liesIn(landing, own) || (takesAlong && isBelow(realPathOf(own), landing.realPath)));
}
