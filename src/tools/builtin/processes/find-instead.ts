import { personalFind } from '../../commands/prepare/find.ts';
import { parseShell } from '../../commands/syntax/parse.ts';
import type { ToolPlace } from '../../registry/tool.ts';
import { fromFind } from '../people/from-find.ts';
import type { FindFilesInput } from '../people/find-files.ts';

/**
 * The searches that answer a command which is one `find` over a person's own folders and only looks. Programs in the
 * sandbox do not see those folders at all; the index tells their names. Null for every other command.
 */
export function findInstead(command: string, place: ToolPlace): readonly FindFilesInput[] | null {
  const parsed = parseShell(command);
  const found = parsed.ok ? personalFind(parsed.script, place) : undefined;
  if (found === undefined) return null;
  const searches = found.folders.map((root) => fromFind({ root, name: found.name ?? null }, place));
  return searches.every((search) => search !== null) ? searches : null;
}
