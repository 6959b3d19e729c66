import type { BigIntStats } from 'node:fs';
import type { EntryKind } from './workspace-files.ts';

/** One object of the file system that is held while a path is worked on. It is never a link that was followed. */
export interface Held {
  readonly name: string;
  /** The real path by which it was reached, for people and for comparison; it is not used to reach it again. */
  readonly path: string;
  readonly stats: BigIntStats;
  /** Device and inode: two objects are the same one exactly when these are equal. */
  readonly identity: string;
  /** The descriptor by which it is held, where the system can work relative to one. */
  readonly descriptor: number | null;
}

/**
 * How objects are held between being looked at and being used. Everything else is written once, over this: with
 * descriptors nothing can come between the two; without them every use is followed by a comparison.
 */
export interface Footing {
  readonly kind: 'descriptors' | 'comparison';
  root(): Held;
  /** What has this name in the directory, itself and not what it points to; undefined when nothing has. */
  child(directory: Held, name: string): Held | undefined;
  /** A path that leads to the held object for as long as it is held. */
  pathOf(held: Held): string;
  /** A path that leads to a name in a held directory. */
  entryPath(directory: Held, name: string): string;
  /** Flags without which opening `pathOf` could follow a link that has just been put there. */
  readonly openFlags: number;
  /** Throws `path.denied` when any of these, first to last, is no longer what it was. */
  confirm(trail: readonly Held[]): void;
  release(held: Held): void;
}

export function identityOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}`;
}

export function kindOf(stats: BigIntStats): EntryKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

export function joinPath(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`;
}
