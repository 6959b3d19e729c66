/** Paths that matter, by name. Pure text: nothing here looks at a disk. */
import type { CommandContext } from '../context.ts';
import { compileGlob } from '../expand/globs.ts';
import { hasGlob, plain } from '../expand/marks.ts';

const TOP_LEVEL = [
  'bin', 'boot', 'dev', 'etc', 'home', 'lib', 'lib32', 'lib64', 'libx32', 'media', 'mnt', 'nix', 'opt', 'proc', 'root', 'run',
  'sbin', 'snap', 'srv', 'sys', 'usr', 'var', 'Applications', 'Library', 'Network', 'System', 'Users', 'Volumes', 'cores',
  'private', 'Windows', 'Program Files',
];
/** Below these nothing may be removed with all it holds. */
const SYSTEM_TREES = [
  '/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/proc', '/sbin', '/sys', '/usr/bin',
  '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec', '/usr/share', '/usr/include', '/var/lib', '/System',
  '/Library', '/private/etc', '/private/var/db', '/Applications',
];
/** Whole, but single entries in them are a person's business. */
const SYSTEM_FOLDERS = [
  '/usr', '/usr/local', '/usr/local/bin', '/usr/local/lib', '/usr/src', '/var', '/var/log', '/var/cache', '/var/spool',
  '/var/mail', '/var/www', '/var/run', '/var/backups', '/var/db', '/private/var', '/run/user', '/mnt/c', '/mnt/c/Windows',
  '/mnt/c/Users', '/c', '/c/Windows', '/c/Users',
];
const CRITICAL_FILES = new Set([
  '/etc/passwd', '/etc/shadow', '/etc/group', '/etc/gshadow', '/etc/sudoers', '/etc/fstab', '/etc/hosts.allow',
  '/etc/master.passwd', '/etc/pam.conf', '/etc/inittab', '/etc/ld.so.conf', '/etc/nsswitch.conf', '/etc/security/opasswd',
]);
const CRITICAL_TREES = [
  '/boot', '/bin', '/sbin', '/lib', '/lib64', '/usr/bin', '/usr/sbin', '/usr/lib', '/etc/sudoers.d', '/etc/pam.d',
  '/sys/firmware', '/System',
];
const PERSONAL_FOLDERS = [
  'Documents', 'Desktop', 'Downloads', 'Pictures', 'Music', 'Movies', 'Videos', 'Library', '.ssh', '.gnupg', '.config', '.local',
  '.aws', '.kube', '.mozilla', '.thunderbird', 'Mail', 'Dropbox', 'OneDrive', 'iCloud Drive',
];
const SCRATCH = ['/tmp', '/var/tmp', '/private/tmp', '/dev/shm', '/var/folders', '/private/var/folders'];
const HARMLESS_DEVICES = /^\/dev\/(null|zero|full|random|urandom|tty|stdin|stdout|stderr|ptmx|console|fd(\/.*)?|pts(\/.*)?|shm(\/.*)?)$/;

export function isUnder(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || folder === '/' || path[folder.length] === '/');
}

export function isScratch(path: string): boolean {
  return SCRATCH.some((folder) => path !== folder && isUnder(path, folder));
}

/** A device that is a disk, a partition, the memory or firmware. */
export function isRawDevice(path: string): boolean {
  return (isUnder(path, '/dev') && path !== '/dev' && !HARMLESS_DEVICES.test(path)) || path.startsWith('/sys/firmware/efi/efivars') || /^\\\\\.\\PhysicalDrive/i.test(path);
}

export function isSystem(path: string): boolean {
  return path === '/' || TOP_LEVEL.some((name) => ![
    'home', 'Users', 'mnt', 'media', 'Volumes', 'srv', 'opt', 'root',
  ].includes(name) && isUnder(path, `/${name}`));
}

export function isCritical(path: string): boolean {
  return CRITICAL_FILES.has(path) || CRITICAL_TREES.some((folder) => isUnder(path, folder));
}

/** Keelson's own files: what the context names, and whatever is called so; a placeholder nobody filled in counts too. */
export function isOwnState(path: string, context: CommandContext): boolean {
  if (context.ownState.some((own) => isUnder(path, own))) return true;
  return path.split('/').some((name) => name === '.keelson' || /^keelson\.(config|policy)\./.test(name) || /^\{\{[A-Z_]+\}\}$/.test(name) || /^keelson\.(json|ya?ml|toml)$/.test(name)) || /(\/(\.config|Application Support)|^\/etc)\/(.*\/)?keelson(\/|$)/i.test(path);
}

/** What is lost when this path is removed with all it holds, or undefined when it is only a folder like others. */
export function vitalName(path: string, context: CommandContext): string | undefined {
  if (path === '/') return 'the root of the file system';
  if (isUnder(context.home, path)) return 'the home folder';
  if (isUnder(context.workspace, path) && path !== context.workspace) return 'a folder that holds the workspace';
  const [, top = '', second = '', third] = path.split('/');
  if (second === '' && TOP_LEVEL.includes(top)) return 'a folder of the system';
  if (isUnder(path, context.workspace)) return undefined;
  if (third === undefined && ['home', 'Users'].includes(top)) return 'a home folder';
  if (SYSTEM_FOLDERS.includes(path) || SYSTEM_TREES.some((tree) => isUnder(path, tree))) return isScratch(path) ? undefined : 'a folder of the system';
  if (['mnt', 'media', 'Volumes'].includes(top) && third === undefined) return 'a mounted disk';
  if (PERSONAL_FOLDERS.some((name) => path === `${context.home}/${name}`)) return 'a personal folder';
  if (/^[A-Za-z]:[\\/]*(\*|Windows|Users|Program Files)?$/i.test(path)) return 'a system disk';
  if (context.ownState.some((own) => isUnder(own, path))) return 'the folder that holds Keelson’s own state';
  return undefined;
}

/** Paths that a pattern is tried against, because matching one of them by a glob is as bad as naming it; as names. */
function vitalPaths(context: CommandContext): readonly (readonly string[])[] {
  const known = vitalPathsByContext.get(context);
  if (known !== undefined) return known;
  const paths = [
    '/',
    ...TOP_LEVEL.map((name) => `/${name}`),
    ...SYSTEM_TREES, ...SYSTEM_FOLDERS, context.home, '/home/user', '/root', ...ancestors(context.workspace),
    ...PERSONAL_FOLDERS.map((name) => `${context.home}/${name}`),
  ].map((path) => path.split('/'));
  vitalPathsByContext.set(context, paths);
  return paths;
}

const vitalPathsByContext = new WeakMap<CommandContext, readonly (readonly string[])[]>();

function ancestors(path: string): string[] {
  const names = path.split('/').slice(1, -1);
  return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
}

/** The vital thing that a path with living globs may stand for. */
export function vitalMatch(path: string, context: CommandContext): string | undefined {
  let known = vitalByContext.get(context);
  if (known === undefined) vitalByContext.set(context, (known = new Map()));
  const before = known.get(path);
  if (before !== undefined) return before.vital;
  const vital = hasGlob(path) ? vitalGlob(path, context) : vitalName(path, context);
  if (known.size < REMEMBERED_MAX) known.set(path, { vital });
  return vital;
}

/** A line that names the same place again and again is answered at once. */
const vitalByContext = new WeakMap<CommandContext, Map<string, { readonly vital: string | undefined }>>();
const REMEMBERED_MAX = 256;

function vitalGlob(path: string, context: CommandContext): string | undefined {
  const names = path.split('/');
  const last = names.at(-1) ?? '';
  if (matchesAlmostAll(last)) {
    const parent = vitalMatch(names.slice(0, -1).join('/') || '/', context);
    if (parent !== undefined) return `everything in ${parent}`;
  }
  const matchers = names.map((name) => (hasGlob(name) ? compileGlob(name, 'marks') : (text: string) => text === name));
  const hit = vitalPaths(context).find((vital) => vital.length === names.length && vital.every((name, index) => matchers[index]?.(name) === true));
  return hit === undefined ? undefined : `${hit.join('/')} among others`;
}

/** `*`, `.*`, `?*`, `[!x]*`: whatever a person calls things. */
function matchesAlmostAll(name: string): boolean {
  const matches = compileGlob(name, 'marks');
  return [
    'src', 'a', 'README.md', 'Documents', 'zz9',
  ].filter((sample) => matches(sample)).length >= 4 || ['.ssh', '.bashrc', '.config', '..'].filter((sample) => matches(sample)).length >= 3;
}

const DETOUR = /\/\.{0,2}(\/|$)/;

function withoutDetours(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(name);
  }
  return `/${names.join('/')}`;
}

/** Makes a path absolute and drops `.`, `..`, doubled slashes and the detours through /proc. */
export function normalise(path: string, folder: string): string {
  const absolute = path.startsWith('/') ? path : `${folder}/${path}`;
  const clean = DETOUR.test(absolute) ? withoutDetours(absolute) : absolute;
  if (!isUnder(clean, '/proc')) return clean;
  const detour = /^\/proc\/(?:self|thread-self|[0-9]+|…)\/root(\/.*)?$/.exec(clean);
  if (detour) return detour[1] ?? '/';
  const here = /^\/proc\/(?:self|thread-self)\/cwd(\/.*)?$/.exec(clean);
  return here ? normalise(`.${here[1] ?? ''}`, folder) : clean;
}

export function shownPath(path: string): string {
  return plain(path);
}
