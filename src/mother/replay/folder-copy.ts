import type { LogReader, Ledger } from '../../ledger/index.ts';
import { changesWithin, contentNow, copyWorkspace, workspaceFiles, type ToolPlace, type ToolRunnerPorts } from '../../tools/index.ts';
import type { SourceRun } from './source-run.ts';

/** A folder of this machine that is gone when the replay is over. */
export interface ScratchFolder {
  /** A whole path; nothing is there yet. */
  readonly path: string;
  remove(): Promise<void>;
}

export interface FolderCopy {
  readonly path: string;
  /** False where something may have changed of which nothing was kept, so that it cannot be put as it was. */
  readonly isAsItWas: boolean;
}

/** Copies the folder of a run, with the files that the run changed as they were before it. The folder itself is only read. */
export async function copyFolderBefore({ runId }: Pick<SourceRun, 'runId'>, place: ToolPlace, path: string, { log, blobs }: { readonly log: LogReader; readonly blobs: Ledger['blobs'] }): Promise<FolderCopy> {
  const { restorations, isFolderKept } = await changesWithin(runId, log, {});
  await copyWorkspace({ from: await withItsFiles(place), to: path, filesAtPlace: async () => restorations.map((one) => ({ path: one.path, content: one.before, mode: one.beforeMode })) }, blobs);
  return { path, isAsItWas: isFolderKept };
}

/** The same as it is now. */
export async function copyFolderNow(place: ToolPlace, path: string, blobs: Ledger['blobs']): Promise<FolderCopy> {
  await copyWorkspace({ from: await withItsFiles(place), to: path, filesAtPlace: async () => [] }, blobs);
  return { path, isAsItWas: true };
}

/** A configuration that lies in the folder was seen there, and has to be seen in the copy; our data folder is left out. */
async function withItsFiles(place: ToolPlace): Promise<ToolPlace> {
  const inside = (path: string): string | undefined => (path.startsWith(`${place.workspace}/`) ? path.slice(place.workspace.length + 1) : undefined);
  const isFile = async (path: string): Promise<boolean> => (await contentNow(place.workspace, path).catch(() => null)) !== null;
  const folders: string[] = [];
  for (const path of place.ownState) {
    const name = inside(path);
    if (name === undefined || !(await isFile(name))) folders.push(path);
  }
  return { ...place, ownState: folders };
}

/** Files of the copy, for tools that think they are in the folder: what was decided there counts here. */
export function filesOfCopy({ workspace }: ToolPlace, copy: string): Pick<ToolRunnerPorts['world'], 'openFiles' | 'contentNow'> {
  const there = (path: string): string => (path.startsWith(copy) ? `${workspace}${path.slice(copy.length)}` : path);
  const here = (path: string): string => (path.startsWith(`${workspace}/`) ? `${copy}${path.slice(workspace.length)}` : path);
  return {
    openFiles: ({ granted, ownState, ...place }, watched) => workspaceFiles({ ...place, workspace: copy, ownState: ownState.map(here), granted: (operation, path) => granted?.(operation, there(path)) === true }, watched),
    contentNow: (path) => contentNow(copy, path),
  };
}
