import { hasCode } from '../../../../kernel/index.ts';
import type { WorkspaceFiles } from '../../../paths/workspace-files.ts';
import { EDIT_FILE_BYTES_MAX } from '../limits.ts';
import { applyHunks } from './apply-hunks.ts';
import { doesNotFit } from './patch-failure.ts';
import type { FilePatch, Patch } from './patch-tree.ts';

/** What is at a path: bytes as one character each, and permission bits. Null for nothing. */
export type FileState = { readonly content: string; readonly mode: number } | null;

/** A path that the patch touches, as it was and as it will be. */
export interface PlannedFile {
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
}

export interface PatchPlan {
  readonly files: readonly PlannedFile[];
}

const NEW_FILE_MODE = 0o644;

/** Works out the whole patch without changing anything; throws when any part of it does not fit. */
export async function planPatch({ files: parts }: Patch, files: WorkspaceFiles): Promise<PatchPlan> {
  const before = new Map<string, FileState>();
  const now = new Map<string, FileState>();
  const stateOf = async (path: string): Promise<FileState> => {
    if (!now.has(path)) {
      const state = await readState(files, path);
      before.set(path, state);
      now.set(path, state);
    }
    return now.get(path) ?? null;
  };
  for (const part of parts) {
    const source = part.kind === 'create' ? null : await stateOf(part.oldPath);
    const target = part.kind === 'create' || part.oldPath !== part.newPath ? await stateOf(part.newPath) : null;
    const after = patched(part, source, target);
    if (part.kind === 'rename' || part.kind === 'delete') now.set(part.oldPath, null);
    if (part.kind !== 'delete') now.set(part.newPath, after);
  }
  return { files: [...now].map(([path, after]) => ({ path, before: before.get(path) ?? null, after })) };
}

function patched(part: FilePatch, source: FileState, target: FileState): FileState {
  if (target !== null) throw doesNotFit(part.newPath, `${part.newPath} is there already.`);
  if (part.kind !== 'create' && source === null) throw doesNotFit(part.oldPath, `${part.oldPath} is not there.`);
  const content = applyHunks(part.oldPath, source?.content ?? '', part.hunks);
  if (part.kind === 'delete' && content !== '') throw doesNotFit(part.oldPath, 'it deletes the file, but the file holds more than the patch takes away.');
  return { content, mode: part.mode ?? source?.mode ?? NEW_FILE_MODE };
}

async function readState(files: WorkspaceFiles, path: string): Promise<FileState> {
  try {
    const { bytes, isCut, mode } = await files.read(path, { maxBytes: EDIT_FILE_BYTES_MAX });
    if (isCut) throw doesNotFit(path, `it is larger than ${EDIT_FILE_BYTES_MAX} bytes.`);
    return { content: Buffer.from(bytes).toString('latin1'), mode };
  } catch (error) {
    if (hasCode(error, 'path.missing')) return null;
    throw error;
  }
}
