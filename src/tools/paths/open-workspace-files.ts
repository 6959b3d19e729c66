import { findWorkspace, footingHere } from './find-workspace.ts';
import type { Footing } from './footing.ts';
import { listDirectoryAt, statAt, walkFrom } from './list-held-directory.ts';
import { makeDirectoryAt } from './make-directories.ts';
import { deleteAt, renameAt } from './move-held-files.ts';
import { readFileAt } from './read-held-file.ts';
import type { OpenWorkspace } from './visit-path.ts';
import type { WorkspaceFiles, WorkspaceFilesHooks } from './workspace-files.ts';
import type { GrantedPlace } from './workspace-place.ts';
import { appendFileAt, writeFileAt } from './write-held-file.ts';

/** Opens a workspace for tools: see `WorkspaceFiles`. Fails when the workspace is not a directory. */
export function workspaceFiles(place: GrantedPlace, hooks: WorkspaceFilesHooks = {}, footing: Footing = footingHere()): WorkspaceFiles {
  const open: OpenWorkspace = { footing, place, workspace: findWorkspace(footing, place.workspace), hooks };
  return {
    root: open.workspace.path,
    read: async (path, options = {}) => readFileAt(open, path, options),
    stat: async (path) => statAt(open, path),
    list: async (path, options = {}) => listDirectoryAt(open, path, options.maxEntries),
    walk: (options = {}) => walkFrom(open, options),
    write: async (path, bytes, options = {}) => writeFileAt(open, path, bytes, options),
    append: async (path, bytes) => appendFileAt(open, path, bytes),
    delete: async (path, options = {}) => deleteAt(open, path, options.recursive ?? false),
    rename: async (from, to, options = {}) => renameAt(open, from, to, options.replace ?? false),
    makeDirectory: async (path) => makeDirectoryAt(open, path),
  };
}
