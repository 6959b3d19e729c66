import { posix } from 'node:path';

/** Turns a path below the workspace into one below the folder of a search, which patterns speak of. */
export function belowFolder(workspace: string, folder: string): (path: string) => string {
  const base = posix.relative(workspace, posix.resolve(workspace, folder));
  return (path) => (base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path);
}
