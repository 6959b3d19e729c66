/** Hands one program to its rule: functions and aliases first, then the table, then files that are run by their path. */
import type { Finding } from '../context.ts';
import { compileGlob } from '../expand/globs.ts';
import { blurred, hasGlob, isKnown, plain, SECRET, UNKNOWN } from '../expand/marks.ts';
import { PATHS_MAX, SHOWN_ARGUMENTS_MAX, SHOWN_CHARS_MAX, STEPS_MAX, UNFOLDINGS_MAX } from '../limits.ts';
import { runFile } from '../programs/script-files.ts';
import { programNames, ruleFor } from '../programs/table.ts';
import { readFinding, removeFinding, writeFinding } from '../rules/path-verdicts.ts';
import { normalise } from '../rules/places.ts';
import { inspectCode } from '../rules/inline-code.ts';
import { isSensitive } from '../rules/secrets.ts';
import type { Call } from './call.ts';
import { evaluateCommandBody, evaluateText } from './evaluator.ts';
import { look, lookAgain, tryPlaces } from './second-look.ts';
import { judgeSetting } from './settings.ts';
import { copyOf, type ShellState } from './shell-state.ts';
import { type Invocation, report, type Walk } from './walk.ts';

/** Builtins that expand the index in a name once more: `unset 'a[$(…)]'`. */
const EVALUATES_NAMES = new Set(['[', 'declare', 'let', 'local', 'printf', 'read', 'readonly', 'test', 'typeset', 'unset']);
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'mksh', 'csh', 'tcsh', 'fish']);

export function judgeProgram(invocation: Invocation): string {
  const { walk, shell } = invocation;
  walk.spent.steps += 1;
  if (walk.spent.steps > STEPS_MAX || walk.unfoldings > UNFOLDINGS_MAX) {
    report(walk, 'ask', 'too_complex', 'It amounts to more commands than are followed.');
    return UNKNOWN;
  }
  for (const { name, value } of invocation.assignments) judgeSetting(name, value, shell, walk);
  return invocation.assignments.length === 0 ? judgeWord(invocation) : withAssignments(invocation, () => judgeWord(invocation));
}

function judgeWord(invocation: Invocation): string {
  const { argv, walk } = invocation;
  const [word = ''] = argv;
  if (!isKnown(word)) {
    walk.seen.unknownProgram = true;
    report(walk, 'ask', 'unknown_program', `What "${shownArgv(argv)}" would run cannot be known beforehand.`);
    return UNKNOWN;
  }
  return hasGlob(word) ? judgeGlobbed(word, invocation) : judgeNamed(word, invocation);
}

/** Assignments before a command hold while it runs; what else it sets stays, as with `IFS=: read a b`. */
function withAssignments({ assignments, shell }: Invocation, judge: () => string): string {
  const before = assignments.map(({ name }) => [name, shell.variables.get(name)] as const);
  for (const { name, value } of assignments) shell.variables.set(name, [value]);
  const output = judge();
  for (const [name, values] of before) {
    if (values === undefined) shell.variables.delete(name);
    else shell.variables.set(name, values);
  }
  return output;
}

/** `/???/r?` is every program whose path it matches; the worst of them are looked at first. */
function judgeGlobbed(word: string, invocation: Invocation): string {
  const { spent } = invocation.walk;
  const names = namesMatching(word);
  const worst = ['rm', 'dd', 'sh', 'bash', 'mkfs', 'shred', 'find', 'reboot', 'shutdown', 'env', 'sudo'].filter((name) => names.includes(name));
  for (const name of [...worst, ...names.slice(0, 4)]) {
    // Trying every program and judging several of them costs as much as so many commands.
    spent.steps += STEPS_OF_A_TRY;
    if (spent.steps <= STEPS_MAX) judgeNamed(name, invocation);
  }
  report(invocation.walk, 'ask', 'unknown_program', `"${plain(word)}" is a pattern, not the name of a program.`);
  return UNKNOWN;
}

const STEPS_OF_A_TRY = 4;
const PROGRAM_FOLDERS = ['/bin', '/usr/bin', '/sbin', '/usr/sbin'];

/** A glob never matches a slash, so the folder and the name are matched apart. */
function namesMatching(word: string): readonly string[] {
  const slash = word.lastIndexOf('/');
  if (slash > 0) {
    const inFolder = compileGlob(word.slice(0, slash), 'marks');
    if (!PROGRAM_FOLDERS.some((folder) => folder.split('/').length === word.split('/').length - 1 && inFolder(folder))) return [];
  }
  const matches = compileGlob(word.slice(slash + 1), 'marks');
  return programNames().filter(matches);
}

function judgeNamed(word: string, invocation: Invocation): string {
  const { walk, shell, argv } = invocation;
  const args = argv.slice(1);
  const defined = invocation.asProgram === true ? undefined : shell.functions.get(word);
  if (defined !== undefined) return callFunction(word, args, invocation);
  const alias = invocation.asProgram === true ? undefined : shell.aliases.get(word);
  if (alias !== undefined && !walk.calls.includes(`alias ${word}`)) {
    return evaluateText(`${alias} ${args.map(quote).join(' ')}`, shell, { ...walk, calls: [...walk.calls, `alias ${word}`] });
  }
  const path = word.includes('/') ? normalise(word, shell.folders[0] ?? walk.context.currentFolder) : undefined;
  const linked = path === undefined ? undefined : shell.links.get(path);
  const name = (linked ?? word).split('/').at(-1) ?? '';
  const call = createCall(name, invocation);
  const before = walk.findings.length;
  if (/\s/.test(word)) call.script(word);
  if (path !== undefined && linked === undefined && !isProgramPath(path)) {
    const printed = runFile(call, word, args);
    lookAgain(name, invocation, walk.findings.slice(before));
    return printed;
  }
  // macOS finds a program whatever the case of its letters.
  const rule = ruleFor(name) ?? (walk.context.platform === 'darwin' ? ruleFor(name.toLowerCase()) : undefined);
  if (SHELLS.has(name)) noteShell(invocation);
  if (EVALUATES_NAMES.has(name)) for (const argument of args) if (/^\w+\[.*[$`]/s.test(argument)) call.script(`: "${argument.replaceAll('"', '')}"`);
  const output = rule === undefined ? askAboutUnknown(call) : rule(call);
  if (isQuestion(args, rule !== undefined) && path === undefined && walk.findings.slice(before).every((finding) => finding.decision === 'ask')) walk.findings.splice(before);
  lookAgain(name, invocation, walk.findings.slice(before));
  if (BUILDS.has(name)) judgeWritten(name, invocation);
  if (walk.findings.slice(before).some((finding) => finding.rule === 'metadata')) return SECRET;
  return output === undefined || output === UNKNOWN ? outputAfter(walk.findings.slice(before), invocation.stdin, argv) : output;
}

/** A program that is asked who it is does nothing else. */
function isQuestion([only, ...others]: readonly string[], isRuled: boolean): boolean {
  return others.length === 0 && (only === '--version' || only === '--help' || (only === 'version' && !isRuled));
}

/** These run or build what lies in a project, whatever file it is in. */
const BUILDS = new Set([
  'ant', 'bun', 'c++', 'cargo', 'cc', 'clang', 'clang++', 'cmake', 'docker', 'dotnet', 'g++', 'gcc', 'go', 'gradle', 'javac', 'just',
  'make', 'mvn', 'npm', 'pnpm', 'podman', 'pytest', 'rake', 'rustc', 'swift', 'tox', 'yarn',
]);
const CODE_NAMES = /\.(c|cc|cpp|go|rs|java|swift|js|mjs|cjs|ts|py|rb|sh|cs|kt|mk)$|(^|\/)(package\.json|Makefile|Dockerfile|Justfile|justfile|Rakefile|build\.gradle)$/;

/** Code that this line has written is judged where this line also builds or runs it; the same goes for a fetched project. */
function judgeWritten(name: string, invocation: Invocation): void {
  const { shell, stdin, walk } = invocation;
  const verb = invocation.argv.slice(1).find((argument) => !argument.startsWith('-'));
  if (walk.seen.traits.get('fetched') !== undefined && !['docker', 'podman'].includes(name) && verb !== 'audit') report(walk, 'ask', 'remote_code', `"${name}" runs what was fetched from elsewhere.`);
  const written = [...shell.files].flatMap(([path, content]) => (CODE_NAMES.test(path) && isKnown(content) ? [content] : []));
  const texts = invocation.argv.includes('-') && stdin !== undefined && isKnown(stdin) ? [...written, stdin] : written;
  if (texts.length === 0) return;
  look(walk, (inner) => {
    const call = createCall(name, { ...invocation, walk: inner });
    for (const text of texts) {
      inspectCode(call, text);
      tryPlaces(text, shell, inner);
    }
  });
}

const SHOWS_SECRET = new Set(['secret_read', 'secret_shown', 'keys', 'metadata']);
/** Programs that are asked for credentials and print them. */
const HANDS_OUT = /^(gh auth token|gcloud auth print-|aws configure get|aws sts |az account get-access-token|heroku config|npm token)/;

/** What a program prints is not known, but where it came from is. */
function outputAfter(findings: readonly Finding[], stdin: string | undefined, argv: readonly string[]): string {
  const secret = findings.some((finding) => SHOWS_SECRET.has(finding.rule)) || HANDS_OUT.test(argv.join(' '));
  return blurred(secret ? '\ue001' : '', stdin ?? '');
}

function noteShell({ walk, argv, stdin }: Invocation): void {
  if (stdin !== undefined && !isKnown(stdin)) walk.seen.shellOnStream = true;
  if (argv.slice(1).every((argument) => /^[-+]/.test(argument) && !/^-[a-zA-Z]*c/.test(argument))) walk.seen.shellOnStream = true;
}

const quote = (word: string): string => (/^[\w./=:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function askAboutUnknown(call: Call): string {
  call.ask('unknown_program', `Nobody has said what "${call.name}" does; it would be started as ${call.shown}.`);
  return UNKNOWN;
}

function isProgramPath(path: string): boolean {
  return /^\/(usr\/)?(local\/)?s?bin\/[^/]+$/.test(path) || /^\/(usr\/)?lib[0-9a-z]*\/(.*\/)?ld[^/]*$/.test(path) || path.startsWith('/opt/homebrew/bin/');
}

/** What reaches itself beside something else doubles without end. */
function reportEndless(walk: Walk, what: string): void {
  if (walk.beside) report(walk, 'block', 'fork_bomb', `This is a fork bomb: ${what} starts itself again and again.`);
  else report(walk, 'ask', 'endless', `Here ${what} calls itself without end.`);
}

function callFunction(name: string, args: readonly string[], { walk, shell, stdin }: Invocation): string {
  if (walk.calls.includes(name)) {
    reportEndless(walk, `the function "${name}"`);
    return UNKNOWN;
  }
  const body = shell.functions.get(name);
  if (body === undefined) return UNKNOWN;
  const positional = shell.positional;
  const before = shell.stdin;
  shell.positional = args;
  shell.stdin = stdin;
  const output = evaluateCommandBody(body, shell, { ...walk, calls: [...walk.calls, name], unfoldings: walk.unfoldings + 1, beside: false });
  shell.positional = positional;
  shell.stdin = before;
  return output;
}

function shownArgv(argv: readonly string[]): string {
  const text = argv.slice(0, SHOWN_ARGUMENTS_MAX).map((argument) => plain(argument.slice(0, SHOWN_CHARS_MAX + 1))).join(' ') + (argv.length > SHOWN_ARGUMENTS_MAX ? ' …' : '');
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
}

function createCall(name: string, invocation: Invocation): Call {
  const { argv, walk, shell, stdin } = invocation;
  const { context } = walk;
  const shown = `"${shownArgv([name, ...argv.slice(1)]) || '…'}"`;
  const add = (finding: Finding | undefined): void => {
    if (finding !== undefined) walk.findings.push({ ...finding, explanation: finding.explanation.startsWith('It ') ? `${shown}: ${finding.explanation.charAt(0).toLowerCase()}${finding.explanation.slice(1)}` : finding.explanation });
  };
  const paths = (argument: string): string[] => {
    walk.spent.paths += 1;
    if (walk.spent.paths > PATHS_MAX) {
      if (walk.spent.paths === PATHS_MAX + 1) report(walk, 'ask', 'too_complex', `It names more than ${PATHS_MAX} paths.`);
      return [];
    }
    const inFolder = shell.folders.map((folder) => normalise(argument, folder));
    const linked = inFolder.map((path) => followLinks(path, shell));
    const { realpath } = context;
    return [...new Set([...linked, ...(realpath === undefined ? [] : linked.filter((path) => isKnown(path) && !hasGlob(path)).map(realpath))])];
  };
  const deeper: Walk = { ...walk, unfoldings: walk.unfoldings + 1 };
  return {
    name, argv, args: argv.slice(1), stdin, shell, context, shown, paths,
    report: add,
    ask: (rule, explanation) => add({ decision: 'ask', rule, explanation }),
    block: (rule, explanation) => add({ decision: 'block', rule, explanation }),
    run: (inner, options) => {
      const where = options?.folder === undefined ? shell : { ...copyOf(shell), folders: paths(options.folder) };
      return judgeProgram({
        argv: inner, assignments: options?.settings ?? [], stdin: options?.stdin ?? stdin, shell: where, walk: deeper,
        ...(invocation.piped === true && { piped: true }), ...(options?.asProgram === true && { asProgram: true }),
      });
    },
    script: (text, options) => {
      const where = options?.own === true ? shell : copyOf(shell);
      const positional = where.positional;
      where.positional = options?.positional ?? [];
      if (options?.own === true) where.positional = options.positional ?? positional;
      if (options?.zero !== undefined) where.variables.set('0', [options.zero]);
      const file = options?.file === undefined ? undefined : `file ${options.file}`;
      if (file !== undefined && walk.calls.includes(file)) {
        reportEndless(walk, `the file ${options?.file ?? ''}`);
        return UNKNOWN;
      }
      const output = evaluateText(text, where, file === undefined ? deeper : { ...deeper, calls: [...walk.calls, file] });
      if (options?.own === true) where.positional = positional;
      return output;
    },
    read: (argument) => paths(argument).forEach((path) => add(readFinding(path, context))),
    write: (argument) => paths(argument).forEach((path) => add(writeFinding(path, context))),
    remove: (argument, how) => paths(argument).forEach((path) => add(removeFinding(path, how, context))),
    fileContent: (argument) => {
      for (const path of paths(argument)) {
        if (path === '/dev/null') return '';
        const content = shell.files.get(path);
        if (content !== undefined) return content;
        if (isSensitive(path)) return '\ue001';
      }
      return undefined;
    },
    set: (variable, value) => judgeSetting(variable, value, shell, walk),
    note: (what) => walk.seen.traits.set(what, shown),
    has: (what) => walk.seen.traits.has(what),
    piped: invocation.piped === true,
  };
}

/** A link that this line has made leads where it was made to lead. */
function followLinks(path: string, shell: ShellState): string {
  for (const [link, target] of shell.links) {
    if (path === link || path.startsWith(`${link}/`)) return normalise(`${target}${path.slice(link.length)}`, '/');
  }
  return path;
}
