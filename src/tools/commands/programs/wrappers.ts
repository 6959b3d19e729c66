/** Programs that start another program which their arguments name. */
import type { Call, ProgramRule, ProgramTable, Setting } from '../evaluate/call.ts';
import { isKnown, plain, UNKNOWN } from '../expand/marks.ts';
import { codeText } from '../rules/inline-code.ts';
import { type OptionShape, readOptions } from './options.ts';
import { askAboutShell, runText } from './shells.ts';

const EMPTY: OptionShape = {};

/** Options, then a number of own operands, then the command. */
const wraps = (shape: OptionShape, skip = 0, floor?: (call: Call) => void): ProgramRule => (call) => {
  const options = readOptions(call.args, { ...shape, operandsFirst: true });
  const { settings, command } = withoutSettings(options.operands.slice(skip));
  floor?.(call);
  return command.length === 0 ? UNKNOWN : call.run(command, { settings });
};

/** `sudo A=b cmd` and `env A=b cmd`: what is set for the command, and the command. */
function withoutSettings(words: readonly string[]): { settings: readonly Setting[]; command: readonly string[] } {
  const settings: Setting[] = [];
  for (const word of words) {
    const equals = word.indexOf('=');
    if (!/^[A-Za-z_][\w%()]*=/.test(word)) break;
    settings.push({ name: word.slice(0, equals), value: word.slice(equals + 1) });
  }
  return { settings, command: words.slice(settings.length) };
}

const privileged = (call: Call): void => call.ask('privilege', `${call.shown} runs with another user's rights.`);
const traced = (call: Call): void => call.ask('tracing', `${call.shown} looks into another program.`);

function environment(call: Call): string | void {
  const shape: OptionShape = { short: 'uCSPa', long: ['unset', 'chdir', 'split-string', 'argv0', 'block-signal', 'default-signal'], operandsFirst: true };
  const options = readOptions(call.args, shape);
  const split = options.all('S', 'split-string', 'vS', 'iS');
  if (split.length > 0) {
    const after = call.args.slice(call.args.findIndex((argument) => split.some((text) => argument.endsWith(text))) + 1);
    call.script([...split, ...after.map(quoted)].join(' '));
    return UNKNOWN;
  }
  const { settings, command } = withoutSettings(options.operands[0] === '-' ? options.operands.slice(1) : options.operands);
  const [folder] = options.all('C', 'chdir');
  if (command.length > 0) return call.run(command, { settings, ...(folder !== undefined && { folder }) });
  if (options.operands.length === 0 && options.has('help', 'version')) return UNKNOWN;
  call.ask('secret_shown', `${call.shown} lists the environment, secrets included.`);
  return '\ue001';
}

export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** xargs adds words that come from its input. */
function appendsInput(call: Call): string {
  const long = ['arg-file', 'delimiter', 'eof', 'replace', 'max-lines', 'max-args', 'max-procs', 'max-chars', 'process-slot-var'];
  const options = readOptions(call.args, { short: 'adEILnPs', long, operandsFirst: true });
  const [placeholder] = options.all('I', 'replace');
  const [file] = options.all('a', 'arg-file');
  const input = file === undefined ? call.stdin : call.fileContent(file);
  const items = input === undefined ? [UNKNOWN] : splitItems(input, options.has('0', 'null') ? 'nul' : placeholder === undefined ? 'blank' : 'line');
  const inner = options.operands.length === 0 ? ['echo'] : options.operands;
  askAboutShell(call, inner);
  if (placeholder !== undefined) {
    for (const item of items.slice(0, 32)) call.run(inner.map((word) => word.replaceAll(placeholder, () => item)));
    return UNKNOWN;
  }
  // Input that is not known never carries flags here: the words of a rule must stand in the command itself.
  return call.run([...inner, ...items], { stdin: '' });
}

function splitItems(input: string, at: 'nul' | 'line' | 'blank'): string[] {
  if (at === 'nul') return input.split('\u0000').map((item) => item.replace(/\n$/, '')).filter((item) => item !== '');
  if (at === 'line') return input.split('\n').filter((item) => item !== '');
  return input.split(/\s+/).filter((item) => item !== '').map((item) => item.replace(/^(['"])(.*)\1$/, '$2'));
}

function inParallel(call: Call): string {
  const separator = call.args.findIndex((argument) => /^:::\+?:?$/.test(argument));
  const options = readOptions(separator === -1 ? call.args : call.args.slice(0, separator), { short: 'jnNaILdCSv', long: [
    'jobs', 'arg-file', 'colsep', 'joblog', 'results', 'sshlogin', 'tmpdir', 'delay', 'timeout', 'retries',
  ], operandsFirst: true });
  if (options.has('S', 'sshlogin')) call.ask('remote_shell', `${call.shown} runs commands on other hosts.`);
  const items = separator === -1 ? (call.stdin !== undefined && isKnown(call.stdin) ? call.stdin.split('\n').filter((item) => item !== '') : [UNKNOWN]) : call.args.slice(separator + 1);
  const text = options.operands.join(' ');
  for (const item of items.slice(0, 32)) runText(call, text === '' ? item : text.includes('{') ? text.replaceAll(/\{[^{}\s]*\}/g, () => item) : `${text} ${item}`, [], { own: false });
  return UNKNOWN;
}

/** A multicall binary is named by its first argument. */
const multicall: ProgramRule = (call) => {
  const [applet, ...rest] = call.args;
  if (applet === undefined || applet.startsWith('--')) return UNKNOWN;
  return call.run([applet, ...rest]);
};

function inOwnShell(call: Call): string | void {
  const options = readOptions(call.args, { short: 'v', operandsFirst: true });
  if (options.has('v', 'V')) {
    const names = call.args.filter((argument) => !argument.startsWith('-'));
    return `${names.map((name) => (/^[a-z0-9_.-]+$/.test(name) ? `/usr/bin/${name}` : name)).join('\n')}\n`;
  }
  return options.operands.length === 0 ? '' : call.run(options.operands, { asProgram: true });
}

function switchesUser(call: Call): string {
  const options = readOptions(call.args, { short: 'cgsGuC', long: ['command', 'group', 'shell', 'session-command', 'supp-group', 'user'] });
  privileged(call);
  for (const text of options.all('c', 'command', 'session-command', 'C')) runText(call, text, [], { own: false });
  const at = call.args.indexOf('--');
  if (at !== -1 && at + 1 < call.args.length) call.run(call.args.slice(at + 1));
  else if (call.name === 'runuser' && options.has('u', 'user') && options.operands.length > 0) call.run(options.operands);
  return UNKNOWN;
}

function locks(call: Call): string {
  const options = readOptions(call.args, { short: 'cwE', long: ['command', 'timeout', 'wait', 'conflict-exit-code'], operandsFirst: true });
  const [lock, ...rest] = options.operands;
  if (lock !== undefined && !/^[0-9]+$/.test(lock)) call.write(lock);
  const at = rest.indexOf('-c') === -1 ? rest.indexOf('--command') : rest.indexOf('-c');
  if (at !== -1) return runText(call, rest[at + 1] ?? '', [], { own: false });
  const texts = options.all('c', 'command');
  for (const text of texts) runText(call, text, [], { own: false });
  return rest.length > 0 ? call.run(rest) : UNKNOWN;
}

function records(call: Call): string {
  const options = readOptions(call.args, { short: 'cEIOoBmTt', long: ['command', 'log-out', 'log-in', 'log-io', 'log-timing'] });
  for (const text of options.all('c', 'command')) runText(call, text, [], { own: false });
  for (const file of options.operands.slice(0, 1)) call.write(file);
  const macCommand = options.all('c', 'command').length === 0 ? options.operands.slice(1) : [];
  if (macCommand.length > 0) call.run(macCommand);
  else if (options.all('c', 'command').length === 0) call.ask('interactive_shell', `${call.shown} starts a shell that anything can be typed into.`);
  return UNKNOWN;
}

/** at and batch read shell code from their input and run it later. */
function later(call: Call): string {
  const options = readOptions(call.args, { short: 'fqtM', long: [] });
  if (options.has('l', 'c', 'V')) return UNKNOWN;
  for (const file of options.all('f')) {
    call.read(file);
    runText(call, call.fileContent(file) ?? '', [], { own: false });
  }
  if (call.stdin !== undefined) runText(call, call.stdin, [], { own: false });
  call.ask('persistence', `${call.shown} runs something later, when nobody looks.`);
  return UNKNOWN;
}

/** tmux and screen: the command stands after a verb, or is typed into a window. */
function terminals(call: Call): string {
  const options = readOptions(call.args, { short: 'SsLtncXdFfeph', operandsFirst: true });
  const [verb = '', ...rest] = call.name === 'tmux' ? options.operands : ['', ...options.operands];
  const harmless = /^(ls|list-.*|info|display-message|has-session|has|capture-pane|show-.*|attach|a)$/.test(verb);
  if (call.name === 'screen' && options.has('ls', 'l') && rest.length === 0) return UNKNOWN;
  if (harmless) return UNKNOWN;
  const inner = readOptions(rest, { short: 'sntcFxyeptl', operandsFirst: true }).operands;
  if (verb.startsWith('kill-')) call.ask('kill', `${call.shown} stops what runs in a terminal.`);
  else if (verb === 'send-keys' || verb === 'send') runText(call, inner.filter((word) => !['Enter', 'C-m', 'ENTER'].includes(word)).join(' '), [], { own: false });
  else if (inner.length === 1) runText(call, inner[0] ?? '', [], { own: false });
  else if (inner.length > 1) call.run(inner);
  call.ask('detached', `${call.shown} runs something in a terminal of its own.`);
  return UNKNOWN;
}

function inUnit(call: Call): string {
  const options = readOptions(call.args, { short: 'pEtuMH', long: [
    'property', 'unit', 'description', 'setenv', 'slice', 'on-calendar', 'on-active', 'on-boot', 'working-directory', 'uid',
    'gid', 'nice', 'timer-property', 'path-property', 'machine', 'host',
  ], operandsFirst: true });
  if (options.operands.length > 0) call.run(options.operands);
  call.ask('persistence', `${call.shown} hands a command to the system's service manager.`);
  return UNKNOWN;
}

/** An ELF loader runs the program it is given. */
const loads: ProgramRule = (call) => {
  const options = readOptions(call.args, { singleDash: false, long: ['library-path', 'preload', 'audit', 'argv0', 'inhibit-rpath'], operandsFirst: true });
  if (options.has('preload', 'library-path', 'audit')) call.ask('environment', `${call.shown} loads further code into a program.`);
  if (options.operands.length > 0) call.run(options.operands);
  call.ask('loader', `${call.shown} starts a program in an unusual way.`);
};

function debugs(call: Call): string {
  const options = readOptions(call.args, { singleDash: true, long: [
    'ex', 'iex', 'eval-command', 'x', 'command', 'p', 'pid', 'cd', 'o', 'one-line', 's', 'source', 'k',
  ] });
  for (const text of options.all('ex', 'iex', 'eval-command', 'o', 'one-line', 'k')) {
    const escape = /^\s*(?:!|shell\s+|platform shell\s+|python.*?system\(['"]|call\s*(?:\(\w+\)\s*)?system\s*\(\s*["'])(.*)$/.exec(plain(text));
    if (escape) runText(call, (escape[1] ?? '').replace(/["']?\)+\s*$/, ''), [], { own: false });
  }
  const at = call.args.indexOf('--args');
  if (at !== -1) call.run(call.args.slice(at + 1));
  call.ask('debugger', `${call.shown} starts a debugger, which can run anything.`);
  return UNKNOWN;
}

function expects(call: Call): string {
  const options = readOptions(call.args, { short: 'cf' });
  for (const text of [...options.all('c'), call.stdin ?? '']) for (const match of codeText(text).matchAll(/\b(?:spawn|exec|system)\s+([^;\n]*)/g)) runText(call, match[1] ?? '', [], { own: false });
  call.ask('inline_code', `${call.shown} drives other programs by a script.`);
  return UNKNOWN;
}

function watches(call: Call): string {
  const options = readOptions(call.args, { short: 'nq', long: ['interval', 'equexit'], operandsFirst: true });
  return options.operands.length === 0 ? UNKNOWN : options.has('x', 'exec') ? call.run(options.operands) : runText(call, options.operands.join(' '), [], { own: false });
}

function entersRoot(call: Call): string {
  const options = readOptions(call.args, { long: ['groups', 'userspec'], operandsFirst: true });
  const [, ...inner] = options.operands;
  if (inner.length > 0) call.run(inner);
  privileged(call);
  return UNKNOWN;
}

function ownsCapabilities(call: Call): void {
  const at = call.args.findIndex((argument) => argument === '--' || argument === '==');
  if (at !== -1) call.run(['bash', ...call.args.slice(at + 1)]);
  privileged(call);
}

function inGroup(call: Call): void {
  for (const text of readOptions(call.args, { short: 'c' }).all('c')) runText(call, text, [], { own: false });
  privileged(call);
}

function inSandbox(call: Call): void {
  const at = call.args.lastIndexOf('--');
  call.run(at === -1 ? call.args.filter((argument) => !argument.startsWith('-')).slice(-1) : call.args.slice(at + 1));
  privileged(call);
}

function startsDaemon(call: Call): void {
  const at = call.args.findIndex((argument) => argument === '--exec' || argument === '-x');
  call.run([call.args[at + 1] ?? UNKNOWN, ...call.args.slice(call.args.indexOf('--') + 1)]);
  call.ask('detached', `${call.shown} starts a program that stays.`);
}

function runsFolder(call: Call): void {
  for (const folder of readOptions(call.args).operands) call.read(folder);
  call.ask('code_outside', `${call.shown} runs every file of a folder.`);
}

const MEASURING: OptionShape = {
  short: 'wrmMpcSLDNusio',
  long: [
    'warmup', 'runs', 'min-runs', 'max-runs', 'prepare', 'cleanup', 'setup', 'export-json', 'export-markdown', 'export-csv',
    'shell', 'parameter-list', 'parameter-scan', 'conclude',
  ],
};

function measures(call: Call): void {
  const options = readOptions(call.args, MEASURING);
  const texts = [...options.operands, ...options.all('p', 'c', 'prepare', 'cleanup', 'setup', 'conclude')];
  for (const text of texts) runText(call, text, [], { own: false });
}

export const WRAPPER_PROGRAMS: ProgramTable = {
  sudo: wraps({ short: 'CDghpRrTtUu', long: [
    'user', 'group', 'host', 'prompt', 'close-from', 'chdir', 'chroot', 'role', 'type', 'other-user', 'command-timeout',
  ] }, 0, privileged),
  doas: wraps({ short: 'Cu' }, 0, privileged), pkexec: wraps({ long: ['user'] }, 0, privileged),
  gosu: wraps(EMPTY, 1, privileged), 'su-exec': wraps(EMPTY, 1, privileged),
  setpriv: wraps({ long: [
    'reuid', 'regid', 'groups', 'inh-caps', 'ambient-caps', 'bounding-set', 'securebits', 'pdeathsig', 'selinux-label',
    'apparmor-profile',
  ] }, 0, privileged),
  capsh: ownsCapabilities,
  run0: wraps({ short: 'u' }, 0, privileged), please: wraps(EMPTY, 0, privileged), sudoedit: privileged, visudo: privileged,
  su: switchesUser, runuser: switchesUser,
  sg: inGroup,
  env: environment, printenv: (call) => {
    if (call.args.length > 0 && call.args.every((name) => !/TOKEN|SECRET|PASS|KEY|CRED/i.test(name))) return UNKNOWN;
    call.ask('secret_shown', `${call.shown} shows the environment, secrets included.`);
    return '\ue001';
  },
  nohup: wraps(EMPTY), nice: wraps({ short: 'n', long: ['adjustment'] }),
  ionice: wraps({ short: 'cnpPu', long: ['class', 'classdata'] }),
  chrt: wraps({ short: 'TPDp' }, 1), taskset: wraps({ short: 'p' }, 1),
  timeout: wraps({ short: 'ks', long: ['kill-after', 'signal'] }, 1),
  gtimeout: wraps({ short: 'ks', long: ['kill-after', 'signal'] }, 1),
  stdbuf: wraps({ short: 'ioe', long: ['input', 'output', 'error'] }),
  unbuffer: wraps(EMPTY), setsid: wraps(EMPTY), time: wraps({ short: 'fo', long: ['format', 'output'] }), xargs: appendsInput,
  gxargs: appendsInput, parallel: inParallel, busybox: multicall, toybox: multicall, command: inOwnShell, builtin: (call) => call.run(call.args, { asProgram: true }),
  exec: (call) => (call.args.length === 0 ? '' : wraps({ short: 'a' })(call)), noglob: wraps(EMPTY), nocorrect: wraps(EMPTY),
  watch: watches, script: records, flock: locks, chroot: entersRoot,
  unshare: wraps({ short: 'RwSGl', long: ['root', 'wd', 'setuid', 'setgid', 'map-user', 'map-group', 'propagation'] }, 0, privileged),
  nsenter: wraps({ short: 'tSGrw', long: ['target', 'setuid', 'setgid'] }, 0, privileged),
  bwrap: inSandbox,
  firejail: wraps(EMPTY, 0, privileged), prlimit: wraps({ short: 'p', long: ['pid'] }), linux32: wraps(EMPTY),
  linux64: wraps(EMPTY), setarch: wraps(EMPTY, 1), numactl: wraps({ short: 'CNmpi' }), cpulimit: wraps({ short: 'lpe' }),
  dbus_run_session: wraps(EMPTY), 'dbus-run-session': wraps(EMPTY),
  'xvfb-run': wraps({ short: 'nsefpw', long: ['server-args', 'server-num', 'error-file'] }),
  'systemd-run': inUnit,
  'systemd-inhibit': wraps({ long: ['what', 'who', 'why', 'mode'] }),
  at: later, batch: later, tmux: terminals, screen: terminals, byobu: terminals,
  strace: wraps({ short: 'eopsuEPSaIOX', long: ['output', 'trace', 'attach'] }, 0, traced),
  ltrace: wraps({ short: 'eopsuanl' }, 0, traced),
  perf: (call) => call.ask('tracing', `${call.shown} looks into other programs.`),
  valgrind: wraps({ long: [] }), gdb: debugs, lldb: debugs, rr: debugs, rlwrap: wraps({ short: 'abcCfgHlmpPqstVwz' }),
  expect: expects, unbuffer_p: wraps(EMPTY), catchsegv: wraps(EMPTY), faketime: wraps({ short: 'fp' }, 1),
  fakeroot: wraps({ short: 'lsib' }),
  proxychains: wraps({ short: 'f' }, 0, (call) => call.ask('network', `${call.shown} goes through a proxy.`)),
  proxychains4: wraps({ short: 'f' }),
  torsocks: wraps(EMPTY, 0, (call) => call.ask('network', `${call.shown} goes through Tor.`)),
  caffeinate: wraps({ short: 'tw' }), entr: watches,
  hyperfine: measures,
  'ld.so': loads, 'ld-linux.so.2': loads, 'ld-linux-x86-64.so.2': loads, 'ld-linux-aarch64.so.1': loads,
  'ld-musl-x86_64.so.1': loads,
  'start-stop-daemon': startsDaemon,
  daemonize: wraps({ short: 'aceopul' }, 0, (call) => call.ask('detached', `${call.shown} starts a program that stays.`)),
  'dotenv': wraps({ short: 'e' }), dotenvx: wraps(EMPTY), 'cross-env': wrapsAssigned, 'env-cmd': wraps({ short: 'f' }),
  direnv: (call) => (call.args[0] === 'exec' ? void call.run(call.args.slice(2)) : ['status', 'version'].includes(call.args[0] ?? '') ? undefined : call.ask('environment', `${call.shown} loads environment files.`)),
  'wsl': wraps({ short: 'du' }), 'runas': privileged, 'winpty': wraps(EMPTY), arch: wraps(EMPTY), chronic: wraps(EMPTY),
  ts: () => undefined,
  sem: inParallel,
  'run-parts': runsFolder,
  softlimit: wraps(EMPTY), chpst: wraps({ short: 'ueUnmodfc' }), dumb_init: wraps(EMPTY), 'dumb-init': wraps(EMPTY),
  tini: wraps(EMPTY), catatonit: wraps(EMPTY), proot: wraps({ short: 'rbqwR' }, 0, privileged),
};

function wrapsAssigned(call: Call): string {
  const { settings, command } = withoutSettings(call.args);
  return command.length === 0 ? UNKNOWN : call.run(command, { settings });
}
