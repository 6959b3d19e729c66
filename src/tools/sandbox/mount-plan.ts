import type { SandboxProfile } from './sandbox.ts';

/** What lies at a path, without following a link at its end. `target` is where a link leads, null when nowhere. */
export type PathFact = { readonly kind: 'file' | 'folder' | 'missing' } | { readonly kind: 'link'; readonly target: string | null };

/** One thing that the program sees at a path. Mounts are in order: a later one lies on top. */
export type SandboxMount =
  | { readonly kind: 'bind'; readonly path: string; readonly source: string; readonly access: 'read_only' | 'read_write'; readonly isFolder: boolean }
  /** A file or a folder that is there but shows nothing. */
  | { readonly kind: 'mask_file' | 'mask_folder'; readonly path: string }
  /** An empty folder where nothing was, mounted read-only on itself so that nothing can be made there. It is made before and removed afterwards. */
  | { readonly kind: 'reserve'; readonly path: string };

export interface MountPlan {
  readonly mounts: readonly SandboxMount[];
  /** Why the profile cannot be held as asked; nothing may be started then. */
  readonly refusals: readonly string[];
}

/** Where a program's /tmp is. */
export const PRIVATE_TMP = '/tmp';

/** A workspace at or above one of these would open the system itself. */
const SYSTEM_FOLDERS = ['/usr', '/etc', '/bin', '/sbin', '/lib', '/lib64', '/proc', '/dev', '/sys', '/run', '/var', '/boot', '/tmp', '/home', '/nix'];

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The paths between a folder and one inside it, the outer one first and the inner one last; the folder itself is left out. */
export function pathsBelow(folder: string, path: string): string[] {
  const below: string[] = [];
  let at = folder;
  for (const name of path.slice(folder.length).split('/')) {
    if (name === '') continue;
    at = at === '/' ? `/${name}` : `${at}/${name}`;
    below.push(at);
  }
  return below;
}

interface Root {
  readonly path: string;
  readonly access: 'read_only' | 'read_write';
}

/** Everything that the profile shows; the deepest that contains a path is the one that shows it. */
function shownRoots(profile: SandboxProfile): Root[] {
  const readable = profile.readablePaths.filter((path) => !isWithin(path, profile.workspace) && !isWithin(path, profile.scratch));
  return [
    ...readable.map((path): Root => ({ path, access: 'read_only' })),
    { path: profile.workspace, access: profile.workspaceAccess },
    { path: profile.scratch, access: 'read_write' },
  ];
}

function rootOf(path: string, roots: readonly Root[]): Root | undefined {
  return roots.filter((root) => isWithin(path, root.path)).sort((a, b) => b.path.length - a.path.length)[0];
}

/**
 * Folders on the way to a protected or hidden path are mounted on themselves: a mount point cannot be renamed, and a
 * folder that could be would take the protection away with it and leave its name free.
 */
export function planMounts(profile: SandboxProfile, factOf: (path: string) => PathFact): MountPlan {
  const roots = shownRoots(profile);
  const refusals: string[] = [];
  const mounts = new Map<string, SandboxMount>();
  for (const root of [profile.workspace, profile.scratch]) {
    if (root === '/' || SYSTEM_FOLDERS.some((folder) => isWithin(folder, root))) refusals.push(`${root} holds the system itself and cannot be given to a program`);
  }

  for (const { path, access } of roots) {
    const isGiven = path === profile.workspace || path === profile.scratch;
    const { kind } = isGiven ? { kind: 'folder' } : factOf(path);
    if (kind !== 'missing') mounts.set(path, { kind: 'bind', path, source: path, access, isFolder: kind !== 'file' });
  }
  mounts.set(PRIVATE_TMP, { kind: 'bind', path: PRIVATE_TMP, source: profile.scratch, access: 'read_write', isFolder: true });

  function pin(path: string, access: Root['access']): void {
    if (access === 'read_write' && !mounts.has(path)) mounts.set(path, { kind: 'bind', path, source: path, access, isFolder: true });
  }

  function protect(path: string): void {
    const root = rootOf(path, roots);
    if (root === undefined || root.access === 'read_only') return;
    const steps = path === root.path ? [path] : pathsBelow(root.path, path);
    for (const step of steps) {
      const { kind } = factOf(step);
      if (kind === 'link') return void refusals.push(`${step} must not be changed, but it is a link, which cannot be protected`);
      if (kind === 'missing') return void mounts.set(step, { kind: 'reserve', path: step });
      if (kind === 'folder' && step !== path) pin(step, root.access);
      else return void mounts.set(step, { kind: 'bind', path: step, source: step, access: 'read_only', isFolder: kind === 'folder' });
    }
  }

  function hide(path: string, linksLeft: number): void {
    const root = rootOf(path, roots);
    if (root === undefined) return;
    const steps = path === root.path ? [path] : pathsBelow(root.path, path);
    const pins: string[] = [];
    for (const step of steps) {
      const fact = factOf(step);
      if (fact.kind === 'missing') return;
      if (fact.kind === 'link') {
        if (fact.target === null) return;
        if (linksLeft === 0) return void refusals.push(`${path} must stay hidden, but it is behind too many links`);
        return hide(`${fact.target}${path.slice(step.length)}`, linksLeft - 1);
      }
      if (step === path) {
        pins.forEach((folder) => pin(folder, root.access));
        mounts.set(step, { kind: fact.kind === 'folder' ? 'mask_folder' : 'mask_file', path: step });
      } else pins.push(step);
    }
  }

  profile.protectedPaths.forEach(protect);
  profile.hiddenPaths.forEach((path) => hide(path, LINKS_FOLLOWED_MAX));
  const kept = [...mounts.values()].filter((mount) => !isUnderMask(mount.path, mounts, roots));
  return { mounts: kept.sort((a, b) => depth(a.path) - depth(b.path)), refusals };
}

/** A hidden file may be a link to where it really lies; more than this is nobody's set-up. */
const LINKS_FOLLOWED_MAX = 4;

/** A hidden folder hides what is in it, except what the profile shows by name. */
function isUnderMask(path: string, mounts: ReadonlyMap<string, SandboxMount>, roots: readonly Root[]): boolean {
  const rootPath = rootOf(path, roots)?.path ?? '/';
  return [...mounts.values()].some((mask) => mask.kind === 'mask_folder' && mask.path !== path && mask.path !== rootPath && isWithin(path, mask.path) && isWithin(mask.path, rootPath));
}

function depth(path: string): number {
  return path.split('/').filter((name) => name !== '').length;
}
