import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ToolPlace } from '../../registry/tool.ts';
import { sensitivityOf } from '../../paths/sensitive-paths.ts';

type Home = Pick<ToolPlace, 'home' | 'workspace'>;

/** Where a person's drives appear. */
const DRIVES = ['/Volumes', '/media', '/mnt'] as const;

/** Folders that hold no files of a person's own making, or whose names tell too much about them. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', 'library', 'appdata', '__pycache__', 'cache', 'caches', 'proc', 'sys', 'lost+found']);

/** `~` and paths below it as the person means them; nothing else is expanded. */
export function expandHome(path: string, home: string): string {
  if (path === '~') return home;
  return path.startsWith('~/') ? join(home, path.slice(2)) : resolve(home, path);
}

export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

/** Whether names below this folder may be listed: the person's own files and drives, never those of the system or of others. */
export function isPersonal(folder: string, { home, workspace }: Home): boolean {
  return [home, workspace, ...DRIVES].some((place) => isWithin(folder, place));
}

/** Hidden folders hold settings, keys and caches; sensitive names are left out wherever they lie. */
export function isLeftOut(path: string, name: string, { ownState }: Pick<ToolPlace, 'ownState'>): boolean {
  if (name.startsWith('.') || LEFT_OUT.has(name.toLowerCase())) return true;
  if (ownState.some((own) => isWithin(path, own))) return true;
  return sensitivityOf('read', path.split(sep).join('/'), []) !== undefined;
}
