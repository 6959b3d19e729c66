import { RunWorkspaceSnapshot, type RunId, type Sha256, type SnapshotFile, type StorageRef } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import type { Blobs, LogReader } from '../../ledger/index.ts';
import { changesWithin, contentNow } from '../../tools/index.ts';

export interface FolderPorts {
  readonly log: Pick<LogReader, 'read'>;
  readonly blobs: Pick<Blobs, 'read' | 'stream'>;
  readonly workspace: string;
}

/** The files that a run changed, as they stood at a place in it. */
export interface FolderAt {
  /** Those that stand otherwise now, or did when this was looked at. */
  readonly toRestore: readonly SnapshotFile[];
  /** Those that stand as they did, by the hash of what they hold. */
  readonly asNow: readonly { readonly path: string; readonly sha256: Sha256; readonly mode: number }[];
  /** Why it cannot be put as it was; empty when it can. */
  readonly missing: readonly string[];
}

/** What stood there is known from what was kept before each later change, from a snapshot, or because nobody changed it since. */
export async function folderAt(runId: RunId, at: number, snapshot: RunWorkspaceSnapshot | undefined, { log, blobs, workspace }: FolderPorts): Promise<FolderAt> {
  const [earlier, later] = [await changesWithin(runId, log, { upTo: at }), await changesWithin(runId, log, { after: at })];
  const toRestore = new Map<string, SnapshotFile>();
  const asNow: { path: string; sha256: Sha256; mode: number }[] = [];
  const missing = later.isFolderKept ? [] : ['what a program changed after this place, of which nothing was kept'];
  for (const { path, before, beforeMode } of later.restorations) toRestore.set(path, { path, content: before, mode: beforeMode });
  for (const { path, left } of earlier.restorations) {
    if (toRestore.has(path)) continue;
    const now = await contentNow(workspace, path);
    if (left === undefined) missing.push(`${path}: the call that changed it was interrupted`);
    else if (left === null) toRestore.set(path, { path, content: null, mode: null });
    else if (now?.sha256 === left) asNow.push({ path, sha256: left, mode: now.mode });
    else toRestore.set(path, { path, content: { kind: 'blob', key: left, sha256: left }, mode: null });
  }
  for (const file of snapshot?.files ?? []) toRestore.set(file.path, file);
  for (const { path, content } of toRestore.values()) {
    if (content !== null && !(await isKept(content, blobs))) missing.push(`${path}: changed since, and what stood there was not kept`);
  }
  return { toRestore: [...toRestore.values()].toSorted(removalsFirst), asNow: asNow.filter(({ path }) => !toRestore.has(path)), missing };
}

/** What was made goes first: it may stand where something else has to be put. */
function removalsFirst(one: SnapshotFile, other: SnapshotFile): number {
  return Number(one.content !== null) - Number(other.content !== null);
}

async function isKept(ref: StorageRef, blobs: Pick<Blobs, 'stream'>): Promise<boolean> {
  try {
    await blobs.stream(ref)[Symbol.asyncIterator]().next();
    return true;
  } catch (error) {
    if (hasCode(error, 'blob.missing')) return false;
    throw error;
  }
}

export async function readSnapshot(ref: StorageRef | undefined, blobs: Pick<Blobs, 'read'>): Promise<RunWorkspaceSnapshot | undefined> {
  return ref === undefined ? undefined : RunWorkspaceSnapshot.parse(JSON.parse(new TextDecoder().decode(await blobs.read(ref))));
}
