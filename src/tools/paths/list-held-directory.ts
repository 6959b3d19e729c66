import { setImmediate } from 'node:timers/promises';
import { identityOf, kindOf } from './footing.ts';
import { namePattern } from './name-patterns.ts';
import { pathMissing, wrongKind } from './path-errors.ts';
import { LIST_ENTRIES_MAX, WALK_ENTRIES_MAX } from './path-limits.ts';
import { type Landing, releaseLanding } from './resolve-path.ts';
import { sensitivityOf } from './sensitive-paths.ts';
import { enterPath, type OpenWorkspace, visitPath } from './visit-path.ts';
import { namesIn, statusIn, walkBelow, type WalkStep } from './walk-directories.ts';
import { ENTRIES_PER_TURN, identitiesOf } from './workspace-tree.ts';
import type { DirectoryEntry, DirectoryListing, FileStatus, WalkedEntry, WalkOptions } from './workspace-files.ts';

function demandDirectory({ target, asked }: Landing): void {
  if (target === undefined) throw pathMissing(asked);
  if (!target.stats.isDirectory()) throw wrongKind(asked, 'directory', kindOf(target.stats));
}

export function listDirectoryAt(workspace: OpenWorkspace, path: string, maxEntries: number = LIST_ENTRIES_MAX): Promise<DirectoryListing> {
  const limit = Math.min(maxEntries, LIST_ENTRIES_MAX);
  return visitPath(workspace, 'list', path, async ({ landing }) => {
    demandDirectory(landing);
    const names = namesIn(workspace.footing, landing.trail, limit);
    const entries = names.slice(0, limit).flatMap((name) => entryOf(workspace, landing, name));
    workspace.footing.confirm(landing.trail);
    return { entries, isCut: names.length > limit };
  });
}

function entryOf({ footing }: OpenWorkspace, { target }: Landing, name: string): DirectoryEntry[] {
  const stats = target && statusIn(footing, target, name);
  return stats ? [{ name, kind: kindOf(stats), sizeBytes: stats.isFile() ? Number(stats.size) : 0 }] : [];
}

export function statAt(workspace: OpenWorkspace, path: string): Promise<FileStatus> {
  return visitPath(workspace, 'stat', path, async ({ landing: { target }, below }) => {
    if (target === undefined) throw pathMissing(path);
    const { size, mtimeMs, mode } = target.stats;
    return { path: below, kind: kindOf(target.stats), sizeBytes: Number(size), modifiedAtMs: Number(mtimeMs), mode: Number(mode) & 0o7777 };
  });
}

export async function* walkFrom(workspace: OpenWorkspace, options: WalkOptions): AsyncGenerator<WalkedEntry, { readonly isCut: boolean }> {
  const maxEntries = Math.min(options.maxEntries ?? WALK_ENTRIES_MAX, WALK_ENTRIES_MAX);
  const extra = (workspace.place.sensitive ?? []).map((name) => namePattern(`${name}/`));
  const own = identitiesOf(workspace.place.ownState);
  const { landing, below } = enterPath(workspace, 'list', options.under ?? '.', true);
  const entryAt = ({ stats, names }: WalkStep): WalkedEntry => {
    const path = [...(below === '.' ? [] : [below]), ...names].join('/');
    const sizeBytes = stats.isFile() ? Number(stats.size) : 0;
    return { path, kind: kindOf(stats), sizeBytes, isSensitive: sensitivityOf('read', path, extra) !== undefined };
  };
  const enters = (step: WalkStep): boolean => !own.has(identityOf(step.stats)) && (options.enters?.(entryAt(step)) ?? true);
  try {
    await workspace.hooks.betweenCheckAndUse?.();
    demandDirectory(landing);
    let given = 0;
    for (const step of walkBelow(workspace.footing, landing.trail, enters)) {
      if (own.has(identityOf(step.stats))) continue;
      options.signal?.throwIfAborted();
      if (given === maxEntries) return { isCut: true };
      given += 1;
      if (given % ENTRIES_PER_TURN === 0) await setImmediate();
      yield entryAt(step);
    }
    return { isCut: false };
  } finally {
    releaseLanding(workspace.footing, landing);
  }
}
