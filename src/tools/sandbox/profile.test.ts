import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { DEVELOPER_LIMITS, HIDDEN_IN_WORKSPACE_MAX } from './default-limits.ts';
import { profileFor, type ListedName } from './profile.ts';

type Tree = { readonly [name: string]: Tree | null };

/** A tree of names; null is a file. */
const listing = (tree: Tree, asked: string[] = []) => (folder: string): Promise<readonly ListedName[]> => {
  asked.push(folder);
  const at = folder.split('/').slice(2).reduce<Tree>((node, name) => node[name] ?? {}, tree);
  return Promise.resolve(Object.entries(at).map(([name, node]) => ({ name, isFolder: node !== null })));
};
const WISH = { workspace: '/w', home: '/home/u', ownState: ['/home/u/.keelson'], scratch: '/s' };
const hiddenInWorkspace = async (tree: Tree): Promise<string[]> => (await profileFor({ ...WISH, listNames: listing(tree) })).hiddenPaths.filter((path) => path.startsWith('/w/'));

describe('profileFor', () => {
  it('protects what other programs of the person run, and hides keys and its own state', verifies('KEL-SBX-03', 'KEL-SBX-04'), async () => {
    const profile = await profileFor({ ...WISH, listNames: listing({}), alsoProtected: ['/w/Makefile'], alsoHidden: ['/w/private'] });
    expect(profile).toMatchObject({ workspace: '/w', workspaceAccess: 'read_write', scratch: '/s', readablePaths: [], network: 'off', limits: DEVELOPER_LIMITS });
    expect(profile.protectedPaths).toEqual(expect.arrayContaining(['/w/.git/hooks', '/w/.git/config', '/w/.vscode', '/w/.mcp.json', '/w/keelson.config.json', '/w/keelson.config.ts', '/w/Makefile']));
    expect(profile.hiddenPaths).toEqual(expect.arrayContaining(['/home/u/.keelson', '/home/u/.ssh', '/home/u/.aws', '/home/u/.gnupg', '/home/u/.config/gcloud', '/home/u/.kube', '/home/u/.netrc', '/w/private']));
  });

  it('protects what is run only once it is trusted where it is there, and keeps no place for it where it is not', verifies('KEL-SBX-03'), async () => {
    const names = ['/w/.gitmodules', '/w/.husky', '/w/.idea', '/w/.envrc', '/w/.cursor'];
    const there = await profileFor({ ...WISH, listNames: listing({ '.gitmodules': null, '.husky': {}, '.idea': {}, '.envrc': null, '.cursor': {} }) });
    const missing = await profileFor({ ...WISH, listNames: listing({}) });
    expect([there, missing].map(({ protectedPaths }) => protectedPaths.filter((path) => names.includes(path)))).toEqual([names, []]);
  });

  it('keeps no place for what is missing when somebody looks for it afterwards', verifies('KEL-SBX-03'), async () => {
    const of = async (tree: Tree) => (await profileFor({ ...WISH, keepsPlaces: false, listNames: listing(tree) })).protectedPaths;
    expect(await of({})).toEqual([]);
    expect(await of({ '.git': {}, '.vscode': {} })).toEqual(['/w/.git/hooks', '/w/.git/config', '/w/.git/config.worktree', '/w/.git/info/attributes', '/w/.git/modules', '/w/.vscode']);
  });

  it('protects what starts with a session when the person works in his home', verifies('KEL-SBX-03'), async () => {
    const inHome = await profileFor({ ...WISH, workspace: '/home/u', listNames: listing({}) });
    expect(inHome.protectedPaths).toEqual(expect.arrayContaining(['/home/u/.git/hooks', '/home/u/.bashrc', '/home/u/.config/autostart', '/home/u/.local/bin']));
    const elsewhere = await profileFor({ ...WISH, listNames: listing({}) });
    expect(elsewhere.protectedPaths.filter((path) => path.startsWith('/home'))).toEqual([]);
  });

  it('finds key files near the top of the workspace by their names', verifies('KEL-SBX-04'), async () => {
    const tree = { '.env': null, '.env.local': null, '.env.example': null, 'server.pem': null, '.npmrc': null, 'readme.md': null, '.ssh': { config: null }, 'packages': { api: { '.env': null, 'src': { 'keys.ts': null, 'deep': { 'id_rsa': null } } } }, 'node_modules': { x: { '.env': null } } };
    expect(await hiddenInWorkspace(tree)).toEqual(['/w/.env', '/w/.env.local', '/w/server.pem', '/w/.ssh', '/w/packages/api/.env']);
  });

  it('looks at a bounded number of names, the nearest first', verifies('KEL-SBX-04'), async () => {
    const asked: string[] = [];
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`f${at}`, { inner: null }]));
    await profileFor({ ...WISH, listNames: listing(many, asked) });
    expect(asked).toEqual(['/w']);
  });

  it('refuses to start with more keys than it can hide', verifies('KEL-SBX-10'), async () => {
    const keys = Object.fromEntries(Array.from({ length: HIDDEN_IN_WORKSPACE_MAX + 1 }, (_, at) => [`k${at}.pem`, null]));
    await expect(profileFor({ ...WISH, listNames: listing(keys) })).rejects.toMatchObject({ code: 'sandbox.failed', data: { detail: '/w holds 201 files that look like keys; at most 200 can be hidden one by one' } });
  });
});
