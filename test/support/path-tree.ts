import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What every file outside the workspace holds, so that a leak is seen in whatever it ends up in. */
export const OUTSIDE_SECRET = 'SECRET-OUTSIDE';

const INSIDE: Readonly<Record<string, string>> = {
  'a.txt': 'inside',
  'dir/b.txt': 'inside',
  'dir/deep/c.txt': 'inside',
  'dir/h.txt': 'inside',
  '..hidden/f.txt': 'inside',
  '.../f.txt': 'inside',
  'file with spaces.txt': 'inside',
  'caf\u00e9.txt': 'inside',
  'src/env.ts': 'inside',
  'docs/git-hooks.md': 'inside',
  '.env': 'K=inside-secret',
  '.env.local': 'K=1',
  '.env.example': 'K=',
  'config/.env.production': 'K=1',
  '.git/config': '[core]',
  '.git/hooks/pre-commit.sample': '#',
  '.npmrc': '//r/:_authToken=x',
  '.vscode/tasks.json': '{}',
  '.mcp.json': '{}',
  id_rsa: 'KEY',
  'certs/server.pem': 'KEY',
};

const OUTSIDE: readonly string[] = [
  'ws-evil/x.txt',
  'ws2/x.txt',
  'out/secret.txt',
  'out/sub/s2.txt',
  'home/.ssh/id_rsa',
  'home/.aws/credentials',
  'home/.bashrc',
  'matters/m2/privileged.txt',
];

/** Name in the workspace to what it points to. */
const LINKS: Readonly<Record<string, string>> = {
  link_out: '../out',
  link_secret: '../out/secret.txt',
  link_abs: '/etc/passwd',
  link_in: 'dir/b.txt',
  link_dir_in: 'dir',
  link_chain1: 'link_chain2',
  link_chain2: 'link_out',
  dangling_out: '../out/new.txt',
  dangling_in: 'dir/new.txt',
  loop1: 'loop2',
  loop2: 'loop1',
  link_proc: '/proc/self/root',
  link_devfd: '/dev/fd',
  self: '.',
  up: '..',
  'dir/m2': '../../matters/m2',
  'dir/link_up2': '../../out',
  readme_link: '.env',
};

export interface PathTree {
  readonly root: string;
  readonly workspace: string;
  readonly outside: string;
  readonly home: string;
  /** A path of a fixture with its placeholders filled in. */
  fill(path: string): string;
  /** Everything outside the workspace, name to content: what must never change. */
  snapshot(): Record<string, string>;
  remove(): void;
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** A workspace full of traps, with the things beside it that they lead to. All of it is made up. */
export function buildPathTree(): PathTree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-paths-')));
  const workspace = join(root, 'ws');
  for (const [path, content] of Object.entries(INSIDE)) write(join(workspace, path), content);
  for (const path of OUTSIDE) write(join(root, path), OUTSIDE_SECRET);
  for (const [path, target] of Object.entries(LINKS)) symlinkSync(target, join(workspace, path));
  symlinkSync(join(root, 'home/.ssh'), join(workspace, 'link_ssh'));
  symlinkSync('ws', join(root, 'wslink'));
  linkSync(join(root, 'out/secret.txt'), join(workspace, 'hard_secret'));
  linkSync(join(workspace, 'dir/h.txt'), join(workspace, 'hard_inside'));
  execFileSync('mkfifo', [join(workspace, 'pipe')]);
  const tokens: Readonly<Record<string, string>> = {
    '{{WSLINK}}': join(root, 'wslink'),
    '{{WS}}': workspace,
    '{{OUT}}': join(root, 'out'),
    '{{HOME}}': join(root, 'home'),
    '{{SIB}}': join(root, 'ws-evil'),
    '{{ROOT}}': root,
  };
  return {
    root,
    workspace,
    outside: join(root, 'out'),
    home: join(root, 'home'),
    fill: (path) => Object.entries(tokens).reduce((text, [token, value]) => text.replaceAll(token, value), path),
    snapshot: () => Object.fromEntries(readdirSync(root).filter((name) => name !== 'ws').flatMap((name) => contents(join(root, name)))),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function contents(path: string): [string, string][] {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return [[path, `-> ${readlinkSync(path)}`]];
  if (!stats.isDirectory()) return [[path, readFileSync(path, 'utf8')]];
  return [[path, 'a folder'], ...readdirSync(path).flatMap((name) => contents(join(path, name)))];
}

/** One thing that somebody does to the tree between check and use. */
export type RaceStep =
  | { readonly symlink: readonly [target: string, path: string] }
  | { readonly hardlink: readonly [target: string, path: string] }
  | { readonly rename: readonly [from: string, to: string] }
  | { readonly remove: string }
  | { readonly fifo: string }
  | { readonly mkdir: string };

export function applyRace(tree: PathTree, steps: readonly RaceStep[]): void {
  const at = (path: string): string => (path.startsWith('{{') ? tree.fill(path) : join(tree.workspace, path));
  for (const step of steps) {
    if ('symlink' in step) symlinkSync(tree.fill(step.symlink[0]), at(step.symlink[1]));
    else if ('hardlink' in step) linkSync(at(step.hardlink[0]), at(step.hardlink[1]));
    else if ('rename' in step) renameSync(at(step.rename[0]), at(step.rename[1]));
    else if ('fifo' in step) execFileSync('mkfifo', [at(step.fifo)]);
    else if ('mkdir' in step) mkdirSync(at(step.mkdir));
    else rmSync(at(step.remove), { recursive: true });
  }
}
