import { type Footing, type Held, identityOf } from './footing.ts';
import { isDenial } from './path-errors.ts';
import { HARD_LINK_SEARCH_ENTRIES_MAX } from './path-limits.ts';
import { releaseLanding, resolvePath } from './resolve-path.ts';
import { walkBelow } from './walk-directories.ts';

/** Where the search is made; the object itself stands for one opening of it. */
interface SearchedWorkspace {
  readonly path: string;
  readonly identity: string;
}

interface FoundNames {
  /** How many names it had when it was met. */
  readonly count: bigint;
  /** The paths that it was found under, by the folder and name of each. */
  readonly paths: ReadonlyMap<string, string>;
}

type NamesByFile = ReadonlyMap<string, FoundNames>;

/**
 * What the last search of a workspace found. A search takes as long as the tree is large, and a tree can hold thousands
 * of such files; without this, looking at each of them would stop everything else for minutes.
 */
const lastSearches = new WeakMap<SearchedWorkspace, NamesByFile>();

/**
 * The names that a file has below the workspace, as paths below it, or undefined when not all of its names were
 * found there. A file with a name outside is as much outside as inside: its bytes belong to somebody else.
 */
export function namesOfFile(footing: Footing, workspaceTrail: readonly Held[], file: Held, workspace: SearchedWorkspace): string[] | undefined {
  const known = lastSearches.get(workspace)?.get(file.identity);
  if (known?.count === file.stats.nlink) {
    const names = allNames(known);
    // What was not found is refused again; what was found is believed only if it is still so.
    if (names === undefined || names.every((path) => isStill(footing, workspace, path, file.identity))) return names;
  }
  const found = searchNames(footing, workspaceTrail);
  lastSearches.set(workspace, found);
  const now = found.get(file.identity);
  return now?.count === file.stats.nlink ? allNames(now) : undefined;
}

function allNames({ count, paths }: FoundNames): string[] | undefined {
  return BigInt(paths.size) === count ? [...paths.values()] : undefined;
}

function searchNames(footing: Footing, workspaceTrail: readonly Held[]): NamesByFile {
  const names = new Map<string, { count: bigint; paths: Map<string, string> }>();
  let seen = 0;
  for (const step of walkBelow(footing, workspaceTrail, () => true)) {
    seen += 1;
    if (seen > HARD_LINK_SEARCH_ENTRIES_MAX) break;
    if (!step.stats.isFile() || step.stats.nlink < 2n) continue;
    const identity = identityOf(step.stats);
    const ofFile = names.get(identity) ?? { count: step.stats.nlink, paths: new Map<string, string>() };
    // A folder that is mounted twice shows one name twice; it still is one name.
    ofFile.paths.set(`${step.trail.at(-1)?.identity}/${step.name}`, step.names.join('/'));
    names.set(identity, ofFile);
  }
  return names;
}

function isStill(footing: Footing, { path: base, identity: insideOf }: SearchedWorkspace, path: string, identity: string): boolean {
  try {
    const landing = resolvePath(footing, path, { base, insideOf, followsLast: false });
    releaseLanding(footing, landing);
    return landing.target?.identity === identity && landing.followed.length === 0;
  } catch (error) {
    if (!isDenial(error)) throw error;
    return false;
  }
}
