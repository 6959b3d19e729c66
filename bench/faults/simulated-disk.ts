/**
 * What a disk may hold when the power goes. Sure is only what was synced: of everything else each sector, each size and
 * each name may or may not have got there, in any order. That is harsher than any real disk.
 */
import { dirname } from 'node:path';
import type { Chance } from './chance.ts';
import { GrowingFile } from './growing-file.ts';
import type { DiskCall, Trace } from './trace.ts';

/** Disks write this much or nothing. */
const SECTOR_BYTES = 512;

/** How much of what was not synced survives: an honest subset, or one of the extremes. */
const MANNERS = ['nothing', 'everything', 'whole writes', 'sectors', 'in order and torn'] as const;
type Manner = (typeof MANNERS)[number];

type FileCall = Extract<DiskCall, { kind: 'write' | 'truncate' }>;

type SyncCall = Extract<DiskCall, { kind: 'sync' }>;

interface Inode {
  readonly calls: FileCall[];
  readonly syncs: SyncCall[];
}

/** Names that a folder would have if all were written, and what was done to them. */
interface NameChange {
  readonly at: DiskCall;
  readonly folder: string;
  apply(names: Map<string, Inode>): void;
}

export interface Image {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly manner: Manner;
}

/** The files as they may be found after the power went at this moment. */
export function imageAt({ calls }: Trace, moment: number, chance: Chance, { namesAreSure = false }: { readonly namesAreSure?: boolean } = {}): Image {
  const { changes, folderSyncs } = replayNames(calls, moment);
  const manner = chance.pick(MANNERS);
  const names = new Map<string, Inode>();
  let isInOrder = true;
  for (const change of changes) {
    const isSure = namesAreSure || isSynced(change.at, folderSyncs.filter(({ path }) => path === change.folder), moment);
    const isKept = isSure || keepsName(manner, chance, isInOrder);
    if (!isKept) isInOrder = false;
    if (isKept) change.apply(names);
  }
  return { files: new Map([...names].map(([path, inode]) => [path, contentOf(inode, moment, manner, chance)])), manner };
}

function replayNames(calls: readonly DiskCall[], moment: number): { changes: NameChange[]; folderSyncs: SyncCall[] } {
  const current = new Map<string, Inode>();
  const changes: NameChange[] = [];
  const folderSyncs: SyncCall[] = [];
  const change = (at: DiskCall & { path: string }, apply: (names: Map<string, Inode>) => void): void => {
    apply(current);
    changes.push({ at, folder: dirname(at.path), apply });
  };
  for (const call of calls) {
    if (call.begunAt >= moment) break;
    const inode = current.get(call.path);
    if (call.kind === 'create') {
      const created: Inode = { calls: [], syncs: [] };
      if (inode === undefined) change(call, (names) => void names.set(call.path, created));
    } else if (call.kind === 'unlink') change(call, (names) => void names.delete(call.path));
    else if (call.kind === 'rename' && inode !== undefined) {
      change(call, (names) => {
        names.delete(call.path);
        names.set(call.to, inode);
      });
    } else if (call.kind === 'sync') (inode === undefined ? folderSyncs : inode.syncs).push(call);
    else if (call.kind === 'write' || call.kind === 'truncate') inode?.calls.push(call);
  }
  return { changes, folderSyncs };
}

/**
 * A sync makes sure what had returned before it began, once it has returned itself. The first one counts: after a failed
 * one the system takes the pages for written, and no later sync brings them to the disk.
 */
function isSynced(call: DiskCall, syncs: readonly SyncCall[], moment: number): boolean {
  const first = syncs.find((sync) => sync.begunAt > call.doneAt);
  return first !== undefined && first.isDone && first.doneAt < moment;
}

function keepsName(manner: Manner, chance: Chance, isInOrder: boolean): boolean {
  if (manner === 'nothing' || manner === 'everything') return manner === 'everything';
  return manner === 'in order and torn' ? isInOrder && chance.happens(0.8) : chance.happens(0.5);
}

function contentOf({ calls, syncs }: Inode, moment: number, manner: Manner, chance: Chance): Buffer {
  const file = new GrowingFile();
  let isInOrder = true;
  for (const call of calls) {
    if (manner === 'everything' || isSynced(call, syncs, moment)) apply(file, call);
    else if (manner === 'whole writes') (chance.happens(0.5) ? apply : maybeGrow)(file, call, chance);
    else if (manner === 'sectors') tear(file, call, chance);
    else if (manner === 'in order and torn' && isInOrder) {
      isInOrder = chance.happens(0.85);
      (isInOrder ? apply : tear)(file, call, chance);
    }
  }
  return file.content();
}

function apply(file: GrowingFile, call: FileCall): void {
  if (call.kind === 'truncate') file.resize(call.size);
  else file.write(call.offset ?? file.size, call.bytes);
}

/** The size can get there without the bytes, which then read as zeros. */
function maybeGrow(file: GrowingFile, call: FileCall, chance: Chance): void {
  if (call.kind === 'truncate' || !chance.happens(0.3)) return;
  file.resize(Math.max(file.size, (call.offset ?? file.size) + call.bytes.length));
}

function tear(file: GrowingFile, call: FileCall, chance: Chance): void {
  if (call.kind === 'truncate') {
    if (chance.happens(0.5)) apply(file, call);
    return;
  }
  const offset = call.offset ?? file.size;
  maybeGrow(file, call, chance);
  for (let from = offset; from < offset + call.bytes.length; ) {
    const to = Math.min(offset + call.bytes.length, (Math.floor(from / SECTOR_BYTES) + 1) * SECTOR_BYTES);
    if (chance.happens(0.5)) file.write(from, call.bytes.subarray(from - offset, to - offset));
    from = to;
  }
}
