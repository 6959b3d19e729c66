/** What a shell remembers between two commands. */
import type { CommandContext } from '../context.ts';
import { BELOW, UNKNOWN, SECRET } from '../expand/marks.ts';
import type { Lookup } from '../expand/scope.ts';
import { isSecretName } from '../rules/secrets.ts';
import type { Command } from '../syntax/tree.ts';

export interface ShellState {
  readonly variables: Map<string, readonly string[]>;
  readonly arrays: Map<string, readonly string[]>;
  /** Names that `declare -n` makes stand for other names. */
  readonly references: Map<string, string>;
  readonly functions: Map<string, Command>;
  readonly aliases: Map<string, string>;
  /** What files hold that this line wrote, and which program a copy or link is; by absolute path. */
  readonly files: Map<string, string>;
  readonly links: Map<string, string>;
  /** What can be read from descriptors that `exec` has opened. */
  readonly descriptors: Map<string, string>;
  positional: readonly string[];
  /** Folders in which the shell may stand, likeliest first. */
  folders: readonly string[];
  stdin: string | undefined;
  /** Above 0 what happens may also not happen, so new values stand beside the old ones. */
  uncertainty: number;
}

export function newShellState(context: CommandContext): ShellState {
  return {
    variables: new Map(), arrays: new Map(), references: new Map(), functions: new Map(), aliases: new Map(), files: new Map(), links: new Map(),
    descriptors: new Map(),
    positional: [], folders: [context.currentFolder], stdin: undefined, uncertainty: 0,
  };
}

export function copyOf(state: ShellState): ShellState {
  return {
    ...state,
    variables: new Map(state.variables), arrays: new Map(state.arrays), references: new Map(state.references),
    functions: new Map(state.functions), aliases: new Map(state.aliases), descriptors: new Map(state.descriptors),
  };
}

export function setVariable(state: ShellState, name: string, value: string): void {
  const old = state.uncertainty > 0 ? (state.variables.get(name) ?? ['', UNKNOWN]) : [];
  state.variables.set(name, [...new Set([value, ...old])].slice(0, 4));
  state.arrays.delete(name);
}

export function changeFolder(state: ShellState, folders: readonly string[]): void {
  state.folders = [...new Set([...folders, ...(state.uncertainty > 0 ? state.folders : [])])].slice(0, 4);
}

const USUAL: Readonly<Record<string, string>> = {
  IFS: ' \t\n',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  SHELL: '/bin/bash', BASH: '/bin/bash', '0': 'bash', '-': 'hB', OSTYPE: 'linux-gnu', TERM: 'xterm-256color', LANG: 'en_GB.UTF-8',
};

/** Every value that a name may have; a name that nothing is known about may as well be unset. */
export function lookupVariable(state: ShellState, asked: string, context: CommandContext): Lookup {
  const name = state.references.get(asked) ?? asked;
  const set = state.variables.get(name);
  if (set !== undefined) return { values: set, mayBeUnset: false };
  const array = state.arrays.get(name);
  if (array !== undefined) return { values: [array[0] ?? ''], mayBeUnset: false };
  if (/^[1-9][0-9]*$/.test(name)) {
    const value = state.positional[Number(name) - 1];
    return value === undefined ? { values: [''], mayBeUnset: false } : { values: [value], mayBeUnset: false };
  }
  if (name === '#') return { values: [String(state.positional.length)], mayBeUnset: false };
  if (name === '@' || name === '*') return { values: [state.positional.join(' ')], mayBeUnset: false };
  if (name === 'PWD') return { values: state.folders, mayBeUnset: false };
  if (name === 'HOME') return { values: [context.home], mayBeUnset: false };
  if (name === 'USER' || name === 'LOGNAME') return { values: [context.home.split('/').at(-1) ?? UNKNOWN], mayBeUnset: false };
  if (name === '?') return { values: ['0', UNKNOWN], mayBeUnset: false };
  // The shell's parent is the program that asks for this judgement.
  if (name === 'PPID') return { values: ['pid-of-keelson'], mayBeUnset: false };
  if (name === '_' || name === '!') return { values: [UNKNOWN], mayBeUnset: true };
  if (['$', 'RANDOM', 'SECONDS', 'EPOCHSECONDS', 'UID', 'EUID', 'LINENO', 'HOSTNAME'].includes(name)) return { values: [BELOW], mayBeUnset: false };
  if (['OLDPWD', 'TMPDIR'].includes(name)) return { values: [UNKNOWN], mayBeUnset: false };
  const known = context.environment[name];
  if (isSecretName(name)) return { values: [SECRET], mayBeUnset: known === undefined };
  if (known !== undefined) return { values: [known === '' ? UNKNOWN : known], mayBeUnset: false };
  const usual = USUAL[name];
  return usual === undefined ? { values: [UNKNOWN], mayBeUnset: true } : { values: [usual], mayBeUnset: false };
}
