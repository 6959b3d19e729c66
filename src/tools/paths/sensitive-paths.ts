import { coversPath, foldPath, leadsTo, matchesName, nameGlob, namePattern, type NamePattern } from './name-patterns.ts';
import type { PathOperation } from './path-request.ts';
import { CODE_RUNNING_NAMES, HARMLESS_NAMES, SECRET_NAMES } from './sensitive-names.ts';

export type PathSensitivity = 'secret' | 'runs_code' | 'named_by_person';

const SECRETS = SECRET_NAMES.map(namePattern);
const CODE_RUNNING = CODE_RUNNING_NAMES.map(namePattern);
const HARMLESS = HARMLESS_NAMES.map(nameGlob);
const REPOSITORY = nameGlob('*.git');

/** Git keeps addresses, and with them passwords, in every one of these, also for submodules and work trees. */
const GIT_SECRETS: ReadonlySet<string> = new Set(['config', 'config.worktree', 'credentials']);

const CHANGING: ReadonlySet<PathOperation> = new Set(['write', 'delete', 'rename', 'create_directory']);
/** These take a whole folder with them, so that a sensitive file below it is touched without being named. */
const MOVING: ReadonlySet<PathOperation> = new Set(['delete', 'rename']);

export function isChange(op: PathOperation): boolean {
  return CHANGING.has(op);
}

function isHarmless(names: readonly string[]): boolean {
  const last = names.at(-1) ?? '';
  return HARMLESS.some((glob) => matchesName(last, glob)) && !names.slice(0, -1).some((name) => holdsSecrets([name]));
}

function holdsSecrets(names: readonly string[]): boolean {
  const git = names.findIndex((name) => matchesName(name, REPOSITORY));
  if (git !== -1 && names.slice(git + 1).some((name) => GIT_SECRETS.has(name))) return true;
  return SECRETS.some((pattern) => coversPath(pattern, names));
}

function touches(patterns: readonly NamePattern[], names: readonly string[], op: PathOperation): boolean {
  return patterns.some((pattern) => coversPath(pattern, names) || (MOVING.has(op) && leadsTo(pattern, names)));
}

/** With a HEAD in it any folder can be a repository, and git runs what the configuration beside it says. */
function makesRepository(names: readonly string[], op: PathOperation): boolean {
  return op !== 'create_directory' && names.at(-1) === 'head';
}

/** Why a person must be asked before this is done with a path below the workspace; undefined when nobody need be. */
export function sensitivityOf(op: PathOperation, path: string, extra: readonly NamePattern[]): PathSensitivity | undefined {
  const names = foldPath(path);
  if (touches(extra, names, op)) return 'named_by_person';
  if (isHarmless(names)) return undefined;
  if (holdsSecrets(names) || touches(SECRETS, names, op)) return 'secret';
  return isChange(op) && (touches(CODE_RUNNING, names, op) || makesRepository(names, op)) ? 'runs_code' : undefined;
}
