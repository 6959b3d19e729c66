import { basename } from 'node:path';
import type { SandboxProfile } from './sandbox.ts';

/** Where programs are looked for: the system's own folders, never what the person's shell had in front of them. */
export const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'] as const;

/** Where a program in the sandbox reaches the filtering proxy. Its network is its own, so the number is free. */
export const PROXY_PORT = 3128;

/** Names that may be taken over from outside: how to write, never where to go or who one is. */
const INHERITED_NAMES: ReadonlySet<string> = new Set(['LANG', 'LC_ALL', 'LC_CTYPE', 'LC_MESSAGES', 'TZ', 'TERM', 'COLORTERM', 'NO_COLOR', 'FORCE_COLOR', 'CI']);

/** Names that make the loader or an interpreter run other code; never set, whoever asks for them. */
const NEVER_SET: ReadonlySet<string> = new Set(['LD_PRELOAD', 'LD_AUDIT', 'LD_LIBRARY_PATH', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'ENV', 'NODE_OPTIONS', 'PYTHONSTARTUP', 'PERL5OPT', 'RUBYOPT', 'GIT_SSH_COMMAND', 'SSH_AUTH_SOCK']);

export interface EnvironmentWish {
  readonly profile: SandboxProfile;
  /** The environment of this process, of which only harmless names are taken. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** Folders of programs in front of the system's own, such as a toolchain's. */
  readonly programFolders?: readonly string[];
  /** Names a person allowed in the settings; their values come from `inherited`. */
  readonly allowedNames?: readonly string[];
}

/** All that a program in the sandbox sees of an environment. */
export function environmentFor({ profile, inherited, programFolders = [], allowedNames = [] }: EnvironmentWish): Record<string, string> {
  const environment: Record<string, string> = { LANG: 'C.UTF-8' };
  for (const name of [...INHERITED_NAMES, ...allowedNames]) {
    const value = inherited[name];
    if (value !== undefined && !NEVER_SET.has(name) && isVariableName(name)) environment[name] = value;
  }
  return { ...environment, PATH: [...programFolders, ...SYSTEM_PATH].join(':'), HOME: profile.scratch, TMPDIR: '/tmp', USER: 'keelson', LOGNAME: 'keelson', ...cacheVariables(profile), ...toolchainVariables(profile), ...proxyVariables(profile) };
}

/** Programs that keep what they worked out beside the sources, unless they are told of another place, and that place below the scratch folder. */
const CACHES: Readonly<Record<string, string>> = { XDG_CACHE_HOME: '', PYTHONPYCACHEPREFIX: '/python', MYPY_CACHE_DIR: '/mypy', RUFF_CACHE_DIR: '/ruff', COVERAGE_FILE: '/coverage', npm_config_cache: '/npm', GOCACHE: '/go-build' };

function cacheVariables({ scratch }: SandboxProfile): Record<string, string> {
  return Object.fromEntries(Object.entries(CACHES).map(([name, below]) => [name, `${scratch}/.cache${below}`]));
}

/** Toolchains that look for themselves in the home, which is the scratch folder here. What they write goes there, since nothing else may be written. */
const TOOLCHAIN_VARIABLES: Readonly<Record<string, string>> = { '.rustup': 'RUSTUP_HOME', '.pyenv': 'PYENV_ROOT', '.rbenv': 'RBENV_ROOT' };

function toolchainVariables({ readablePaths }: SandboxProfile): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const path of readablePaths) {
    const name = TOOLCHAIN_VARIABLES[basename(path)];
    if (name !== undefined) variables[name] ??= path;
  }
  return variables;
}

/** Programs disagree on the spelling, so both are set. */
function proxyVariables({ network }: SandboxProfile): Record<string, string> {
  if (network === 'off') return {};
  const address = `http://127.0.0.1:${PROXY_PORT}`;
  const both = (name: string, value: string): Record<string, string> => ({ [name]: value, [name.toLowerCase()]: value });
  return { ...both('HTTP_PROXY', address), ...both('HTTPS_PROXY', address), ...both('ALL_PROXY', address), ...both('NO_PROXY', ''), NODE_USE_ENV_PROXY: '1' };
}

/** A name that every shell can carry. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}
