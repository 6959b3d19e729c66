/**
 * Walks a script as a shell would, without doing anything: every command that may run is handed to its rule with the
 * arguments it would get. Branches are all taken; what may or may not have happened leaves both values standing.
 */
import type { CommandContext } from '../context.ts';
import { BELOW, isKnown, plain, UNKNOWN } from '../expand/marks.ts';
import type { Scope } from '../expand/scope.ts';
import { expandText, expandWords } from '../expand/words.ts';
import { EXPANDED_CHARS_MAX, INNER_CHARS_MAX, LOOP_ROUNDS_MAX, READINGS_MAX, SHOWN_COMMANDS_MAX, STEPS_MAX, UNFOLDINGS_MAX, VALUE_CHARS_MAX } from '../limits.ts';
import { parseShell } from '../syntax/parse.ts';
import { type Assignment, type Command, isAssignment, type Pipeline, type Redirection, type Script, type SimpleCommand, type WordPart } from '../syntax/tree.ts';
import { isEndless, startsInBackground } from './loops.ts';
import { type OpenStreams, openStreams } from './streams.ts';
import { type ExpandedRedirection, type Invocation, report, type Walk } from './walk.ts';
import { copyOf, lookupVariable, setVariable, type ShellState } from './shell-state.ts';

/** Runs a text that is known; what is not understood is reported. */
export function evaluateText(text: string, shell: ShellState, walk: Walk): string {
  walk.spent.inner += text.length;
  if (walk.unfoldings > UNFOLDINGS_MAX || (walk.spent.inner > INNER_CHARS_MAX && walk.spent.inner > text.length)) {
    report(walk, 'ask', 'too_complex', 'It leads from one command to another more often than is followed.');
    return UNKNOWN;
  }
  const parsed = parseShell(text, { commandsMax: STEPS_MAX });
  if (!parsed.ok) {
    report(walk, 'ask', 'unparsable', `It cannot be read as a shell command: ${parsed.reason}.`);
    return UNKNOWN;
  }
  if (parsed.isCut === true) report(walk, 'ask', 'too_complex', `It amounts to more than ${STEPS_MAX} commands.`);
  return evaluateScript(parsed.script, shell, { ...walk, unfoldings: walk.unfoldings + 1 });
}

export function evaluateScript(script: Script, shell: ShellState, walk: Walk): string {
  let output = '';
  for (const { andOr, background } of script.items) {
    if (walk.spent.steps > STEPS_MAX) break;
    const inner = background ? { ...walk, beside: true } : walk;
    const where = background ? copyOf(shell) : shell;
    output = join(output, evaluatePipeline(andOr.first, where, inner));
    for (const { pipeline } of andOr.rest) {
      where.uncertainty += 1;
      output = join(output, evaluatePipeline(pipeline, where, inner));
      where.uncertainty -= 1;
    }
  }
  return output;
}

function join(before: string, after: string): string {
  if (before === '') return after;
  return before.length + after.length > VALUE_CHARS_MAX ? UNKNOWN : before + after;
}

function evaluatePipeline(pipeline: Pipeline, shell: ShellState, walk: Walk): string {
  const [only, ...others] = pipeline.commands;
  if (only === undefined) return '';
  if (others.length === 0) return evaluateCommand(only, shell, walk);
  let carried = shell.stdin;
  const inner = { ...walk, beside: true };
  for (const command of pipeline.commands) {
    if (walk.spent.steps > STEPS_MAX) return UNKNOWN;
    const part = copyOf(shell);
    part.stdin = carried;
    carried = evaluateCommand(command, part, inner);
  }
  return carried ?? '';
}

/** Runs one command of the tree; the body of a function is one. */
export function evaluateCommandBody(command: Command, shell: ShellState, walk: Walk): string {
  return evaluateCommand(command, shell, walk);
}

function evaluateCommand(command: Command, shell: ShellState, walk: Walk): string {
  walk.spent.steps += 1;
  if (walk.spent.steps > STEPS_MAX) {
    if (walk.spent.steps === STEPS_MAX + 1) report(walk, 'ask', 'too_complex', `It amounts to more than ${STEPS_MAX} commands.`);
    return UNKNOWN;
  }
  if (walk.spent.characters > EXPANDED_CHARS_MAX) {
    walk.spent.steps = STEPS_MAX + 1;
    report(walk, 'ask', 'too_complex', `Its values amount to more than ${EXPANDED_CHARS_MAX} characters.`);
    return UNKNOWN;
  }
  if (command.kind === 'simple') return evaluateSimple(command, shell, walk);
  const streams = openStreams(expandTargets(command.redirections, shell, walk), shell, walk);
  const before = shell.stdin;
  if (streams.stdin !== undefined) shell.stdin = streams.stdin;
  const output = evaluateCompound(command, shell, walk);
  shell.stdin = before;
  const delivered = streams.deliver(output);
  drainSinks(shell, walk);
  return delivered;
}

function evaluateCompound(command: Exclude<Command, SimpleCommand>, shell: ShellState, walk: Walk): string {
  switch (command.kind) {
    case 'group':
      return evaluateScript(command.body, shell, walk);
    case 'subshell':
      return evaluateScript(command.body, copyOf(shell), walk);
    case 'coproc':
      return evaluateCommand(command.body, copyOf(shell), { ...walk, beside: true });
    case 'function':
      shell.functions.set(command.name, command.body);
      return '';
    case 'if': {
      let output = '';
      for (const { condition, body } of command.branches) {
        evaluateScript(condition, shell, walk);
        output = join(output, uncertainly(shell, () => evaluateScript(body, shell, walk)));
      }
      const { otherwise } = command;
      return otherwise === undefined ? output : join(output, uncertainly(shell, () => evaluateScript(otherwise, shell, walk)));
    }
    case 'while':
    case 'until':
      evaluateScript(command.condition, shell, walk);
      if (isEndless(command) && startsInBackground(command.body)) reportForkBomb(walk, 'an endless loop starts ever more processes');
      return loopOutput(uncertainly(shell, () => evaluateRounds(command, shell, walk)));
    case 'counting':
      expandText(command.header, scopeOf(shell, walk));
      if (isEndless(command) && startsInBackground(command.body)) reportForkBomb(walk, 'an endless loop starts ever more processes');
      return loopOutput(uncertainly(shell, () => evaluateScript(command.body, shell, walk)));
    case 'for':
    case 'select':
      return evaluateFor(command, shell, walk);
    case 'case':
      expandText(command.subject, scopeOf(shell, walk));
      return command.clauses.reduce((output, clause) => join(output, uncertainly(shell, () => evaluateScript(clause.body, shell, walk))), '');
    case 'conditional':
      for (const term of command.terms) if (typeof term !== 'string') expandIndex(expandText(term, scopeOf(shell, walk))[0] ?? '', shell, walk);
      return '';
    case 'arithmetic':
      expandIndex(expandText(command.expression, scopeOf(shell, walk))[0] ?? '', shell, walk);
      return '';
  }
}

/** The index in a name is expanded once more where a name is meant. */
function expandIndex(text: string, shell: ShellState, walk: Walk): void {
  if (/^\w+\[[^\]]*[$`]/.test(text)) evaluateText(`: "${text.replaceAll('"', '')}"`, copyOf(shell), walk);
}

/** How often a loop runs is not known, so neither is what it prints; only silence stays silence. */
function loopOutput(output: string): string {
  return output === '' ? '' : isKnown(output) ? `${output}${UNKNOWN}` : output;
}

/** A loop that takes arguments or lines away goes on as long as there are some that are known. */
function evaluateRounds({ condition, body }: { condition: Script; body: Script }, shell: ShellState, walk: Walk): string {
  let output = '';
  for (let round = 0; round < LOOP_ROUNDS_MAX; round += 1) {
    const { positional, stdin } = shell;
    output = join(output, evaluateScript(body, shell, walk));
    if (round > 0 || positional !== shell.positional || (stdin ?? '') !== '') evaluateScript(condition, shell, walk);
    const isUsedUp = shell.positional.length === 0 && (shell.stdin ?? '') === '';
    if ((positional === shell.positional && stdin === shell.stdin) || isUsedUp) break;
  }
  return output;
}

function reportForkBomb(walk: Walk, how: string): void {
  report(walk, 'block', 'fork_bomb', `This is a fork bomb: ${how}.`);
}

function uncertainly(shell: ShellState, evaluate: () => string): string {
  shell.uncertainty += 1;
  const output = evaluate();
  shell.uncertainty -= 1;
  return output;
}

function evaluateFor(command: Extract<Command, { kind: 'for' | 'select' }>, shell: ShellState, walk: Walk): string {
  const words = command.words === undefined ? [shell.positional] : expandWords(command.words, scopeOf(shell, walk));
  // What is printed in each round may be put together, so repetitions count while they are few.
  const items = words.flat().length > LOOP_ROUNDS_MAX ? [...new Set(words.flat())] : words.flat();
  let output = '';
  for (const item of items.slice(0, LOOP_ROUNDS_MAX)) {
    shell.variables.set(command.name, [item]);
    output = join(output, evaluateScript(command.body, shell, walk));
  }
  if (items.length > LOOP_ROUNDS_MAX) {
    const areNames = items.every((item) => /^[A-Za-z0-9_-][\w.:-]*$/.test(item));
    shell.variables.set(command.name, [areNames ? BELOW : UNKNOWN]);
    output = join(output, evaluateScript(command.body, shell, walk));
  }
  return output;
}

function evaluateSimple(command: SimpleCommand, shell: ShellState, walk: Walk): string {
  const scope = scopeOf(shell, walk);
  const words = command.words.map((word) => (isAssignment(word) ? { parts: [{ kind: 'quoted' as const, text: `${word.name}=` }] } : word));
  const readings = expandWords(words, scope);
  const assignments = command.assignments.map((assignment) => ({ name: assignment.name, value: valueOf(assignment, shell, scope) }));
  for (const word of command.words) if (isAssignment(word)) assignVariable(word, shell, scope);
  const targets = expandTargets(command.redirections, shell, walk);
  const shownRedirections = targets.map(({ redirection, readings: [first = ''] }) => `${redirection.descriptor ?? ''}${redirection.operator}${redirection.operator.startsWith('<<') ? ' …' : plain(first)}`);
  let output: string | undefined;
  const [first = []] = readings;
  if (first.length === 0) {
    for (const assignment of command.assignments) assignVariable(assignment, shell, scope);
    for (const { name, value } of assignments) walk.setting(name, value, shell, walk);
    if (command.words.some((word) => !isAssignment(word) && takesArguments(word.parts))) report(walk, 'ask', 'unknown_program', 'It runs what it is given as arguments, and there are none to look at.');
  }
  for (const [index, argv] of readings.entries()) {
    const where = index === 0 ? shell : copyOf(shell);
    const streams = openStreams(targets, where, walk);
    if (walk.understood.length < SHOWN_COMMANDS_MAX && index === 0) {
      walk.understood.push({ argv: argv.map(plain), assignments: assignments.map(({ name, value }) => `${name}=${plain(value)}`), redirections: shownRedirections });
    }
    const printed = argv.length === 0 ? (assignments.length === 0 ? (streams.stdin ?? '') : '') : runWith(argv, assignments, streams, where, walk);
    const delivered = streams.deliver(printed);
    if (argv.length === 1 && argv[0] === 'exec' && streams.stdin !== undefined) where.stdin = streams.stdin;
    output ??= delivered;
  }
  if (first.length > 0) shell.variables.set('_', [first.at(-1) ?? '']);
  drainSinks(shell, walk);
  return output ?? '';
}

/** What stands in `>( … )` reads what the command has written there. */
function drainSinks(shell: ShellState, walk: Walk): void {
  for (const { path, script } of walk.sinks.splice(0)) {
    const inner = copyOf(shell);
    inner.stdin = shell.files.get(path) ?? UNKNOWN;
    evaluateScript(script, inner, { ...walk, beside: true });
  }
}

function runWith(argv: readonly string[], assignments: Invocation['assignments'], streams: OpenStreams, shell: ShellState, walk: Walk): string {
  const stdin = streams.stdin ?? shell.stdin;
  const piped = streams.stdin === undefined && shell.stdin !== undefined;
  return walk.program({ argv, assignments, stdin, piped, shell, walk });
}

/** Whether a word is made of arguments that nobody has given here. */
function takesArguments(parts: readonly WordPart[]): boolean {
  return parts.some((part) => (part.kind === 'parameter' ? /^[@*1-9]$/.test(part.name) : part.kind === 'double' && takesArguments(part.parts)));
}

function valueOf(assignment: Assignment, shell: ShellState, scope: Scope): string {
  if (assignment.elements !== undefined) return UNKNOWN;
  const [value = ''] = expandText(assignment.value, scope);
  return assignment.append ? `${lookupVariable(shell, assignment.name, { ...emptyContext, home: scope.home }).values[0] ?? ''}${value}` : value;
}

const emptyContext: CommandContext = { workspace: '/', currentFolder: '/', home: '/', environment: {}, ownState: [], platform: 'linux' };

function assignVariable(assignment: Assignment, shell: ShellState, scope: Scope): void {
  if (assignment.elements !== undefined) {
    const elements = expandWords(assignment.elements.map((element) => element.value), scope)[0] ?? [];
    const before = assignment.append ? (shell.arrays.get(assignment.name) ?? []) : [];
    shell.variables.delete(assignment.name);
    shell.arrays.set(assignment.name, [...before, ...elements]);
    for (const { subscript, value } of assignment.elements) if (subscript !== undefined) shell.variables.set(`${assignment.name}[${expandText(subscript, scope)[0] ?? ''}]`, expandText(value, scope));
    return;
  }
  if (assignment.subscript !== undefined) {
    const [index = ''] = expandText(assignment.subscript, scope);
    const elements = [...(shell.arrays.get(assignment.name) ?? [])];
    const at = /^[0-9]{1,3}$/.test(index) ? Number(index) : elements.length;
    while (elements.length < at) elements.push('');
    elements[at] = valueOf({ ...assignment, append: false }, shell, scope);
    shell.variables.set(`${assignment.name}[${index}]`, [elements[at] ?? '']);
    shell.arrays.set(assignment.name, elements);
    return;
  }
  const values = expandText(assignment.value, scope);
  const known = lookupVariable(shell, assignment.name, emptyContext);
  const before = assignment.append ? [...(known.mayBeUnset ? [''] : []), ...known.values] : [''];
  const joined = before.flatMap((start) => values.map((value) => start + value));
  setVariable(shell, assignment.name, joined[0] ?? '');
  if (joined.length > 1) shell.variables.set(shell.references.get(assignment.name) ?? assignment.name, joined.slice(0, READINGS_MAX));
}

function expandTargets(redirections: readonly Redirection[], shell: ShellState, walk: Walk): ExpandedRedirection[] {
  const scope = scopeOf(shell, walk);
  return redirections.map((redirection) => {
    const isText = redirection.operator.startsWith('<<');
    const readings = isText ? expandText(redirection.target, scope) : expandWords([redirection.target], scope).map((fields) => fields.join(' '));
    return { redirection, readings };
  });
}

export function scopeOf(shell: ShellState, walk: Walk): Scope {
  return {
    lookup: (name) => (name === 'FUNCNAME' ? { values: [walk.calls.at(-1) ?? ''], mayBeUnset: false } : lookupVariable(shell, name, walk.context)),
    elements: (name) => shell.arrays.get(name),
    positional: shell.positional,
    assign: (name, value) => setVariable(shell, name, value),
    home: walk.context.home,
    folder: shell.folders[0],
    spend: (characters) => {
      walk.spent.characters += characters;
      return walk.spent.characters <= EXPANDED_CHARS_MAX;
    },
    output: (script) => {
      const output = evaluateScript(script, copyOf(shell), { ...walk, unfoldings: walk.unfoldings + 1 });
      let end = output.length;
      while (output[end - 1] === '\n') end -= 1;
      return output.slice(0, end);
    },
    process: (script, direction) => {
      walk.spent.processes += 1;
      const path = `/dev/fd/${60 + walk.spent.processes}`;
      if (direction === '>') walk.sinks.push({ path, script });
      else shell.files.set(path, evaluateScript(script, copyOf(shell), { ...walk, beside: true }));
      return path;
    },
  };
}

