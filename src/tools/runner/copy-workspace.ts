import { constants } from 'node:fs';
import { cp, lstat, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { SnapshotFile } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Blobs } from '../../ledger/index.ts';
import { workspaceFiles } from '../paths/open-workspace-files.ts';
import { systemCode } from '../paths/path-errors.ts';
import type { ToolPlace } from '../registry/tool.ts';

export interface WorkspaceCopy {
  readonly from: ToolPlace;
  /** A folder that is not there yet, as a whole path. */
  readonly to: string;
  /** Asked for when everything is copied, so that what was changed meanwhile is in it too: the files as they are to stand. */
  filesAtPlace(): Promise<readonly SnapshotFile[]>;
}

export interface CopiedWorkspace {
  /** The real path of it. */
  readonly path: string;
  /** Takes the copy away again. */
  discard(): Promise<void>;
}

/**
 * Copies a folder and puts some of its files as they stood at another time. Only the copy is written, and it has its name
 * only once it is whole: a copy that breaks off leaves nothing behind.
 */
export async function copyWorkspace({ from, to: wanted, filesAtPlace }: WorkspaceCopy, blobs: Pick<Blobs, 'read'>): Promise<CopiedWorkspace> {
  const to = await realPlace(wanted);
  await demandFree(from.workspace, to);
  const begun = `${to}.begun`;
  try {
    await cp(from.workspace, begun, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE, filter: (path) => isCopied(path, from) });
    const files = workspaceFiles({ ...from, workspace: begun, granted: () => true });
    for (const file of await filesAtPlace()) {
      if (file.content === null) await files.delete(file.path).catch(unlessMissing);
      else await files.write(file.path, await blobs.read(file.content), { ...(file.mode !== null && { exactMode: file.mode }) });
    }
    await rename(begun, to);
    return { path: to, discard: () => rm(to, { recursive: true, force: true }) };
  } catch (error) {
    await rm(begun, { recursive: true, force: true });
    if (systemCode(error) === undefined) throw error;
    throw unusable(to, error instanceof Error ? error.message : String(error), error);
  }
}

/** Whoever works there later finds it by its real path, and must know it by that. */
async function realPlace(wanted: string): Promise<string> {
  try {
    await mkdir(dirname(wanted), { recursive: true });
    return join(await realpath(dirname(wanted)), basename(wanted));
  } catch (error) {
    throw unusable(wanted, error instanceof Error ? error.message : String(error), error);
  }
}

/** Pipes and sockets lead to whoever listens there, and our own state is of this machine and no part of the work. */
async function isCopied(path: string, { ownState }: ToolPlace): Promise<boolean> {
  if (ownState.includes(path)) return false;
  const stats = await lstat(path);
  return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof KeelsonError) || error.code !== 'path.missing') throw error;
}

async function demandFree(from: string, to: string): Promise<void> {
  if (isWithin(from, to) || isWithin(to, from)) throw unusable(to, `it and ${from} lie one within the other`);
  const found = await lstat(to).catch(() => undefined);
  if (found !== undefined) throw unusable(to, 'something is there already');
}

function isWithin(outer: string, inner: string): boolean {
  const way = relative(resolve(outer), resolve(inner));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

function unusable(folder: string, why: string, cause?: unknown): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', {
    message: `${folder} cannot take the copy: ${why}.`,
    nextStep: 'Name a folder that is not there yet, beside the one that is copied and on a disk with room for it.',
    data: { issues: [{ path: 'folder', message: why }] },
    ...(cause !== undefined && { cause }),
  });
}
