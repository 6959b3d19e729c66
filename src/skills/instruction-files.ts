import { posix } from 'node:path';

/** What people leave in a folder for whoever works in it; those of the root are told at the start. */
export const FOLDER_FILES: readonly string[] = ['AGENTS.md', 'CLAUDE.md'];
export const RULES_FOLDER = '.claude/rules';
/** Deeper than people nest folders; what lies deeper is found by its nearest folders all the same. */
const FOLDERS_DEEP_MAX = 32;

/** Every folder on the way to a path, the root first; the path itself may be one of them. */
export function foldersTo(path: string): string[] {
  const clean = posix.normalize(path);
  if (clean === '.' || clean === '..' || clean.startsWith('../') || posix.isAbsolute(clean)) return ['.'];
  const parts = clean.split('/').filter((part) => part !== '').slice(0, FOLDERS_DEEP_MAX);
  return ['.', ...parts.map((_part, at) => parts.slice(0, at + 1).join('/'))];
}

export function within(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}
