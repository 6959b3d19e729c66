import { setImmediate } from 'node:timers/promises';
import { type BigIntStats, statSync } from 'node:fs';
import { KeelsonError } from '../../kernel/index.ts';
import { findWorkspace, footingHere } from './find-workspace.ts';
import { identityOf, kindOf } from './footing.ts';
import { systemCode } from './path-errors.ts';
import { releaseLanding, resolvePath } from './resolve-path.ts';
import { walkBelow } from './walk-directories.ts';
import type { EntryKind } from './workspace-files.ts';
import type { WorkspacePlace } from './workspace-place.ts';

/** Others get a turn after this many entries: a walk of a large tree must not stop everything else. */
export const ENTRIES_PER_TURN = 256;

/** Whatever lies in a workspace but a directory, as it was met. */
export interface TreeEntry {
  /** Below the workspace, with forward slashes. */
  readonly path: string;
  readonly kind: EntryKind;
  readonly stats: BigIntStats;
}

type TreePlace = Pick<WorkspacePlace, 'workspace' | 'ownState'>;

/** Keelson's own files are not even shown by a walk. */
export function identitiesOf(paths: readonly string[]): ReadonlySet<string> {
  const stats = paths.map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return new Set(stats.flatMap((found) => (found ? [identityOf(found)] : [])));
}

/**
 * Everything below a workspace, for Keelson's own record of it. Each folder is held while it is read: a link that takes
 * its place meanwhile is not followed. Own files are left out, and so are folders that `enters` does not want.
 */
export async function* treeOf({ workspace, ownState }: TreePlace, enters: (path: string, name: string) => boolean): AsyncGenerator<TreeEntry, void> {
  const footing = footingHere();
  const own = identitiesOf(ownState);
  const landing = resolvePath(footing, workspace, { base: '/', followsLast: true });
  let seen = 0;
  try {
    for (const { stats, names } of walkBelow(footing, landing.trail, (step) => !own.has(identityOf(step.stats)) && enters(step.names.join('/'), step.name))) {
      seen += 1;
      if (seen % ENTRIES_PER_TURN === 0) await setImmediate();
      if (stats.isDirectory() || own.has(identityOf(stats))) continue;
      yield { path: names.join('/'), kind: kindOf(stats), stats };
    }
  } finally {
    releaseLanding(footing, landing);
  }
}

/**
 * Gives `use` a path that leads to the regular file of this name and to nothing else, and says whether it did: not when
 * something else has the name by now, a link is on the way, or no tool may use such a name.
 */
export async function withTreeFile(workspace: string, path: string, use: (held: string, stats: BigIntStats) => Promise<void>): Promise<boolean> {
  const footing = footingHere();
  const found = findWorkspace(footing, workspace);
  try {
    const landing = resolvePath(footing, path, { base: found.path, insideOf: found.identity, followsLast: false });
    try {
      if (!landing.target?.stats.isFile() || landing.followed.length > 0) return false;
      await use(footing.pathOf(landing.target), landing.target.stats);
      footing.confirm(landing.trail);
      return true;
    } finally {
      releaseLanding(footing, landing);
    }
  } catch (error) {
    if (!(error instanceof KeelsonError) && systemCode(error) === undefined) throw error;
    return false;
  }
}
