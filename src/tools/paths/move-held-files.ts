import { renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { identityOf, kindOf } from './footing.ts';
import { inNewDirectories } from './make-directories.ts';
import { pathChanged, pathExists, pathMissing, pathTooLarge, shownPath, wrongKind } from './path-errors.ts';
import { READ_BYTES_MAX } from './path-limits.ts';
import { contentBefore } from './read-held-file.ts';
import type { Landing } from './resolve-path.ts';
import { checkPath, enterPath, type OpenWorkspace, type Visit, visitPath } from './visit-path.ts';
import { walkFrom } from './list-held-directory.ts';
import { statusIn } from './walk-directories.ts';
import type { PendingChange, WalkedEntry } from './workspace-files.ts';
import { releaseLanding } from './resolve-path.ts';

/** A folder with more in it is not a thing to remove or move in one call; somebody should look first. */
const TREE_ENTRIES_MAX = 10_000;

/** Everything in a directory, a directory before what it holds. Whoever is told of the changes needs all of it. */
async function entriesBelow(workspace: OpenWorkspace, path: string): Promise<WalkedEntry[]> {
  const entries: WalkedEntry[] = [];
  // Keelson's own files and what a person is asked about are judged one by one by the caller.
  for await (const entry of walkFrom({ ...workspace, hooks: {} }, { under: path, maxEntries: TREE_ENTRIES_MAX + 1 })) entries.push(entry);
  if (entries.length > TREE_ENTRIES_MAX) throw pathTooLarge(path, entries.length, TREE_ENTRIES_MAX);
  return entries;
}

/** What was judged is still what has the name; the name is then removed or moved in the directory that is held. */
function demandUnchanged({ footing }: OpenWorkspace, landing: Landing): string {
  const { target, directory, trail, asked } = landing;
  if (target === undefined) throw pathMissing(asked);
  footing.confirm(trail.slice(0, -1));
  const path = footing.entryPath(directory, target.name);
  const there = statusIn(footing, directory, target.name);
  if (there === undefined || identityOf(there) !== target.identity) throw pathChanged(asked);
  return path;
}

async function announceRemoval(workspace: OpenWorkspace, { landing, below }: Visit): Promise<void> {
  const { target } = landing;
  if (!workspace.hooks.beforeChange || !target?.stats.isFile()) return;
  const before = await contentBefore(workspace.footing, landing);
  await workspace.hooks.beforeChange({ path: below, kind: 'deleted', before, mode: Number(target.stats.mode) & 0o7777 });
}

function deleteOne(workspace: OpenWorkspace, path: string): Promise<void> {
  return visitPath(workspace, 'delete', path, async (visit) => {
    if (visit.landing.target === undefined) throw pathMissing(path);
    await announceRemoval(workspace, visit);
    const entry = demandUnchanged(workspace, visit.landing);
    if (visit.landing.target.stats.isDirectory()) rmdirSync(entry);
    else unlinkSync(entry);
  });
}

export async function deleteAt(workspace: OpenWorkspace, path: string, recursive: boolean): Promise<void> {
  const { landing, below } = enterPath(workspace, 'delete', path, false);
  const isTree = landing.target?.stats.isDirectory() === true && recursive;
  releaseLanding(workspace.footing, landing);
  if (!isTree) return deleteOne(workspace, path);
  const entries = await entriesBelow(workspace, below);
  // All or nothing as far as the policy goes: nothing is removed when one thing in it may not be.
  for (const entry of entries) checkPath(workspace, 'delete', entry.path, false);
  for (const entry of entries.toReversed()) await deleteOne(workspace, entry.path);
  return deleteOne(workspace, below);
}

/** Moving a folder moves every file in it; each is judged where it is and where it will be, and kept for taking back. */
async function changesOfMove(workspace: OpenWorkspace, from: Visit, to: Visit): Promise<PendingChange[]> {
  const { target } = from.landing;
  if (!target?.stats.isDirectory()) return target?.stats.isFile() ? moveOf(await removalOf(workspace, from.below), to.below) : [];
  const changes: PendingChange[] = [];
  let keptBytes = 0;
  for (const entry of await entriesBelow(workspace, from.below)) {
    const goesTo = `${to.below}${entry.path.slice(from.below.length)}`;
    checkPath(workspace, 'rename', entry.path, false);
    checkPath(workspace, 'rename', goesTo, false);
    if (entry.kind !== 'file' || !workspace.hooks.beforeChange) continue;
    keptBytes += entry.sizeBytes;
    if (keptBytes > READ_BYTES_MAX) throw pathTooLarge(from.landing.asked, keptBytes, READ_BYTES_MAX);
    changes.push(...moveOf(await removalOf(workspace, entry.path), goesTo));
  }
  return changes;
}

async function removalOf(workspace: OpenWorkspace, below: string): Promise<PendingChange> {
  const visit = enterPath(workspace, 'rename', below, false);
  try {
    const before = await contentBefore(workspace.footing, visit.landing);
    return { path: below, kind: 'deleted', before, mode: Number(visit.landing.target?.stats.mode ?? 0n) & 0o7777 };
  } finally {
    releaseLanding(workspace.footing, visit.landing);
  }
}

function moveOf(removal: PendingChange, to: string): PendingChange[] {
  return [removal, { path: to, kind: 'created', before: null, mode: null }];
}

function demandRoom({ target, asked }: Landing, source: Landing, replace: boolean): void {
  if (target === undefined) return;
  if (!replace) throw pathExists(asked);
  if (target.stats.isDirectory()) throw wrongKind(asked, 'file', 'directory');
  if (source.target?.stats.isDirectory()) throw wrongKind(asked, 'directory', kindOf(target.stats));
}

export function renameAt(workspace: OpenWorkspace, from: string, to: string, replace: boolean): Promise<void> {
  return visitPath(workspace, 'rename', from, (source) => {
    if (source.landing.target === undefined) throw pathMissing(from);
    // A link of that name is replaced, but one that leads outside is refused: it is rarely what was meant.
    checkPath(workspace, 'rename', to, true);
    return visitPath(workspace, 'rename', to, (goal) => moveVisited(workspace, source, goal, replace));
  });
}

async function moveVisited(workspace: OpenWorkspace, source: Visit, goal: Visit, replace: boolean): Promise<void> {
  const { landing } = goal;
  demandRoom(landing, source.landing, replace);
  if (`${goal.below}/`.startsWith(`${source.below}/`)) throw pathExists(shownPath(landing.asked));
  if (landing.target) await announceRemoval(workspace, goal);
  for (const change of await changesOfMove(workspace, source, goal)) await workspace.hooks.beforeChange?.(change);
  await inNewDirectories(workspace.footing, landing, landing.missing.slice(0, -1), async (trail, directory) => {
    const name = landing.target?.name ?? landing.missing.at(-1) ?? '';
    const oldEntry = demandUnchanged(workspace, source.landing);
    workspace.footing.confirm(trail);
    const newEntry = workspace.footing.entryPath(directory, name);
    const there = statusIn(workspace.footing, directory, name);
    if ((there && identityOf(there)) !== landing.target?.identity) throw pathChanged(landing.asked);
    renameSync(oldEntry, newEntry);
  });
}
