import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { LAUNCHER, type Ended } from './keelson-home.ts';
import { ended, type ToolsCommandLine } from './tools-command-line.ts';

/** What a process asked of the system that reaches beyond itself. */
export interface SeenAlone extends Ended {
  /** Programs that were started, itself left out, and processes that were forked. */
  readonly processes: readonly string[];
  readonly sockets: readonly string[];
  /** Files that were opened for writing, made, renamed or removed, outside the data folder. */
  readonly writtenElsewhere: readonly string[];
}

const CALLS = 'execve,execveat,fork,vfork,clone,clone3,%network,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat';
/** What only takes words in, and where every program tells what it says. */
const NO_FILES = ['/dev/null', '/dev/tty', '/proc/'];

/** Why a process cannot be watched here; undefined when it can. */
export function whyNotAlone(): string | undefined {
  if (spawnSync('unshare', ['--user', '--map-root-user', '--net', 'true']).status !== 0) return 'no network namespace can be made here';
  return spawnSync('unshare', ['--user', '--map-root-user', '--net', 'strace', '-f', '-o', '/dev/null', 'true']).status === 0 ? undefined : 'no process can be traced here';
}

type Place = Pick<ToolsCommandLine, 'home' | 'workspace'>;

/** Runs the command line in a network namespace without an interface, and sees every call by which it could reach beyond itself. */
export function keelsonAlone(place: Place, words: readonly string[]): Promise<SeenAlone> {
  return programAlone(place, [LAUNCHER, ...words]);
}

/** The same for any script. */
export async function programAlone({ home, workspace }: Place, script: readonly string[]): Promise<SeenAlone> {
  const trace = join(dirname(home), 'calls.txt');
  const child = spawn('unshare', ['--user', '--map-root-user', '--net', 'strace', '-f', '--seccomp-bpf', '-qq', '-y', '-s', '4096', '-e', `trace=${CALLS}`, '-o', trace, process.execPath, ...script], {
    cwd: workspace,
    // The cache of compiled code is the runtime's own, and would be seen as writing.
    env: { PATH: process.env['PATH'], HOME: dirname(home), LANG: 'C.UTF-8', KEELSON_HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const end = await ended(child);
  const calls = readFileSync(trace, 'utf8').split('\n').flatMap(callOf);
  const [_itself, ...started] = calls.filter(({ name }) => name.startsWith('execve'));
  const forked = calls.filter(({ name, rest }) => /^(?:fork|vfork|clone3?)$/.test(name) && !rest.includes('CLONE_THREAD'));
  const sockets = calls.filter(({ name, rest }) => name === 'socket' || (name === 'connect' && !rest.startsWith('-1')));
  const written = calls.filter(isWriting).flatMap(({ rest }) => pathsIn(rest, workspace)).filter((path) => !path.startsWith(`${home}/`) && !NO_FILES.some((place) => path.startsWith(place)));
  return { ...end, processes: [...started, ...forked].map(lineOf), sockets: sockets.map(lineOf), writtenElsewhere: [...new Set(written)] };
}

interface SystemCall {
  readonly name: string;
  readonly rest: string;
}

function callOf(line: string): SystemCall[] {
  const [, name, rest] = /^\d+\s+([a-z0-9_]+)\((.*)$/.exec(line) ?? [];
  return name === undefined || rest === undefined ? [] : [{ name, rest }];
}

function isWriting({ name, rest }: SystemCall): boolean {
  if (/^(?:fork|vfork|clone|exec)/.test(name) || ['socket', 'connect', 'bind', 'sendto', 'recvfrom', 'getsockname', 'getsockopt', 'setsockopt', 'shutdown', 'socketpair'].includes(name)) return false;
  return name === 'open' || name === 'openat' ? /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(rest) : true;
}

/** Every path of a call; one that is relative is taken from the folder that stands before it. */
function pathsIn(rest: string, folder: string): string[] {
  return [...rest.matchAll(/(?:AT_FDCWD(?:<([^>]*)>)?|\d+<([^>]*)>)?,?\s*"((?:[^"\\]|\\.)*)"/g)].map(([, here, held, path = '']) => (isAbsolute(path) ? path : join(held ?? here ?? folder, path)));
}

function lineOf({ name, rest }: SystemCall): string {
  return `${name}(${rest}`;
}
