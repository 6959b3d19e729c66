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
  const changed = call.outcome.changes.map(({ path }) => path);
  return new Set([...[...named, ...words].flatMap((path) => belowWorkspace(path, workspace) ?? []), ...changed]);
}

/**
 * Looking at a thing after the act on it failed shows what was there before, not that the act worked. A look is hollow
 * while the last act before it on the same place, or on a place that cannot be told, has ended badly.
 */
export function isHollowLook(look: MadeCall, calls: readonly MadeCall[]): boolean {
  if (natureOf(look) === 'says') return true;
  if (natureOf(look) !== 'looks') return false;
  const seen = targetsOf(look);
  const act = calls.slice(0, calls.indexOf(look)).findLast((call) => natureOf(call) === 'acts' && concerns(targetsOf(call), seen));
  return act !== undefined && !hasSucceeded(act);
}

function concerns(acted: ReadonlySet<string>, seen: ReadonlySet<string>): boolean {
  if (acted.size === 0 || seen.size === 0) return true;
  return [...seen].some((place) => [...acted].some((target) => place === '' || target === place || target.startsWith(`${place}/`)));
}
