/** A unified patch, read. Texts are bytes written as one character each, because a patch speaks of bytes. */
export interface Patch {
  readonly files: readonly FilePatch[];
}

export type FilePatchKind = 'modify' | 'create' | 'delete' | 'rename' | 'copy';

export interface FilePatch {
  readonly kind: FilePatchKind;
  /** Where the file is; the new path for one that is created. */
  readonly oldPath: string;
  readonly newPath: string;
  /** Permission bits that the file gets; null when they stay. */
  readonly mode: number | null;
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  /** 1-based as in the patch; 0 when the side is empty. */
  readonly oldStart: number;
  readonly lines: readonly HunkLine[];
  /** The line of the patch on which the hunk begins, for those who look for a fault. */
  readonly patchLine: number;
}

export interface HunkLine {
  readonly kind: 'context' | 'remove' | 'add';
  /** With what ends it; without when the patch says that the file ends there. */
  readonly text: string;
}

/** The lines that must be there, and those that are there afterwards. */
export function linesBefore({ lines }: Hunk): string[] {
  return lines.flatMap(({ kind, text }) => (kind === 'add' ? [] : [text]));
}

export function linesAfter({ lines }: Hunk): string[] {
  return lines.flatMap(({ kind, text }) => (kind === 'remove' ? [] : [text]));
}
