/** Interpreters of other languages, editors and build tools that can be told to run something. */
import type { Call, ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { isKnown, isRemote, plain, UNKNOWN } from '../expand/marks.ts';
import { codeText, inspectCode, literalsOf } from '../rules/inline-code.ts';
import { isInjecting } from '../rules/secrets.ts';
import { type OptionShape, readOptions } from './options.ts';
import { judgeCodeFile } from './script-files.ts';
import { runText } from './shells.ts';

interface Interpreter {
  readonly shape: OptionShape;
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Options that load a file or module first. */
  readonly loads?: readonly string[];
  /** Subcommands that run a file given after them. */
  readonly verbs?: readonly string[];
  /** Modules or verbs that are ordinary work. */
  readonly ordinary?: (call: Call) => boolean;
}

/** Modules of Python that are ordinary work. */
const MODULES = new Set([
  'ast', 'autopep8', 'bandit', 'behave', 'black', 'build', 'cProfile', 'calendar', 'compileall', 'coverage', 'dis', 'django',
  'doctest', 'ensurepip', 'flake8', 'isort', 'json.tool', 'mkdocs', 'mypy', 'nose', 'nose2', 'nox', 'pip', 'pipenv',
  'platform', 'poetry', 'pre_commit', 'py_compile', 'pydoc', 'pylint', 'pyright', 'pytest', 'radon', 'ruff', 'site',
  'sphinx', 'sysconfig', 'tabnanny', 'this', 'piptools', 'pip_audit', 'pipdeptree', 'timeit', 'tokenize', 'tox', 'twine', 'unittest', 'uv', 'venv', 'virtualenv', 'vulture',
  'yapf', 'zipapp',
]);

/** Packages that are called so are the project's own. */
const OWN_MODULE = /^(app|apps|backend|benchmarks|cli|examples|main|manage|my\w+|package|pkg|project|scripts|server|src|tests?|tools)(\.\w+)*$/;
/** Modules of the project that teach Node a language or read its settings. */
const ORDINARY_LOADERS = new Set(['tsx', 'tsx/esm', 'tsx/cjs', 'ts-node/register', 'ts-node/register/transpile-only', 'ts-node/esm', 'dotenv/config', 'source-map-support/register', 'tsconfig-paths/register', 'esbuild-register', '@swc-node/register', '@babel/register', 'jsdom-global/register', 'reflect-metadata']);

const interprets = ({ shape, code, loads = [], verbs = [] }: Interpreter): ProgramRule => (call) => {
  const all = readOptions(call.args, { ...shape, operandsFirst: true });
  const texts = all.all(...code);
  // What a program takes from its arguments is read as if it stood in it.
  const given = all.operands.map((operand) => JSON.stringify(operand)).join('\n');
  for (const text of texts) runInline(call, /argv|shift|\$_\[/i.test(text) ? `${text}\n${given}` : text);
  const loaded = all.all(...loads);
  for (const file of loaded) {
    if (/^(\.|\/)/.test(file)) judgeCodeFile(call, call.paths(file)[0] ?? '', file);
    else if (!ORDINARY_LOADERS.has(file)) call.ask('loads_code', `${call.shown} loads ${plain(file)} before anything else.`);
  }
  if (texts.length > 0) {
    const printed = printedByCode(texts.join('\n'));
    for (const file of all.operands) {
      call.read(file);
      if (all.has('i')) call.write(file);
    }
    return printed;
  }
  if (all.operands[0] === 'eval') return runInline(call, all.operands.slice(1).join(' '));
  const [first, ...rest] = verbs.includes(all.operands[0] ?? '') ? readOptions(all.operands.slice(1), { ...shape, operandsFirst: true }).operands : all.operands;
  if (first === undefined && all.has('version', 'V', 'v', 'help', 'h', 'c', 'check', 'l', 'm', 'modules', 'i', 'info')) return UNKNOWN;
  if (first === undefined || first === '-' || first === '/dev/stdin') return fromInput(call);
  runSource(call, first, rest);
  return UNKNOWN;
};

/** What a short program prints is among its literals; the rest of its output is not known. */
function printedByCode(code: string): string | undefined {
  const text = codeText(code);
  const literals = /\b(print|puts|echo|say|console\.log|write)\b|^\s*['"]/.test(text) && !/open|read|environ|ENV\b|env\b/.test(text) ? literalsOf(text) : [];
  return literals.length === 0 ? undefined : `${literals.join('\n')}\n${UNKNOWN}`;
}

function fromInput(call: Call): string {
  if (call.stdin === undefined) call.ask('inline_code', `${call.shown} starts an interpreter that anything can be typed into.`);
  else runInline(call, call.stdin);
  return UNKNOWN;
}

export function runInline(call: Call, code: string): void {
  call.note('code');
  if (isRemote(code)) call.ask('remote_code', `${call.shown} runs what comes over the network.`);
  inspectCode(call, code);
  for (const match of codeText(code).matchAll(/(?:^|\n)\s*!(.*)/g)) call.script(match[1] ?? '');
  call.ask('inline_code', `${call.shown} runs code that is given on the command line.`);
}

function runSource(call: Call, file: string, rest: readonly string[]): void {
  void rest;
  if (/^[a-z]+:\/\//.test(file)) return call.ask('remote_code', `${call.shown} runs ${plain(file)} from the network.`);
  const content = call.fileContent(file);
  if (content !== undefined) return runInline(call, content);
  judgeCodeFile(call, call.paths(file)[0] ?? '', file);
}

const python: ProgramRule = (call) => {
  const at = call.args.findIndex((argument) => /^-[bBdEhiIOqsSuvx]*m$/.test(argument));
  const before = call.args.slice(0, at === -1 ? undefined : at);
  if (at !== -1 && before.every((argument) => argument.startsWith('-') && !/^-[a-zA-Z]*c/.test(argument))) {
    const [module = '', ...rest] = call.args.slice(at + 1);
    if (module === 'pip' || module === 'ensurepip') return call.run(['pip', ...rest]);
    if (rest.length === 1 && ['--help', '--version'].includes(rest[0] ?? '') || OWN_MODULE.test(module) || (['zipfile', 'tarfile'].includes(module) && ['-l', '-t', '--list', '--test'].includes(rest[0] ?? ''))) return UNKNOWN;
    if (!isKnown(module) || !MODULES.has(module.split('.').slice(0, 2).join('.')) && !MODULES.has(module.split('.')[0] ?? '')) call.ask('module', `${call.shown} runs the module ${plain(module)}.`);
    if (/^(timeit|cProfile|pdb)$/.test(module)) for (const text of rest.filter((argument) => !argument.startsWith('-'))) if (module === 'timeit') runInline(call, text);
    return module === 'base64' ? call.run(['base64', ...rest]) : UNKNOWN;
  }
  if (call.args.length > 0 && call.args.every((argument) => /^-[a-zA-Z]*i[a-zA-Z]*$/.test(argument))) return fromInput(call);
  return interprets({ shape: { short: 'cmWXQ', long: ['check-hash-based-pycs'] }, code: ['c'] })(call);
};

const node: ProgramRule = (call) => {
  if (call.args.some((argument) => /^--(test|run)$/.test(argument) || argument.startsWith('--test-'))) return UNKNOWN;
  if (call.args.some((argument) => /^--(inspect|inspect-brk|inspect-port)(=|$)/.test(argument))) call.ask('debugger', `${call.shown} opens a debugger.`);
  const spelled = { ...call, args: call.args.map((argument) => (argument === '-pe' || argument === '-ep' ? '-p' : argument)) };
  return interprets({ shape: { short: 'eprCu', long: [
    'eval', 'print', 'require', 'import', 'loader', 'experimental-loader', 'env-file', 'conditions', 'input-type', 'title',
    'max-old-space-size', 'test-reporter',
  ] }, code: ['e', 'p', 'eval', 'print', 'pe'], loads: ['r', 'require', 'import', 'loader', 'experimental-loader'] })(spelled);
};

/** An editor's `-c` takes its own commands; `:!` escapes to a shell. */
const edits: ProgramRule = (call) => {
  if (call.args.length > 0 && call.args.every((argument) => argument === '--version' || argument === '--help')) return UNKNOWN;
  const isEmacs = call.name.startsWith('emacs');
  const options = readOptions(call.args, { short: 'cSuUTtrwWip', long: [
    'cmd', 'eval', 'execute', 'load', 'script', 'funcall', 'visit', 'l', 'f',
  ], singleDash: isEmacs });
  const scripts = [...options.all('c', 'cmd', 'eval', 'execute', 'S', 'funcall'), ...call.args.filter((argument) => argument.startsWith('+')).map((argument) => argument.slice(1)), ...(call.stdin === undefined ? [] : [call.stdin])];
  for (const script of scripts) {
    for (const line of codeText(script).split(/\n|\|/)) {
      const escape = /^[:\s%.,$0-9]*(?:silent!?\s+)?(?:r(?:ead)?\s*|w(?:rite)?\s*)?!+(.*)$/.exec(line);
      if (escape) runText(call, escape[1] ?? '', [], { own: false });
      const writes = /^[:\s%]*(?:w|write|saveas|sav|wq)!?\s+([^!].*)$/.exec(line);
      if (writes) call.write((writes[1] ?? '').trim());
    }
    inspectCode(call, script);
  }
  for (const operand of options.operands) {
    call.read(operand);
    call.write(operand);
  }
  call.ask('editor', `${call.shown} starts an editor, which can run other programs.`);
  return UNKNOWN;
};

const makes: ProgramRule = (call) => {
  const options = readOptions(call.args, { short: 'fCIojlW', long: [
    'file', 'makefile', 'directory', 'eval', 'include-dir', 'jobs', 'load-average', 'what-if', 'old-file',
  ] });
  for (const text of options.all('eval')) {
    inspectMakefile(call, text);
    call.ask('inline_code', `${call.shown} runs rules given on the command line.`);
  }
  for (const file of options.all('f', 'file', 'makefile')) {
    if (file === '-' || file === '/dev/stdin') {
      if (call.stdin !== undefined) inspectMakefile(call, call.stdin);
      call.ask('inline_code', `${call.shown} runs rules from its input.`);
    } else {
      const content = call.fileContent(file);
      if (content === undefined) judgeCodeFile(call, call.paths(file)[0] ?? '', file);
      else {
        inspectMakefile(call, content);
        call.ask('inline_code', `${call.shown} runs rules that this line has written.`);
      }
    }
  }
  for (const folder of options.all('C', 'directory')) judgeCodeFile(call, call.paths(folder)[0] ?? '', folder);
  const onlyShows = options.has('n', 'just-print', 'dry-run', 'recon', 'q', 'question');
  for (const operand of options.operands) {
    const [name = '', ...value] = operand.split('=');
    if (operand.includes('=') && (isInjecting(name) || ['SHELL', '.SHELLFLAGS', 'CC', 'CXX', 'LD'].includes(name) || /[`$(]/.test(value.join('=')))) {
      call.ask('environment', `${call.shown} makes the build use other programs.`);
      for (const match of value.join('=').matchAll(/\$\(shell ([^)]*)\)/g)) call.script(match[1] ?? '');
    }
    if (!onlyShows && /^(install|uninstall|deploy|publish|release|push|upload|destroy|distclean|mrproper|prod.*)$/.test(operand)) call.ask('build_target', `${call.shown} runs the target "${operand}".`);
  }
  return UNKNOWN;
};

function inspectMakefile(call: Call, text: string): void {
  for (const line of codeText(text).split(/\n|;/)) {
    const recipe = line.replace(/^[\w.-]+\s*:[^=;]*$/, '').replace(/^\s*[@+-]*/, '');
    if (recipe.trim() !== '') call.script(recipe.replaceAll('$$', '$'));
  }
  for (const match of codeText(text).matchAll(/\$\(shell ([^)]*)\)/g)) call.script(match[1] ?? '');
}

const osascript: ProgramRule = (call) => {
  for (const text of readOptions(call.args, { short: 'el' }).all('e')) inspectCode(call, text);
  if (call.stdin !== undefined) inspectCode(call, call.stdin);
  if (/\b(shut down|restart|log out|sleep)\b/i.test(call.args.join(' '))) call.block('power', `${call.shown} would stop the machine.`);
  call.ask('inline_code', `${call.shown} drives other applications.`);
};

const WINDOWS_COMMANDS = new Set(['del', 'erase', 'rd']);

const powershell: ProgramRule = (call) => {
  const at = call.args.findIndex((argument) => /^[-/](c|command|e|ec|enc|encodedcommand)/i.test(argument));
  const text = (WINDOWS_COMMANDS.has(call.name) ? call.argv : call.args.slice(at + 1)).join(' ');
  const code = at !== -1 && /^[-/]e/i.test(call.args[at] ?? '') ? Buffer.from(text, 'base64').toString('utf16le') : text;
  inspectCode(call, code);
  if (/\b(Stop-Computer|Restart-Computer|Format-Volume|Clear-Disk|Initialize-Disk)\b/i.test(code)) call.block('power', `${call.shown} would stop the machine or erase a disk.`);
  if (/\b(del|rd|rmdir|erase|Remove-Item|rm|ri)\b/i.test(code) && /([A-Za-z]:[\\/]*(\*|\s|$|["'])|\s["']?\/["']?(\s|$)|\s["']?~["']?(\s|$)|\$HOME\b|\$env:|%SystemRoot%|C:\\Windows)/i.test(code)) call.block('root_wipe', `${call.shown} would erase a disk or a home folder.`);
  if (/\bformat\s+[a-z]:/i.test(code)) call.block('format', `${call.shown} would erase a disk.`);
  if (/\bshutdown\b/i.test(code)) call.block('power', `${call.shown} would stop the machine.`);
  if (call.name === 'pwsh' || call.name === 'powershell') call.script(code);
  call.ask('inline_code', `${call.shown} runs code that is given on the command line.`);
};

const java: ProgramRule = (call) => {
  const options = readOptions(call.args, { singleDash: true, long: ['cp', 'classpath', 'jar', 'module-path', 'm', 'p'], operandsFirst: true });
  if ([...options.flags].some((flag) => /^(agentlib|agentpath|javaagent|XX:OnError|XX:OnOutOfMemoryError|Xrun)/.test(flag))) call.ask('loads_code', `${call.shown} loads further code.`);
  for (const file of options.all('jar')) judgeCodeFile(call, call.paths(file)[0] ?? '', file);
};

function erlang(call: Call): void {
  for (const text of readOptions(call.args, { singleDash: true, long: ['eval', 'run', 's'] }).all('eval')) inspectCode(call, text);
  call.ask('inline_code', `${call.shown} runs code that is given on the command line.`);
}

function macros(call: Call): void {
  const text = `${call.args.join(' ')} ${call.stdin ?? ''}`;
  for (const match of codeText(text).matchAll(/(?:syscmd|esyscmd)\(([^)]*)\)/g)) call.script(match[1] ?? '');
  if (text.includes('syscmd')) call.ask('inline_code', `${call.shown} starts other programs.`);
  for (const operand of readOptions(call.args, { short: 'DUI' }).operands) call.read(operand);
}

/** `-M:test` and its like run what the project's deps.edn says. */
const clojure: ProgramRule = (call) => {
  if (call.args.length > 0 && call.args.every((argument) => /^-[MXTPA]:[\w.:/-]+$/.test(argument))) return UNKNOWN;
  return interprets({ shape: { short: 'e' }, code: ['e'] })(call);
};

export const INTERPRETER_PROGRAMS: ProgramTable = {
  python, pypy: python, ipython: python, node, nodejs: node,
  perl: interprets({ shape: { short: 'eEIMmdDxCF0' }, code: ['e', 'E', 'ne', 'pe', 'lne', 'pie', 'i'], loads: ['M', 'm', 'd'] }),
  raku: interprets({ shape: { short: 'eIM' }, code: ['e'], loads: ['M'] }),
  ruby: interprets({ shape: { short: 'erICEFKTWx0' }, code: ['e'], loads: ['r'] }),
  irb: interprets({ shape: { short: 'r' }, code: [] }), jruby: interprets({ shape: { short: 'er' }, code: ['e'] }),
  php: interprets({ shape: { short: 'rBRFEdcfzST', long: ['run', 'define', 'file'] }, code: ['r', 'B', 'R', 'E', 'run'], loads: ['d', 'define'] }),
  lua: interprets({ shape: { short: 'el' }, code: ['e'], loads: ['l'] }),
  luajit: interprets({ shape: { short: 'elj' }, code: ['e'], loads: ['l'] }),
  texlua: interprets({ shape: {}, code: [] }),
  deno: denoOrBun(['eval']), bun: denoOrBun([]), tsx: node, 'ts-node': node,
  jshell: (call) => runInline(call, call.stdin ?? UNKNOWN),
  groovy: interprets({ shape: { short: 'e' }, code: ['e'] }), scala: interprets({ shape: { short: 'e' }, code: ['e'] }),
  julia: interprets({ shape: { short: 'eELp', long: ['eval', 'print', 'load'] }, code: ['e', 'E', 'eval', 'print'] }),
  R: interprets({ shape: { short: 'e' }, code: ['e'] }), Rscript: interprets({ shape: { short: 'e' }, code: ['e'] }),
  octave: interprets({ shape: { long: ['eval'] }, code: ['eval'] }),
  elixir: interprets({ shape: { short: 'eprS', long: ['eval'] }, code: ['e', 'eval'] }),
  iex: interprets({ shape: { short: 'e' }, code: ['e'] }),
  erl: erlang,
  ghc: (call) => { for (const text of readOptions(call.args, { short: 'eoi' }).all('e')) runInline(call, text); },
  ghci: (call) => runInline(call, call.stdin ?? UNKNOWN),
  runghc: interprets({ shape: {}, code: [] }),
  swift: (call) => (call.args.length === 1 && call.args[0] === 'run' ? undefined : interprets({ shape: { short: 'e' }, code: ['e'], verbs: ['run'] })(call)),
  tclsh: interprets({ shape: {}, code: [] }), wish: interprets({ shape: {}, code: [] }),
  guile: interprets({ shape: { short: 'ceL' }, code: ['c'] }), racket: interprets({ shape: { short: 'e' }, code: ['e'] }),
  sbcl: interprets({ shape: { long: ['eval', 'load', 'script'] }, code: ['eval'] }),
  clojure, clj: clojure,
  bb: interprets({ shape: { short: 'e' }, code: ['e'] }),
  crystal: interprets({ shape: {}, code: [], verbs: ['run'] }),
  nim: () => undefined,
  zig: () => undefined,
  ocaml: interprets({ shape: { short: 'e' }, code: ['e'] }), qjs: interprets({ shape: { short: 'e' }, code: ['e'] }),
  mysqlsh: (call) => call.ask('database', `${call.shown} talks to a database.`),
  java, osascript, powershell, pwsh: powershell, cmd: powershell, wscript: powershell, cscript: powershell, mshta: powershell,
  cmdkey: powershell, del: powershell, erase: powershell, rd: powershell,
  vim: edits, vi: edits, nvim: edits, ex: edits, ed: edits, emacs: edits, nano: edits, pico: edits, joe: edits, micro: edits,
  rvim: edits, vimdiff: edits, gvim: edits, emacsclient: edits, kak: edits, hx: edits, helix: edits,
  code: (call) => (call.args.length === 1 && call.args[0] === '--list-extensions' ? undefined : call.ask('editor', `${call.shown} opens an editor.`)),
  make: makes, gmake: makes, bmake: makes,
  m4: macros,
  gcc: compiles, cc: compiles, 'g++': compiles, 'c++': compiles, clang: compiles, 'clang++': compiles,
  tcc: (call) => (call.args.includes('-run') ? runInline(call, call.stdin ?? UNKNOWN) : undefined),
};

function denoOrBun(evaluating: readonly string[]): ProgramRule {
  return (call) => {
    const [verb = '', ...rest] = call.args.filter((argument) => !/^--?(A|allow-.*|quiet|q)$/.test(argument));
    if (evaluating.includes(verb)) return runInline(call, rest.filter((argument) => !argument.startsWith('-')).join(' '));
    const codes = readOptions(call.args, { short: 'ep', long: ['eval', 'print'] }).all('e', 'p', 'eval', 'print');
    if (codes.length > 0) return codes.forEach((code) => runInline(call, code));
    if (['run', 'serve', 'x'].includes(verb)) {
      const file = rest.find((argument) => !argument.startsWith('-')) ?? '';
      if (verb === 'x' || /^[a-z]+:\/\//.test(file) || file.startsWith('npm:') || file.startsWith('jsr:')) return call.ask('remote_code', `${call.shown} fetches and runs a program.`);
      if (file === '-') return runInline(call, call.stdin ?? UNKNOWN);
      return file.includes('.') || file.includes('/') ? runSource(call, file, []) : undefined;
    }
    if ([
      'test', 'fmt', 'lint', 'check', 'info', 'doc', 'types', 'bench', 'build', 'compile', 'task', '--version', '-v', '-V',
      '--help', 'pm', 'outdated', 'ls',
    ].includes(verb)) return undefined;
    if ([
      'install', 'add', 'remove', 'i', 'upgrade', 'publish', 'create', 'link', 'update',
    ].includes(verb)) return rest.length === 0 && (verb === 'install' || verb === 'i') ? undefined : call.ask('packages', `${call.shown} changes installed packages.`);
    if (verb === '') return runInline(call, call.stdin ?? UNKNOWN);
    return runSource(call, verb, rest);
  };
}

function compiles(call: Call): void {
  const options = readOptions(call.args, { short: 'oIDLlUxBT' });
  for (const file of options.all('o')) call.write(file);
  if (call.args.some((argument) => /^(-fplugin|-wrapper|--config|-B|-specs|-Xclang|-load|@)/.test(argument))) call.ask('loads_code', `${call.shown} loads further code into the compiler.`);
  for (const operand of options.operands) call.read(operand);
}
