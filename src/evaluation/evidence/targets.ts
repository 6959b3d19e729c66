import { posix } from 'node:path';
import type { MadeCall } from '../work.ts';
import { hasSucceeded } from './call-end.ts';
import { commandsOf, natureOf, programOf } from './call-nature.ts';

/** Arguments that name a place. Contents, patterns and questions are arguments too and name none. */
const PLACE_ARGUMENTS = ['path', 'paths', 'folder', 'repo_path', 'database_path', 'input_path', 'output_path', 'source_path', 'target_path', 'from', 'to', 'file', 'working_folder'];

/** A path as the records of changes name it: below the workspace, with forward slashes; undefined for one that lies outside. */
export function belowWorkspace(path: string, workspace: string): string | undefined {
  const relative = posix.relative(posix.normalize(workspace), posix.resolve(workspace, path));
  return relative === '..' || relative.startsWith('../') ? undefined : relative;
}

/** The places that a call names, as far as they lie in its workspace. Empty when it names none. */
export function targetsOf(call: MadeCall): ReadonlySet<string> {
  const { arguments: given, workspace } = call.decision;
  const named = PLACE_ARGUMENTS.flatMap((name) => given[name] ?? []).filter((value) => typeof value === 'string');
  const words = commandsOf(call)?.flatMap((command) => programOf(command).rest.filter((word) => !word.startsWith('-'))) ?? [];
  return new Set([...named, ...words].flatMap((path) => belowWorkspace(path, workspace) ?? []));
}

/** Arguments that are put somewhere and name no place. */
const CONTENT_ARGUMENTS: ReadonlySet<string> = new Set(['content', 'new_text', 'old_text']);

/** What an act may have been about: the places it names or changed, and every word of scripts, code and patches that could be one. */
function mayConcern(act: MadeCall): ReadonlySet<string> {
  const { arguments: given, workspace } = act.decision;
  const texts = Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' && !CONTENT_ARGUMENTS.has(name) ? [value] : []));
  // A patch writes `a/` and `b/` before its paths.
  const words = texts.flatMap((text) => text.split(/[\s'"`()=,;:<>|&{}[\]]/u)).flatMap((word) => [word, ...(/^[ab]\//.test(word) ? [word.slice(2)] : [])]);
  const places = words.filter((word) => word !== '').flatMap((word) => belowWorkspace(word, workspace) ?? []);
  return new Set([...targetsOf(act), ...places, ...act.outcome.changes.map(({ path }) => path)]);
}

/**
 * Looking at a thing after the act on it failed shows what was there before, not that the act worked. A look is hollow
 * while the last act before it that may have been about the same place has ended badly. Printing is always hollow.
 */
export function isHollowLook(look: MadeCall, calls: readonly MadeCall[]): boolean {
  const nature = natureOf(look);
  if (nature !== 'looks') return nature === 'says';
  const seen = [...targetsOf(look)];
  const act = calls.slice(0, calls.indexOf(look)).findLast((call) => natureOf(call) === 'acts' && concerns(mayConcern(call), seen));
  return act !== undefined && !hasSucceeded(act);
}

/** A look that names no place, or the whole workspace, looks everywhere; one at a folder looks at all that is in it. */
function concerns(acted: ReadonlySet<string>, seen: readonly string[]): boolean {
  return seen.length === 0 || seen.some((place) => place === '' || [...acted].some((target) => target === place || target.startsWith(`${place}/`)));
}
