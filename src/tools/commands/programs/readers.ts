/** Programs that read files and print, some of which can be told to do more. */
import type { Call, ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { activateGlobs, BELOW, hasGlob, isBelow, isKnown, plain, STAR } from '../expand/marks.ts';
import { CODE_CHARS_MAX } from '../limits.ts';
import { codeText } from '../rules/inline-code.ts';
import { isScratch, isSystem } from '../rules/places.ts';
import { printedByAwk } from './awk-output.ts';
import { linesFound } from './filters.ts';
import { printedByJq } from './json-output.ts';
import { readOptions } from './options.ts';
import { printedBySed } from './sed-output.ts';
import { judgeCodeFile } from './script-files.ts';
import { askAboutShell } from './shells.ts';

/** Reads its operands; the options that take values are told apart so that values are not taken for files. */
const reads = (short = '', long: readonly string[] = []): ProgramRule => (call) => {
  for (const operand of readOptions(call.args, { short, long }).operands) call.read(operand);
};

/** The first operand is a pattern. */
const searches: ProgramRule = (call) => {
  const options = readOptions(call.args, { short: 'efmABCdDgtTMjE', long: [
    'regexp', 'file', 'max-count', 'after-context', 'before-context', 'context', 'glob', 'type', 'type-not', 'include', 'exclude',
    'exclude-dir', 'pre', 'pre-glob', 'iglob', 'max-depth', 'threads', 'color', 'colors', 'sort', 'replace', 'pager',
  ] });
  if (options.has('pre', 'pager', 'open-files-in-pager', 'search-zip-command', 'hostname-bin')) call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
  for (const file of options.all('f', 'file')) call.read(file);
  const [pattern = ''] = [...options.all('e', 'regexp'), ...options.operands];
  const files = options.has('e', 'regexp', 'f', 'file', 'files') ? options.operands : options.operands.slice(1);
  for (const file of files) {
    call.read(file);
    const recursive = options.has('r', 'R', 'recursive') || ['rg', 'ag', 'ack'].includes(call.name);
    if (recursive && call.paths(file).some((path) => path === call.context.home || path === '/' || path === '/etc')) call.ask('wide_search', `${call.shown} searches everything in ${plain(file)}.`);
  }
  if (options.has('l', 'files-with-matches', 'L', 'files')) {
    const places = files.length === 0 ? ['.'] : files;
    return places.map((place) => `${place}\n${place}/${BELOW}\n`).join('');
  }
  if (files.length === 0 && call.stdin !== undefined && isBelow(call.stdin) && !options.has('o', 'only-matching', 'r', 'replace')) return call.stdin;
  if (files.length === 0 && call.stdin !== undefined && isKnown(call.stdin) && isKnown(pattern)) return linesFound(call.stdin, plain(pattern), { inverted: options.has('v', 'invert-match'), literal: options.has('F', 'fixed-strings') || call.name === 'fgrep' });
};

const pages: ProgramRule = (call) => {
  const options = readOptions(call.args, { short: 'PpoOkKjthHxyzbMTCsSeElmr', long: [
    'pager', 'log-file', 'LOG-FILE', 'lesskey-file', 'html', 'config-file', 'preprocessor', 'troff',
  ] });
  const harmlessPagers = new Set(['cat', 'less', 'more', 'col -b']);
  const runs = call.name === 'man' ? options.all('P', 'pager', 'H', 'html', 'preprocessor', 'p') : [];
  if (runs.some((pager) => !harmlessPagers.has(pager)) || options.has('html')) call.ask('runs_program', `${call.shown} runs a program as its pager.`);
  if (call.name === 'man') {
    for (const pager of runs) if (isKnown(pager) && !harmlessPagers.has(pager)) call.script(pager);
    if (options.has('C', 'config-file')) call.ask('runs_program', `${call.shown} reads its settings from a file.`);
    return;
  }
  if (call.args.some((argument) => argument.startsWith('+'))) {
    call.ask('runs_program', `${call.shown} gives its pager commands.`);
    for (const argument of call.args) if (argument.startsWith('+!')) call.script(argument.slice(2));
  }
  for (const file of options.all('o', 'O', 'log-file', 'LOG-FILE')) call.write(file);
  for (const file of options.all('k', 'lesskey-file')) call.ask('runs_program', `${call.shown} reads key bindings from ${plain(file)}.`);
  for (const operand of options.operands) call.read(operand);
};

/** awk can start programs and write files from its program text. */
function awk(call: Call): string | void {
  const options = readOptions(call.args, { short: 'FvfeEiloD', long: [
    'field-separator', 'assign', 'file', 'source', 'exec', 'include', 'load',
  ], operandsFirst: true });
  for (const file of options.all('f', 'file', 'E', 'exec', 'i', 'include')) judgeScriptFile(call, file, judgeAwk);
  const sources = [...options.all('e', 'source')];
  const inFile = options.has('f', 'file', 'E', 'exec');
  const [program, ...files] = options.operands;
  if (sources.length === 0 && !inFile && program !== undefined) sources.push(program);
  if (options.has('l', 'load', 'i', 'include')) call.ask('runs_program', `${call.shown} loads further code.`);
  const inputs = sources.length > 0 && !options.has('e', 'source') ? files : options.operands;
  const input = inputs.length === 0 && call.stdin !== undefined && isKnown(call.stdin) ? call.stdin : undefined;
  // What it sets or reads can become part of a command that it starts.
  const given = [...options.all('v', 'assign').map((setting) => setting.slice(setting.indexOf('=') + 1)), ...(input ?? '').split('\n')].filter((text) => text !== '');
  for (const source of sources) judgeAwk(call, source, given);
  const printed = sources.length === 1 ? printedByAwk(sources[0] ?? '', input, options.all('F', 'field-separator')[0]) : undefined;
  if (printed !== undefined) return printed;
  for (const file of sources.length > 0 && !options.has('e', 'source') ? files : options.operands) if (!/^[A-Za-z_][A-Za-z0-9_]*=/.test(file)) call.read(file);
}

function judgeScriptFile(call: Call, file: string, judge: (call: Call, text: string) => void): void {
  const content = call.fileContent(file);
  if (content !== undefined) judge(call, content);
  else judgeCodeFile(call, call.paths(file)[0] ?? '', file);
}

/** The patterns below may go through the text once for each word in it. */
const AWK_CHARS_MAX = 2_048;

function judgeAwk(call: Call, source: string, given: readonly string[] = []): void {
  if (!isKnown(source)) return call.ask('inline_code', `${call.shown} runs a program text that cannot be known.`);
  if (source.length > AWK_CHARS_MAX) call.ask('inline_code', `${call.shown} runs a program text that is too long to be looked at.`);
  const text = plain(source.slice(0, AWK_CHARS_MAX));
  const strings = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => (match[1] ?? '').replaceAll('\\"', '"').replaceAll('\\\\', '\\'));
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\/(?:[^/\\\n]|\\.)*\//g, '//').replaceAll('||', '');
  const runs = /\bsystem\s*\(/.test(bare) || bare.includes('|') || bare.includes('@load');
  if (runs) {
    const commands = [...strings, strings.join(''), ...given, ...given.map((text) => `${strings[0] ?? ''}${text}`)];
    for (const text of new Set(commands)) if (/[a-z]/.test(text)) call.script(text);
    call.ask('inline_code', `${call.shown} starts other programs from its program text.`);
  }
  if (/\bENVIRON\b(?!\s*\[\s*"(?!.*(TOKEN|SECRET|KEY|PASS)))/.test(text)) call.ask('secret_shown', `${call.shown} shows the environment, secrets included.`);
  if (/\/inet[46]?\//.test(text)) {
    call.ask('network', `${call.shown} opens a network connection.`);
    if (runs) call.block('reverse_shell', `${call.shown} would hand a shell to a network connection.`);
  }
  if (/\bprintf?\b[^;}]*>|>>|>\s*""/.test(bare.replace(/\([^()]*\)/g, ''))) {
    call.ask('inline_code', `${call.shown} may write files from its program text.`);
    for (const string of strings) if (string.includes('/')) call.write(string);
  }
}

/** sed edits in place, writes files with `w` and starts programs with `e`. */
function sed(call: Call): string | void {
  const options = readOptions(call.args, { short: 'efl', long: ['expression', 'file', 'line-length'] });
  const scripts = [...options.all('e', 'expression')];
  for (const file of options.all('f', 'file')) judgeScriptFile(call, file, judgeSed);
  const files = options.has('e', 'expression', 'f', 'file') ? options.operands : options.operands.slice(1);
  if (!options.has('e', 'expression', 'f', 'file') && options.operands[0] !== undefined) scripts.push(options.operands[0]);
  const inPlace = [...options.flags].some((flag) => flag === 'i' || flag.startsWith('in-place'));
  for (const script of scripts) judgeSed(call, script);
  for (const file of files) {
    call.read(file);
    if (inPlace) call.write(file);
  }
  if (files.length > 0 || call.stdin === undefined || !isKnown(call.stdin)) return;
  if (scripts.some((script) => /(^|[;}/0-9$])e$/.test(script.trim()) || substitutionsOf(script).some(({ flags }) => flags.includes('e')))) call.script(call.stdin);
  return printedBySed(scripts, call.stdin, options.has('n', 'quiet', 'silent'));
}

function judgeSed(call: Call, script: string): void {
  if (!isKnown(script)) return call.ask('inline_code', `${call.shown} runs an edit that cannot be known.`);
  if (script.length > CODE_CHARS_MAX) call.ask('inline_code', `${call.shown} runs an edit that is too long to be looked at.`);
  const text = codeText(script);
  const executes = /(^|[;{}\n]|[0-9$/])\s*e(\s+(.*))?$/m.exec(text);
  if (executes !== null) {
    call.ask('inline_code', `${call.shown} starts other programs from its script.`);
    if (executes[3] !== undefined) call.script(executes[3]);
  }
  for (const { replacement, flags } of substitutionsOf(text)) {
    if (flags.includes('e')) {
      call.ask('inline_code', `${call.shown} runs what it has edited as commands.`);
      call.script(replacement);
    }
    const file = /[gpIiMm0-9]*w\s*(.*)$/.exec(flags)?.[1];
    if (file !== undefined && file !== '') call.write(file.trim());
  }
  const writes = /(?:^|[;{}\n0-9$/])\s*[wW]\s+([^\n;}]+)/.exec(text)?.[1];
  if (writes !== undefined) call.write(writes.trim());
}

/** The `s` commands of a script, with what stands after their last delimiter up to the end of the command. */
function substitutionsOf(text: string): { replacement: string; flags: string }[] {
  const found: { replacement: string; flags: string }[] = [];
  const start = /(?:^|[;{}/0-9$\s])s([^A-Za-z0-9\s\\;])/g;
  for (let match = start.exec(text); match !== null && found.length < SUBSTITUTIONS_MAX; match = start.exec(text)) {
    const delimiter = match[1] ?? '';
    const pattern = pieceEnd(text, start.lastIndex, delimiter);
    const replacement = pattern === -1 ? -1 : pieceEnd(text, pattern + 1, delimiter);
    if (replacement === -1) continue;
    const flags = /^[^;}\n]*/.exec(text.slice(replacement + 1, replacement + 200))?.[0] ?? '';
    found.push({ replacement: text.slice(pattern + 1, replacement).replaceAll(`\\${delimiter}`, delimiter), flags });
    start.lastIndex = replacement + 1;
  }
  return found;
}

const SUBSTITUTIONS_MAX = 50;

/** Where the next delimiter stands that is not escaped, or -1. */
function pieceEnd(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === delimiter) return at;
  }
  return -1;
}

/** find can remove, write and start programs. */
function find(call: Call): string {
  const starts: string[] = [];
  let at = 0;
  while (/^-([HLP]|D.*|O[0-9])$/.test(call.args[at] ?? '')) at += call.args[at] === '-D' ? 2 : 1;
  for (; at < call.args.length && !/^(-|\(|!|\\?\()/.test(call.args[at] ?? ''); at += 1) starts.push(call.args[at] ?? '');
  if (starts.length === 0) starts.push('.');
  const tests = call.args.slice(at);
  const narrowed = tests.some((test, index) => /^-(name|iname|path|ipath|regex|wholename|newer|mtime|mmin|size|empty|user)/.test(test) && tests[index + 1] !== '*');
  const nameAt = tests.findIndex((test) => test === '-name' || test === '-iname');
  const name = nameAt === -1 ? undefined : tests[nameAt + 1];
  for (const [index, test] of tests.entries()) {
    if (test === '-delete') for (const start of starts) removeFound(call, start, narrowed);
    if (['-exec', '-execdir', '-ok', '-okdir'].includes(test)) {
      const rest = tests.slice(index + 1);
      const end = rest.findIndex((word) => word === ';' || word === '+');
      const inner = rest.slice(0, end === -1 ? undefined : end);
      const found = starts.flatMap((start) => (narrowed ? [foundIn(start, name)] : [start, `${start}/${STAR}`]));
      askAboutShell(call, inner);
      for (const path of found) call.run(inner.map((word) => word.replaceAll('{}', () => path)));
    }
    if (/^-(fprint|fprintf|fprint0|fls)$/.test(test)) call.write(tests[index + 1] ?? '');
  }
  for (const start of starts) {
    call.read(start);
    if (tests.some((test, index) => /^-i?name$/.test(tests[index - 1] ?? '') && call.paths(test).some((path) => /\/(\.env|id_rsa|\.ssh|.*\.pem|credentials)/.test(plain(path))))) call.ask('secret_search', `${call.shown} looks for files that hold secrets.`);
  }
  const end = tests.includes('-print0') ? '\u0000' : '\n';
  return starts.map((start) => (narrowed ? `${foundIn(start, name)}${end}` : `${start}${end}${start}/${STAR}${end}`)).join('');
}

/** Something below the folder of which at most the name is known. */
function foundIn(start: string, name?: string): string {
  return name === undefined ? `${start}/${BELOW}` : `${start}/${BELOW}/${activateGlobs(name)}`;
}

function removeFound(call: Call, start: string, narrowed: boolean): void {
  if (!narrowed) return call.remove(start, { recursive: true });
  // A pattern spares most files; in folders of the system it still is not a thing to do.
  if (call.paths(start).some((path) => isSystem(path) && !isScratch(path))) call.remove(start, { recursive: true });
  call.remove(foundIn(start), { recursive: false });
  call.ask('remove', `${call.shown} removes every file that it finds.`);
}

function fd(call: Call): void {
  for (const flag of ['-x', '--exec', '-X', '--exec-batch']) {
    const at = call.args.indexOf(flag);
    if (at === -1) continue;
    const [pattern = '.', root = '.'] = readOptions(call.args.slice(0, at), { short: 'edEtSc' }).operands;
    const found = pattern === '.' || pattern === '' ? [root, `${root}/${STAR}`] : [foundIn(root)];
    const command = call.args.slice(at + 1);
    const inner = command.some((word) => word.includes('{}')) ? command : [...command, '{}'];
    for (const path of found) call.run(inner.map((word) => word.replaceAll('{}', () => path)));
  }
}

function showsPath(call: Call): string | void {
  const options = readOptions(call.args, { short: 'ITwD' });
  for (const operand of options.operands) {
    if (call.paths(operand).some((path) => /\/\.(ssh|aws|gnupg|password-store)(\/|$)/.test(path))) call.read(operand);
  }
  const listed = options.operands.length > 0 && options.operands.every((operand) => hasGlob(operand) && !operand.startsWith('-'));
  if (options.has('d', 'directory') || (listed && !options.has('l', 'R', 'a', 'A'))) return options.operands.map((operand) => `${operand}\n`).join('');
  if (call.name !== 'ls' || options.has('l')) return;
  // The names in a folder are not known, but what removes them all is seen; both as they stand there and with their folder.
  return options.operands.length === 0 ? `${STAR}\n` : options.operands.map((folder) => `${folder}/${STAR}\n${STAR}\n`).join('');
}

export const READER_PROGRAMS: ProgramTable = {
  grep: searches, egrep: searches, fgrep: searches, rg: searches, ag: searches, ack: searches, zgrep: searches, ugrep: searches,
  less: pages, more: pages, most: pages, man: pages,
  view: (call) => call.ask('editor', `${call.shown} opens an editor.`),
  bat: reads('lHrm', ['pager', 'language']), batcat: reads('lHrm'),
  awk, gawk: awk, mawk: awk, nawk: awk, sed, gsed: sed, find, fd, fdfind: fd, ls: showsPath, dir: showsPath, ll: showsPath,
  exa: showsPath, eza: showsPath, tree: showsPath, lsd: showsPath,
  wc: reads(), file: reads('mfF'), stat: showsPath, du: showsPath, md5sum: reads(), sha1sum: reads(), sha256sum: reads(),
  sha512sum: reads(), b2sum: reads(), shasum: reads('a'), cksum: reads(), sum: reads(), od: reads('AtNjw'), hexdump: reads('nse'),
  hd: reads(), strings: reads('nte'), diff: reads('UCIxX'), colordiff: reads('UCIxX'), cmp: reads('in'), comm: reads(),
  join: reads('12tjeao'), jq: queries, yq: queries, xmllint: reads('', ['xpath', 'schema', 'dtdvalid', 'relaxng', 'encode', 'output']), csvcut: reads(), pr: reads(), tsort: reads(), nm: reads(),
  objdump: reads(), readelf: reads(), size: reads(), ldd: reads(), zipinfo: reads(), cloc: reads(), tokei: reads(), scc: reads(),
  wdiff: reads(), bc: reads('e'), dc: calculates, ps: showsProcesses,
  lsof: (call) => void call,
  vdir: showsPath, 'git-diff': reads(), pygmentize: reads('lfo'), xmlstarlet: reads(), htmlq: reads(), miller: reads(),
  mlr: reads(), look: reads(), ffmpeg,
};

/** Reads what follows `-i` and writes the last operand. */
function ffmpeg(call: Call): void {
  const target = call.args.at(-1) ?? '';
  for (const [index, argument] of call.args.entries()) if (argument === '-i') call.read(call.args[index + 1] ?? '');
  if (/^[a-z]+:/.test(target) || call.args.some((argument) => /^(concat|http|https|rtmp|tcp|udp|subfile|data):/.test(argument))) call.ask('network', `${call.shown} reads or writes streams.`);
  else if (!target.startsWith('-')) call.write(target);
}

/** `!` in a program of dc starts a shell command. */
function calculates(call: Call): void {
  const options = readOptions(call.args, { short: 'ef', long: ['expression', 'file'] });
  for (const operand of [...options.operands, ...options.all('f', 'file')]) call.read(operand);
  for (const text of [...options.all('e', 'expression'), call.stdin ?? '']) for (const match of codeText(text).matchAll(/!([^<>=][^\n]*)/g)) {
    call.ask('inline_code', `${call.shown} starts other programs from its program text.`);
    call.script(match[1] ?? '');
  }
}

/** Letters without a dash that hold an `e` show the environment of every process. */
function showsProcesses(call: Call): void {
  if (call.args.some((argument) => /^[a-z]*e[a-z]*$/.test(argument) && !argument.includes('=')) && !call.args.includes('-o')) call.ask('secret_shown', `${call.shown} shows the environment of processes, secrets included.`);
}

function queries(call: Call): string | void {
  const options = readOptions(call.args, { short: 'fL', long: ['from-file', 'indent'] });
  const [program = '', ...files] = options.operands;
  if (/(^|[^.\w])env\b|\$ENV\b(?!\.(?!\w*(TOKEN|SECRET|KEY|PASS)))/.test(program)) call.ask('secret_shown', `${call.shown} shows the environment, secrets included.`);
  const pairs = call.args.some((argument) => /^--(arg|argjson|slurpfile|rawfile|args|jsonargs)$/.test(argument));
  if (call.name === 'yq' && options.has('i', 'inplace')) for (const file of files) call.write(file);
  if (!pairs) for (const file of files) call.read(file);
  return files.length === 0 && isKnown(call.stdin ?? '') ? printedByJq(program, call.stdin) : undefined;
}
