import type { GrantedPlace } from './workspace-place.ts';

/** What is about to change in one file, handed over before it does. A rename is a deletion and a creation. */
export interface PendingChange {
  /** Below the workspace, with forward slashes and with every link resolved. */
  readonly path: string;
  readonly kind: 'created' | 'modified' | 'deleted';
  /** The bytes that are there now; null when nothing is. */
  readonly before: Uint8Array | null;
  /** The permission bits of what is there now; null when nothing is. */
  readonly mode: number | null;
}

export interface WorkspaceFilesHooks {
  /** Asked before anything of this name is changed, also a link or a folder, which `beforeChange` is not told of. Throws to refuse. */
  readonly demandDecided?: (path: string) => void;
  /** Awaited before anything changes; when it fails, nothing is changed. */
  readonly beforeChange?: (change: PendingChange) => void | Promise<void>;
  /** Runs between the check of a path and its use. Only tests need it: they change the tree there. */
  readonly betweenCheckAndUse?: () => void | Promise<void>;
}

/** A link is never followed by a listing; `other` is what is neither file, directory nor link. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other';

export interface FileContent {
  readonly bytes: Uint8Array;
  /** How large the whole file is; more than `bytes` holds when it was cut. */
  readonly totalBytes: number;
  readonly isCut: boolean;
  /** Below the workspace, with every link resolved. */
  readonly path: string;
  readonly mode: number;
}

export interface ReadOptions {
  /** At most this many bytes are given; `READ_BYTES_MAX` unless told, and never more than that. */
  readonly maxBytes?: number;
  readonly offsetBytes?: number;
}

export interface FileStatus {
  /** Below the workspace, with every link resolved; `.` is the workspace itself. */
  readonly path: string;
  readonly kind: EntryKind;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly mode: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
  /** 0 for anything but a file. */
  readonly sizeBytes: number;
}

export interface DirectoryListing {
  /** In the order of their names. */
  readonly entries: readonly DirectoryEntry[];
  readonly isCut: boolean;
}

export interface WalkedEntry {
  /** Below the workspace, with forward slashes. */
  readonly path: string;
  readonly kind: EntryKind;
  readonly sizeBytes: number;
  /** True when reading it needs a person's yes; a search leaves these out and says so. */
  readonly isSensitive: boolean;
}

export interface WalkOptions {
  /** Where to begin; the workspace unless told. */
  readonly under?: string;
  /** Ends the walk after this many entries; `WALK_ENTRIES_MAX` unless told, and never more than that. */
  readonly maxEntries?: number;
  /** A directory for which this answers false is given but not entered. */
  readonly enters?: (directory: WalkedEntry) => boolean;
  readonly signal?: AbortSignal;
}

export interface WrittenFile {
  /** Below the workspace, with every link resolved. */
  readonly path: string;
  readonly kind: 'created' | 'modified';
  readonly totalBytes: number;
}

/**
 * The only way in which tools touch files. Every call resolves its path anew and acts on the very object that was
 * judged. Paths are literal; relative ones lie below the workspace.
 *
 * Throws `path.denied` and `path.gated` for what the policy refuses, `path.missing`, `path.exists` and
 * `path.wrong_kind` for what is or is not there, `path.too_large`, and `path.failed` for what the system refuses.
 */
export interface WorkspaceFiles {
  /** The workspace with every link resolved. */
  readonly root: string;
  read(path: string, options?: ReadOptions): Promise<FileContent>;
  stat(path: string): Promise<FileStatus>;
  list(path: string, options?: { readonly maxEntries?: number }): Promise<DirectoryListing>;
  /**
   * Depth first, in the order of names, without `.` itself; links are given, never followed. The last value says
   * whether the walk was cut before its end.
   */
  walk(options?: WalkOptions): AsyncGenerator<WalkedEntry, { readonly isCut: boolean }>;
  /**
   * Replaces the whole file at once or not at all; parents are made. A new file gets `mode`, or 0o644, less what the
   * person's umask takes away; one that is replaced keeps its permissions, unless `exactMode` puts others back.
   */
  write(path: string, bytes: Uint8Array, options?: { readonly mode?: number; readonly exactMode?: number; readonly mustBeNew?: boolean }): Promise<WrittenFile>;
  append(path: string, bytes: Uint8Array): Promise<WrittenFile>;
  /** Removes a file, a link (never what it points to) or an empty directory; others only when `recursive`. */
  delete(path: string, options?: { readonly recursive?: boolean }): Promise<void>;
  /** Refuses to replace what is there unless `replace`; never replaces a directory. */
  rename(from: string, to: string, options?: { readonly replace?: boolean }): Promise<void>;
  /** Makes it with its parents; one that is there already is fine. */
  makeDirectory(path: string): Promise<void>;
}

/** `workspaceFiles` in open-workspace-files.ts: the folder is resolved once, and is the same folder for every later call. */
export type OpenWorkspaceFiles = (place: GrantedPlace, hooks?: WorkspaceFilesHooks) => WorkspaceFiles;
