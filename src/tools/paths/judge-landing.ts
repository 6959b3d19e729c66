import type { PolicyVerdict } from '../../contracts/index.ts';
import { type Footing, type Held, kindOf } from './footing.ts';
import { namesOfFile } from './hard-links.ts';
import { namePattern } from './name-patterns.ts';
import { liesIn, touchesOwnState } from './own-state.ts';
import { shownPath } from './path-errors.ts';
import type { PathOperation } from './path-request.ts';
import type { Landing } from './resolve-path.ts';
import { isChange, type PathSensitivity, sensitivityOf } from './sensitive-paths.ts';
import type { WorkspacePlace } from './workspace-place.ts';

/** A workspace that has been found: its real path, and which object it is. */
export interface FoundWorkspace {
  readonly path: string;
  readonly identity: string;
}

/** What the system itself is set up with; a workspace that holds them does not make them work. */
const SYSTEM_FOLDERS: readonly string[] = ['/etc', '/boot', '/private/etc'];

const WHY_ASKED: Readonly<Record<PathSensitivity, string>> = {
  secret: 'may hold passwords or keys',
  runs_code: 'can make a program run something, or tell an agent what to do',
  named_by_person: 'was named as sensitive in the settings',
};

const SENSITIVE_RULES: Readonly<Record<PathSensitivity, string>> = {
  secret: 'path.secret',
  runs_code: 'path.runs_code',
  named_by_person: 'path.named_sensitive',
};

const deny = (rule: string, explanation: string): PolicyVerdict => ({ decision: 'deny', rule, explanation });

/** Where in the trail the workspace is; undefined when the landing lies outside it. */
export function workspaceTrail(landing: Landing, workspace: FoundWorkspace): readonly Held[] | undefined {
  const at = landing.trail.findIndex((held) => held.identity === workspace.identity);
  return at === -1 ? undefined : landing.trail.slice(0, at + 1);
}

/** The path of a landing below the workspace; `.` for the workspace itself. */
export function pathBelow(landing: Landing, trail: readonly Held[]): string {
  const names = [...landing.trail.slice(trail.length).map((held) => held.name), ...landing.missing];
  return names.length === 0 ? '.' : names.join('/');
}

/** What the policy says about doing this to what a path leads to. */
export function judgeLanding(footing: Footing, op: PathOperation, landing: Landing, place: WorkspacePlace, workspace: FoundWorkspace): PolicyVerdict {
  const shown = shownPath(landing.asked);
  const inside = workspaceTrail(landing, workspace);
  if (inside === undefined) {
    const where = liesIn(landing, place.home) ? 'in the home folder and outside the workspace' : 'outside the workspace';
    return deny('path.outside_workspace', `${shown} leads to a place that is ${where}.`);
  }
  if (touchesOwnState(op, landing, place.ownState)) return deny('path.own_state', `${shown} holds what Keelson itself relies on; no tool touches it.`);
  if (isChange(op) && [...SYSTEM_FOLDERS, `${place.home}/.ssh`].some((folder) => liesIn(landing, folder))) {
    return deny('path.system_folder', `${shown} belongs to the set-up of this computer, which no tool changes.`);
  }
  const isRoot = landing.missing.length === 0 && landing.trail.length === inside.length;
  if (isRoot && ['write', 'delete', 'rename'].includes(op)) return deny('path.workspace_root', `${shown} is the workspace itself.`);
  const { target } = landing;
  if (target && kindOf(target.stats) === 'other') {
    return deny('path.special_file', `${shown} is a pipe, a socket or a device, which can block or act when it is opened.`);
  }
  const names = target?.stats.isFile() && target.stats.nlink > 1n ? namesOfFile(footing, inside, target, workspace) : [];
  if (names === undefined) return deny('path.hard_link', `${shown} has another name that was not found in the workspace, so its content may belong outside.`);
  return judgeNames(op, [pathBelow(landing, inside), ...linksBelow(landing, workspace), ...names], shown, place);
}

/** The links that were followed, where they lie in the workspace: one that is called `.env` is somebody's `.env`. */
function linksBelow(landing: Landing, workspace: FoundWorkspace): string[] {
  const prefix = workspace.path === '/' ? '/' : `${workspace.path}/`;
  return landing.followed.filter((link) => link.startsWith(prefix)).map((link) => link.slice(prefix.length));
}

function judgeNames(op: PathOperation, paths: readonly string[], shown: string, place: WorkspacePlace): PolicyVerdict {
  const extra = (place.sensitive ?? []).map((name) => namePattern(`${name}/`));
  for (const path of paths) {
    const sensitivity = sensitivityOf(op, path, extra);
    if (sensitivity === undefined) continue;
    return { decision: 'gate', rule: SENSITIVE_RULES[sensitivity], explanation: `${shown} ${WHY_ASKED[sensitivity]}, so a person decides each time.` };
  }
  return { decision: 'allow', rule: 'path.inside_workspace', explanation: `${shown} is an ordinary path inside the workspace.` };
}
