import type { SandboxLimits } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { DEVELOPER_LIMITS, HIDDEN_IN_WORKSPACE_MAX, WALKED_DEPTH_MAX, WALKED_NAMES_MAX } from './default-limits.ts';
import { isWithin } from './mount-plan.ts';
import { isSecretName } from './secret-names.ts';
import type { SandboxProfile } from './sandbox.ts';

export interface ListedName {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The names in a folder, links not followed; an empty list when it cannot be read. Must not throw. */
export type ListNames = (folder: string) => Promise<readonly ListedName[]>;

export interface ProfileWish {
  readonly workspace: string;
  readonly home: string;
  /** Where Keelson keeps its data and its settings. */
  readonly ownState: readonly string[];
  readonly scratch: string;
  /** Toolchains, such as the folder of the running Node; read-only. */
  readonly toolchains?: readonly string[];
  readonly workspaceAccess?: SandboxProfile['workspaceAccess'];
  /**
   * Whether the places of protected files that are missing are kept taken, so that they cannot be made. Whoever looks for
   * such files afterwards can do without: a taken place is seen by everybody who looks into the workspace meanwhile.
   */
  readonly keepsPlaces?: boolean;
  readonly network?: SandboxProfile['network'];
  readonly limits?: SandboxLimits;
  readonly alsoProtected?: readonly string[];
  readonly alsoHidden?: readonly string[];
  readonly listNames: ListNames;
}

/**
 * What other programs of the person read and then run: changing one of these is running something outside, later. Where
 * one is missing, its place is kept taken while a program runs, so that it cannot be made either.
 */
const PROTECTED_IN_WORKSPACE = ['.git/hooks', '.git/config', '.git/config.worktree', '.git/info/attributes', '.git/modules', '.vscode', '.mcp.json', 'keelson.config.json', 'keelson.config.ts', '.keelson', '.claude'];

/** What is run only after a person trusted or configured it: a new one does nothing by itself, so its place is not kept. */
const PROTECTED_WHERE_THERE = ['.gitmodules', '.husky', '.idea', '.envrc', '.cursor'];

/** The same in a home, for a person who works there: what starts with a session or stands in front of other programs. */
const PROTECTED_IN_HOME = ['.bashrc', '.bash_profile', '.profile', '.zshrc', '.zshenv', '.zprofile', '.config/fish', '.config/autostart', '.config/systemd', '.local/bin', '.gitconfig', '.config/git'];

/** Where keys lie in a home; hidden even when the home itself is the workspace. */
const HIDDEN_IN_HOME = ['.ssh', '.aws', '.gnupg', '.config/gcloud', '.config/gh', '.azure', '.kube', '.docker', '.netrc', '.git-credentials', '.npmrc', '.pypirc', '.pgpass', '.password-store', '.local/share/keyrings', '.mozilla', '.config/google-chrome', '.bash_history', '.zsh_history'];

/** Large folders in which nobody keeps his own keys. */
const NOT_WALKED: ReadonlySet<string> = new Set(['node_modules', '.git', 'target', 'dist', 'build', '.venv', 'venv', '__pycache__', '.cache']);

/**
 * What a program may reach unless a person decides otherwise. The workspace is walked again for each call, because a
 * key file may have been made since; whatever is not named here is not there at all.
 */
export async function profileFor(wish: ProfileWish): Promise<SandboxProfile> {
  const inWorkspace = (path: string): string => `${wish.workspace}/${path}`;
  const inHome = (path: string): string => `${wish.home}/${path}`;
  const top = await wish.listNames(wish.workspace);
  const secrets = await secretsIn(wish.workspace, (folder) => (folder === wish.workspace ? Promise.resolve(top) : wish.listNames(folder)));
  const there = new Set(top.map(({ name }) => name));
  const isThere = (path: string): boolean => there.has(path.split('/')[0] ?? '');
  const protectedNames = [...PROTECTED_IN_WORKSPACE.filter((path) => wish.keepsPlaces !== false || isThere(path)), ...PROTECTED_WHERE_THERE.filter(isThere)];
  const hidden = [...wish.ownState, ...HIDDEN_IN_HOME.map(inHome), ...secrets, ...(wish.alsoHidden ?? [])];
  return {
    workspace: wish.workspace,
    workspaceAccess: wish.workspaceAccess ?? 'read_write',
    scratch: wish.scratch,
    protectedPaths: [...protectedNames.map(inWorkspace), ...(isWithin(wish.home, wish.workspace) ? PROTECTED_IN_HOME.map(inHome) : []), ...(wish.alsoProtected ?? [])],
    hiddenPaths: [...new Set(hidden)],
    readablePaths: wish.toolchains ?? [],
    network: wish.network ?? 'off',
    limits: wish.limits ?? DEVELOPER_LIMITS,
  };
}

/** Breadth first, so that what is near the top is found even when the bound is reached. */
async function secretsIn(workspace: string, listNames: ListNames): Promise<string[]> {
  const secrets: string[] = [];
  let level = [workspace];
  let namesLeft = WALKED_NAMES_MAX;
  for (let depth = 0; depth < WALKED_DEPTH_MAX && level.length > 0; depth += 1) {
    const listed = await Promise.all(level.slice(0, namesLeft).map(async (folder) => ({ folder, names: await listNames(folder) })));
    level = [];
    for (const { folder, names } of listed) {
      for (const { name, isFolder } of names.slice(0, namesLeft)) {
        if (isSecretName(`${folder.slice(workspace.length)}/${name}`, isFolder)) secrets.push(`${folder}/${name}`);
        else if (isFolder && !NOT_WALKED.has(name)) level.push(`${folder}/${name}`);
      }
      namesLeft -= Math.min(names.length, namesLeft);
    }
  }
  if (secrets.length > HIDDEN_IN_WORKSPACE_MAX) throw tooManySecrets(workspace, secrets.length);
  return secrets;
}

function tooManySecrets(workspace: string, found: number): KeelsonError<'sandbox.failed'> {
  const detail = `${workspace} holds ${found} files that look like keys; at most ${HIDDEN_IN_WORKSPACE_MAX} can be hidden one by one`;
  return new KeelsonError('sandbox.failed', {
    message: `No program is started: ${detail}.`,
    nextStep: 'Move the keys into one folder and hide that in the settings, or choose a smaller workspace.',
    data: { backend: 'any', program: '', detail },
  });
}
