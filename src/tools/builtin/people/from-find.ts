import type { ToolPlace } from '../../registry/tool.ts';
import type { FindFilesInput } from './find-files.ts';
import { FOUND_FILES_MAX } from './limits.ts';
import { expandHome, isWithin } from './personal-places.ts';

/** What a recognised `find` command looks through and for; a depth in it means nothing to an index. */
export interface FindCommand {
  readonly root: string;
  /** The pattern behind `-name` or `-iname`; null when every file is meant. */
  readonly name: string | null;
}

/** Where `find` would walk through a person's whole life: their home and their drives on macOS. */
const PERSONAL_ROOTS = ['/Users', '/Volumes'] as const;

/** The search that answers a `find` on personal paths; null when the command is about the project or the system. */
export function fromFind({ root, name }: FindCommand, { home, workspace }: Pick<ToolPlace, 'home' | 'workspace'>): FindFilesInput | null {
  const folder = root.startsWith('~') || root.startsWith('/') ? expandHome(root, home) : null;
  if (folder === null || isWithin(folder, workspace)) return null;
  if (![home, ...PERSONAL_ROOTS].some((place) => isWithin(folder, place))) return null;
  return { pattern: name ?? '*', folder, limit: FOUND_FILES_MAX, refresh: false };
}
