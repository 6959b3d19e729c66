import { PATCH_FILES_MAX } from '../limits.ts';
import { parseHunk } from './parse-hunk.ts';
import { unreadable } from './patch-failure.ts';
import { after, patchLines, type PatchLines } from './patch-lines.ts';
import type { FilePatch, FilePatchKind, Hunk, Patch } from './patch-tree.ts';
import { readPath } from './quoted-path.ts';

const NOTHING = '/dev/null';

/** What the lines above the hunks of one file say. Null when they do not. */
interface FileHeader {
  readonly line: number;
  isGit: boolean;
  /** As in `diff --git a/x b/x`, both names in one; only needed when nothing below names the file. */
  gitNames: string | null;
  oldPath: string | null;
  newPath: string | null;
  kind: FilePatchKind;
  mode: string | null;
}

/**
 * Reads a unified patch as `git diff` and `diff -u` write it: several files, new, deleted, renamed and copied ones.
 * Words around it, such as a letter in which it was sent, are passed over.
 */
export function parsePatch(text: string): Patch {
  // One character for each byte: what a hunk says is compared with bytes.
  const lines = patchLines(Buffer.from(text, 'utf8').toString('latin1'));
  const files: FilePatch[] = [];
  for (let line = lines.peek(); line !== undefined; line = lines.peek()) {
    if (line.startsWith('diff --git ') || line.startsWith('--- ')) {
      const file = parseFile(lines);
      if (file) files.push(file);
    } else if (line.startsWith('@@ -')) {
      throw unreadable(lines.number(), 'a hunk stands here without the lines "--- old" and "+++ new" that name its file');
    } else {
      lines.next();
    }
  }
  if (files.length === 0) throw unreadable(1, 'there is nothing to apply; a patch names each file by "--- old" and "+++ new" and changes it by hunks');
  if (files.length > PATCH_FILES_MAX) throw unreadable(1, `the patch names ${files.length} files; at most ${PATCH_FILES_MAX} are changed at once`);
  return { files };
}

function parseFile(lines: PatchLines): FilePatch | null {
  const header: FileHeader = { line: lines.number(), isGit: false, gitNames: null, oldPath: null, newPath: null, kind: 'modify', mode: null };
  if (lines.peek()?.startsWith('diff --git ')) readGitHeader(lines, header);
  if (lines.peek()?.startsWith('--- ')) {
    const isNamed = readNames(lines, header);
    if (!isNamed) return null;
  }
  const hunks: Hunk[] = [];
  while (lines.peek()?.startsWith('@@ ')) hunks.push(parseHunk(lines));
  return toFilePatch(header, hunks);
}

function readGitHeader(lines: PatchLines, header: FileHeader): void {
  header.isGit = true;
  header.gitNames = after('diff --git ', lines.next()) ?? null;
  for (let line = lines.peek(); line !== undefined; line = lines.peek()) {
    const number = lines.number();
    const path = (word: string): string | undefined => {
      const text = after(word, line);
      return text === undefined ? undefined : readPath(text, number).path;
    };
    const mode = after('new file mode ', line) ?? after('new mode ', line) ?? after('deleted file mode ', line);
    if (mode !== undefined) header.mode = readMode(mode, number);
    if (line.startsWith('new file mode ')) header.kind = 'create';
    else if (line.startsWith('deleted file mode ')) header.kind = 'delete';
    else if (line.startsWith('rename from ') || line.startsWith('copy from ')) {
      header.kind = line.startsWith('rename') ? 'rename' : 'copy';
      header.oldPath = path('rename from ') ?? path('copy from ') ?? null;
    } else if (line.startsWith('rename to ') || line.startsWith('copy to ')) header.newPath = path('rename to ') ?? path('copy to ') ?? null;
    else if (line.startsWith('GIT binary patch') || line.startsWith('Binary files ')) throw unreadable(number, 'binary files cannot be patched as text');
    else if (mode === undefined && !['old mode ', 'similarity index ', 'dissimilarity index ', 'index '].some((word) => line.startsWith(word))) return;
    lines.next();
  }
}

/** False when the two lines are no names but words that look alike. */
function readNames(lines: PatchLines, header: FileHeader): boolean {
  const number = lines.number();
  const old = after('--- ', lines.next());
  const next = after('+++ ', lines.peek());
  if (old === undefined || next === undefined) {
    if (header.isGit) throw unreadable(number + 1, 'behind "--- old" comes "+++ new"');
    return false;
  }
  lines.next();
  if (!lines.peek()?.startsWith('@@ ')) {
    throw unreadable(lines.number(), 'behind "+++ new" comes a hunk, which begins with "@@ -"');
  }
  const [oldPath, newPath] = withoutPrefixes(readPath(old, number).path, readPath(next, number + 1).path, header.isGit);
  if (oldPath === NOTHING && newPath === NOTHING) throw unreadable(number, 'a file that is neither before nor after');
  if (oldPath === NOTHING) header.kind = 'create';
  if (newPath === NOTHING) header.kind = 'delete';
  header.oldPath ??= oldPath === NOTHING ? newPath : oldPath;
  header.newPath ??= newPath === NOTHING ? oldPath : newPath;
  return true;
}

/** Git writes `a/` and `b/` before the names; others write the names alone. */
function withoutPrefixes(oldPath: string, newPath: string, isGit: boolean): [string, string] {
  const hasBoth = (oldPath === NOTHING || oldPath.startsWith('a/')) && (newPath === NOTHING || newPath.startsWith('b/'));
  const strip = (path: string): string => (path === NOTHING || !(hasBoth || (isGit && /^[a-z]\//.test(path))) ? path : path.slice(2));
  return [strip(oldPath), strip(newPath)];
}

function toFilePatch(header: FileHeader, hunks: readonly Hunk[]): FilePatch {
  const fromGit = header.oldPath === null || header.newPath === null ? splitGitNames(header) : null;
  const oldPath = header.oldPath ?? fromGit ?? '';
  const newPath = header.newPath ?? fromGit ?? '';
  if (oldPath === '' || newPath === '') throw unreadable(header.line, 'the file of this part is not named');
  if (hunks.length === 0 && header.kind === 'modify' && header.mode === null) throw unreadable(header.line, 'this part names a file but changes nothing');
  // Without Git's own lines two names are one file, such as `x.orig` and `x`; the new name is the one that is there.
  if (!header.isGit) return { kind: header.kind, oldPath: asText(newPath), newPath: asText(newPath), mode: null, hunks };
  const kind = header.kind === 'modify' && oldPath !== newPath ? 'rename' : header.kind;
  const mode = header.mode === null || header.kind === 'delete' ? null : Number.parseInt(header.mode, 8) & 0o777;
  return { kind, oldPath: asText(oldPath), newPath: asText(newPath), mode, hunks };
}

/** `a/x b/x` names one file twice, so the blank between them is in the middle. */
function splitGitNames({ gitNames, line }: FileHeader): string | null {
  if (gitNames === null) return null;
  if (gitNames.startsWith('"')) return readPath(gitNames, line).path.slice(2);
  const half = (gitNames.length - 1) / 2;
  const [left, right] = [gitNames.slice(0, half), gitNames.slice(half + 1)];
  return Number.isInteger(half) && left.slice(2) === right.slice(2) ? left.slice(2) : null;
}

function readMode(mode: string, line: number): string {
  if (/^100[0-7]{3}$/.test(mode)) return mode;
  throw unreadable(line, 'only ordinary files can be patched, no links and no repositories within');
}

function asText(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
