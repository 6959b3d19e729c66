/** Shells, and the builtins that read code or change what the shell remembers. */
import type { Call, ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { changeFolder, lookupVariable, setVariable } from '../evaluate/shell-state.ts';
import { calculate } from '../expand/arithmetic.ts';
import { blurred, isKnown, isRemote, isSecret, plain, SECRET, UNKNOWN } from '../expand/marks.ts';
import { isSecretName } from '../rules/secrets.ts';
import { readOptions } from './options.ts';
import { runFile } from './script-files.ts';

/** Options of shells that take the next word, in front of `-c`. */
const SHELL_VALUES = new Set(['o', 'O', '+o', '+O', 'rcfile', 'init-file']);

function shell(call: Call): string {
  let at = 0;
  let inline = false;
  let fromInput = false;
  for (; at < call.args.length; at += 1) {
    const argument = call.args[at] ?? '';
    if (argument === '--') {
      at += 1;
      break;
    }
    if (argument === '--help' || argument === '--version') return UNKNOWN;
    if (argument.startsWith('--')) {
      const [name = '', value] = argument.slice(2).split('=');
      if (SHELL_VALUES.has(name)) {
        if (value === undefined) at += 1;
        call.ask('startup_file', `${call.shown} reads a start-up file.`);
      }
      if (name === 'command') inline = true;
      if (name === 'command' && value !== undefined) return runText(call, value, call.args.slice(at + 1), { own: false });
      continue;
    }
    if (!/^[-+].+/.test(argument)) break;
    if (!isKnown(argument)) break;
    if (argument.startsWith('-') && argument.includes('c')) inline = true;
    if (argument.startsWith('-') && argument.includes('s')) fromInput = true;
    if (/[oO]$/.test(argument)) at += 1;
  }
  const operands = call.args.slice(at);
  const [first, ...rest] = operands;
  if (inline) return first === undefined ? '' : runText(call, first, rest.slice(1), { own: false, ...(rest[0] !== undefined && { zero: rest[0] }) });
  if (first !== undefined && !fromInput) {
    if (first === '/dev/stdin' || first === '-' || first === '/proc/self/fd/0' || first === '/dev/fd/0') return fromStandardInput(call, rest);
    return runFile(call, first, rest);
  }
  return fromStandardInput(call, operands);
}

function fromStandardInput(call: Call, positional: readonly string[]): string {
  if (call.stdin === undefined) {
    call.ask('interactive_shell', `${call.shown} starts a shell that anything can be typed into.`);
    return UNKNOWN;
  }
  if (call.piped) call.ask('piped_code', `${call.shown} runs what comes through a pipe.`);
  return runText(call, call.stdin, positional, { own: false });
}

/** A shell that is started once for each thing found runs code that nobody reads with the names in it. */
export function askAboutShell(call: Call, [program = '', ...rest]: readonly string[]): void {
  if (SHELL_NAMES.test(program) && rest.some((argument) => /^-[a-z]*c$/.test(argument))) call.ask('inline_code', `${call.shown} starts a shell for what it is given.`);
}

const SHELL_NAMES = /^(.*\/)?(ba|da|z|k|a)?sh$/;

/** Runs a text as shell code; what of it is not known asks, and what is known is judged all the same. */
export function runText(call: Call, text: string, positional: readonly string[], { own, zero }: { own: boolean; zero?: string }): string {
  call.note('code');
  if (isRemote(text)) {
    call.note('foreign_code');
    call.ask('remote_code', `${call.shown} runs what comes over the network.`);
  } else if (isSecret(text)) call.ask('unknown_code', `${call.shown} runs what was read from a place of secrets.`);
  else if (!isKnown(text)) call.ask('unknown_code', `${call.shown} runs code that cannot be known before it runs.`);
  if (text.length <= 2 && !isKnown(text)) return blurred(text);
  // People who hide blanks behind IFS mean a blank, even where the shell would end the line.
  if (text.includes(' \t\n')) call.script(text.replaceAll(' \t\n', ' '), { positional });
  return call.script(text, { positional, own, ...(zero !== undefined && { zero }) });
}

const evaluates: ProgramRule = (call) => {
  const text = call.args.join(' ');
  if (text.trim() === '' && call.args.length > 0) call.ask('unknown_code', `${call.shown} runs what it is given as arguments, and there are none to look at.`);
  return runText(call, text, call.shell.positional, { own: true });
};

const sources: ProgramRule = (call) => {
  const [file, ...rest] = call.args;
  if (file === undefined) return '';
  if (file === '/dev/stdin') return runText(call, call.stdin ?? UNKNOWN, rest, { own: true });
  return runFile(call, file, rest, { own: true });
};

const traps: ProgramRule = (call) => {
  const [action = '', ...signals] = call.args.filter((argument) => argument !== '--');
  if (signals.length > 0 && !['-l', '-p', '-', ''].includes(action)) runText(call, action, [], { own: true });
  return '';
};

const changesFolder: ProgramRule = (call) => {
  const [target] = readOptions(call.args).operands;
  if (target === '-' || call.args.includes('-')) changeFolder(call.shell, [UNKNOWN]);
  else if (target === undefined) changeFolder(call.shell, call.name === 'cd' ? [call.context.home] : [UNKNOWN]);
  else changeFolder(call.shell, call.paths(target));
  return '';
};

const exports: ProgramRule = (call) => {
  const words = call.args.filter((argument) => !argument.startsWith('-'));
  if (words.length === 0 && call.name !== 'local') {
    if (call.args.includes('-f') || call.args.includes('-F')) return UNKNOWN;
    call.ask('secret_shown', `${call.shown} lists the environment, secrets included.`);
    return SECRET;
  }
  if (call.args.includes('-p')) {
    if (words.some(isSecretName)) call.ask('secret_shown', `${call.shown} shows a secret.`);
    return UNKNOWN;
  }
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = (equals === -1 ? word : word.slice(0, equals)).replace(/\+$/, '');
    if (equals !== -1 && call.args.some((argument) => /^-[a-zA-Z]*n/.test(argument))) call.shell.references.set(name, word.slice(equals + 1));
    else if (equals !== -1 && word.slice(equals + 1) !== '') setVariable(call.shell, name, word.slice(equals + 1));
    else if (equals !== -1 && !call.shell.arrays.has(name)) setVariable(call.shell, name, '');
    if (equals !== -1) call.set(name, word.slice(equals + 1));
  }
  return '';
};

const sets: ProgramRule = (call) => {
  const at = call.args.indexOf('--');
  if (at !== -1) call.shell.positional = call.args.slice(at + 1);
  else if (call.args.length === 0) {
    call.ask('secret_shown', `${call.shown} lists the environment, secrets included.`);
    return SECRET;
  } else if (!/^[-+]/.test(call.args[0] ?? '')) call.shell.positional = call.args;
  return '';
};

const aliases: ProgramRule = (call) => {
  for (const argument of call.args) {
    const equals = argument.indexOf('=');
    if (equals > 0) call.shell.aliases.set(argument.slice(0, equals), argument.slice(equals + 1));
  }
  return '';
};

const readsLine: ProgramRule = (call) => {
  const options = readOptions(call.args, { short: 'adinNptu' });
  const input = call.stdin ?? UNKNOWN;
  const [end = '\n'] = options.all('d');
  const [line = '', ...later] = input.split(end === '' ? '\u0000' : end.charAt(0));
  // What one `read` has taken is gone for the next.
  if (call.stdin === call.shell.stdin && call.stdin !== undefined) call.shell.stdin = later.join(end.charAt(0));
  const names = options.operands.length === 0 && !options.has('a') ? ['REPLY'] : options.operands;
  const fields = fieldsOf(line, call.shell.variables.get('IFS')?.[0] ?? ' \t\n');
  for (const name of options.all('a')) call.shell.arrays.set(name, isKnown(line) ? fields.map(({ text }) => text) : [blurred(input)]);
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    const field = fields[index];
    const value = isLast && field !== undefined ? line.slice(field.start, fields.at(-1)?.end) : (field?.text ?? '');
    call.set(name, value);
    call.shell.variables.set(name, isKnown(input) ? [value, UNKNOWN] : [blurred(input)]);
  }
  if (options.has('s') && options.has('p')) call.ask('asks_password', `${call.shown} asks for something in secret.`);
  return '';
};

/** A line split as `read` does it, with the places of its fields. */
function fieldsOf(line: string, separators: string): { text: string; start: number; end: number }[] {
  const fields: { text: string; start: number; end: number }[] = [];
  let start = 0;
  for (let at = 0; at <= line.length; at += 1) {
    const character = line.charAt(at);
    if (at < line.length && !separators.includes(character)) continue;
    if (at > start || (character !== '' && !/\s/.test(character))) fields.push({ text: line.slice(start, at), start, end: at });
    start = at + 1;
  }
  return fields;
}

const mapsLines: ProgramRule = (call) => {
  const [name = 'MAPFILE'] = readOptions(call.args, { short: 'dnOsuCc' }).operands;
  const input = call.stdin ?? UNKNOWN;
  call.shell.arrays.set(name, isKnown(input) ? input.split('\n').slice(0, 64) : [blurred(input)]);
  if (call.args.includes('-C')) evaluates({ ...call, args: [call.args[call.args.indexOf('-C') + 1] ?? ''] });
  return '';
};

const shifts: ProgramRule = (call) => {
  call.shell.positional = call.shell.positional.slice(Number(call.args[0] ?? 1) || 0);
  return '';
};

const unsets: ProgramRule = (call) => {
  for (const name of readOptions(call.args).operands) {
    if (name.startsWith('KEELSON_')) call.set(name, '');
    call.shell.variables.set(name, ['']);
    call.shell.functions.delete(name);
  }
  return '';
};

const hashes: ProgramRule = (call) => {
  const at = call.args.indexOf('-p');
  const [path, name] = call.args.slice(at + 1);
  if (at !== -1 && path !== undefined && name !== undefined) {
    call.shell.aliases.set(name, path);
    call.ask('command_replaced', `${call.shown} makes "${plain(name)}" mean ${plain(path)}.`);
  }
  return '';
};

const enables: ProgramRule = (call) => {
  if (call.args.includes('-f')) call.ask('runs_program', `${call.shown} loads code into the shell.`);
  return '';
};

const binds: ProgramRule = (call) => {
  if (call.args.some((argument) => argument.includes('x') || argument.startsWith('"'))) call.ask('runs_program', `${call.shown} ties commands to keys.`);
  return '';
};

const completes: ProgramRule = (call) => {
  const options = readOptions(call.args, { short: 'CFWPSXGA' });
  for (const text of options.all('C')) runText(call, text, [], { own: true });
  return '';
};

const silent: ProgramRule = () => '';

const calculates: ProgramRule = (call) => {
  for (const argument of call.args) {
    const equals = argument.indexOf('=');
    const value = equals === -1 ? undefined : calculate(argument.slice(equals + 1), (name) => lookupVariable(call.shell, name, call.context).values[0]);
    if (equals !== -1) setVariable(call.shell, argument.slice(0, equals), value === undefined ? UNKNOWN : String(value));
  }
  return '';
};

/** `type -p` prints where a program is. */
const namesPath: ProgramRule = (call) => (call.args.some((argument) => /^-[apP]*[pP]/.test(argument)) ? call.args.filter((argument) => !argument.startsWith('-')).map((name) => `/usr/bin/${name}\n`).join('') : '');

export const SHELL_PROGRAMS: ProgramTable = {
  sh: shell, bash: shell, dash: shell, zsh: shell, ksh: shell, mksh: shell, ash: shell, yash: shell, csh: shell, tcsh: shell,
  fish: shell, rbash: shell, ksh93: shell, pdksh: shell, xonsh: shell, nu: shell, elvish: shell,
  eval: evaluates, source: sources, '.': sources, trap: traps, cd: changesFolder, pushd: changesFolder, popd: changesFolder, chdir: changesFolder,
  export: exports, declare: exports, typeset: exports, local: exports, readonly: exports, set: sets, alias: aliases,
  unalias: silent, read: readsLine, mapfile: mapsLines, readarray: mapsLines, shift: shifts, unset: unsets, hash: hashes,
  enable: enables, bind: binds, complete: completes, compgen: completes,
  test: silent, '[': silent, return: silent, break: silent, continue: silent, exit: silent, wait: silent, jobs: silent,
  fg: silent, bg: silent, disown: silent, umask: silent, ulimit: silent, shopt: silent, getopts: silent, let: calculates,
  times: silent, dirs: silent, logout: silent, type: namesPath, help: silent, caller: silent, suspend: silent,
  history: (call) => (call.args.length > 0 && /^-[cwd]/.test(call.args[0] ?? '') ? call.ask('history', `${call.shown} changes the shell's history.`) : call.ask('secret_shown', `${call.shown} shows what was typed before.`)),
  fc: (call) => call.ask('history', `${call.shown} runs commands of the history again.`),
};

