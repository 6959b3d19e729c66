import { isWithin, pathsBelow, PROXY_PORT, type SandboxProfile } from '../../tools/index.ts';

/** What every program on macOS reads to start at all. */
const SYSTEM_READS = ['/usr', '/bin', '/sbin', '/System', '/Library/Apple', '/Library/Developer/CommandLineTools', '/Applications/Xcode.app', '/opt/homebrew', '/private/etc/ssl', '/private/etc/localtime', '/private/var/db/timezone', '/dev'];
const SYSTEM_FILES = ['/private/etc/passwd', '/private/etc/group', '/private/etc/hosts', '/private/etc/shells'];
const WRITABLE_DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/tty', '/dev/dtracehelper'];

/**
 * A profile in the language of macOS's sandbox: nothing unless allowed, and the last rule that fits decides. There are
 * no mounts, so what is hidden or protected is refused by path, existing or not; /tmp is the scratch folder by variable.
 */
export function seatbeltProfile(profile: SandboxProfile): string {
  const { workspace, scratch, protectedPaths, hiddenPaths } = profile;
  const roots = [workspace, scratch];
  const holdsRoot = (hidden: string): boolean => roots.some((root) => isWithin(root, hidden));
  const around = hiddenPaths.filter(holdsRoot);
  const within = hiddenPaths.filter((hidden) => !holdsRoot(hidden));
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork process-exec)',
    '(allow signal (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.logger"))',
    `(allow file-read-metadata ${literals(['/', '/private', '/var', '/tmp', '/etc', '/Users', ...foldersAbove(roots)])})`,
    `(allow file-read* ${subpaths([...SYSTEM_READS, ...profile.readablePaths])} ${literals(SYSTEM_FILES)})`,
    `(allow file-write* ${literals(WRITABLE_DEVICES)})`,
    ...rule('deny file-read* file-write*', subpaths(around)),
    `(allow file-read* ${subpaths(roots)})`,
    `(allow file-write* ${subpaths(profile.workspaceAccess === 'read_write' ? roots : [scratch])})`,
    ...rule('deny file-write*', [subpaths(protectedPaths), literals(foldersOnTheWay(profile))].join(' ').trim()),
    ...rule('deny file-read* file-write*', subpaths(within)),
    '(deny network*)',
    ...networkRules(profile),
  ].join('\n');
}

/** A folder with something protected in it must not be renamed; writing into it is a rule of its own paths, not of this one. */
function foldersOnTheWay({ workspace, protectedPaths }: SandboxProfile): string[] {
  const parents = protectedPaths.map((path) => path.slice(0, path.lastIndexOf('/')));
  return [...new Set(parents.filter((path) => path !== workspace && path.startsWith(`${workspace}/`)))];
}

/** To go to a folder one must see that those above it are there. */
function foldersAbove(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => pathsBelow('/', path).slice(0, -1)))];
}

function rule(what: string, paths: string): string[] {
  return paths === '' ? [] : [`(${what} ${paths})`];
}

function networkRules({ network }: SandboxProfile): string[] {
  if (network === 'off') return [];
  return [
    `(allow network-outbound (literal ${quoted(network.proxySocket)}))`,
    `(allow network-bind network-inbound (local ip "localhost:${PROXY_PORT}"))`,
    `(allow network-outbound (remote ip "localhost:${PROXY_PORT}"))`,
  ];
}

const subpaths = (paths: readonly string[]): string => paths.map((path) => `(subpath ${quoted(path)})`).join(' ');
const literals = (paths: readonly string[]): string => paths.map((path) => `(literal ${quoted(path)})`).join(' ');

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
