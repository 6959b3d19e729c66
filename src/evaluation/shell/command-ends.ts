import { posix } from 'node:path';
import { shellTree, type ShellNode } from './shell-tree.ts';
import type { ShellWord } from './shell-words.ts';

/**
 * What becomes of the failure of a command inside a script: the script fails with it, the code is printed behind some words, some
 * words are printed instead, or nobody learns of it.
 */
export type Fate = { readonly how: 'shown' } | { readonly how: 'code_printed'; readonly behind: string } | { readonly how: 'words_printed'; readonly text: string } | { readonly how: 'hidden' };

export interface CommandEnd {
  readonly words: readonly string[];
  readonly fate: Fate;
}

interface Place {
  readonly fate: Fate;
  /** Whether a failure here ends the script: errors stop it, and this is no place where they do not. */
  readonly stops: boolean;
  readonly pipefail: boolean;
  readonly depth: number;
}

const SHOWN: Fate = { how: 'shown' };
const HIDDEN: Fate = { how: 'hidden' };
const DEPTH_MAX = 8;
const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash', 'zsh']);
const PRINTING: ReadonlySet<string> = new Set(['echo', 'printf']);
/** What only runs another command, whose end is its own. */
const PASSING_ON: ReadonlySet<string> = new Set(['time', 'nice', 'nohup', 'command', 'env', 'sudo', 'exec', 'stdbuf', 'setsid']);

/** What becomes of each command of a script when it fails; undefined when the script is not understood. */
export function commandEnds(script: string): CommandEnd[] | undefined {
  const tree = shellTree(script);
  if (tree === undefined) return undefined;
  const ends: CommandEnd[] = [];
  const functions = new Map<string, ShellNode>();
  const walk = (node: ShellNode, place: Place): boolean => {
    switch (node.kind) {
      case 'list':
        return walkList(node.items, place);
      case 'chain':
        return node.links.every((link, at) => {
          const handler = node.links.slice(at + 1).find(({ on }) => on === '||');
          const isLast = at === node.links.length - 1;
          return walk(link.node, { ...place, fate: handler === undefined ? place.fate : afterFailure(handler.node, place, script), stops: isLast && place.stops });
        });
      case 'pipe':
        return node.parts.every((part, at) => walk(part, node.isNegated || (at < node.parts.length - 1 && !place.pipefail) ? hiddenIn(place) : place));
      case 'loop':
        // A loop ends as its last round does.
        return walk(node.condition, hiddenIn(place)) && walk(node.body, { ...place, fate: HIDDEN });
      case 'choice':
        return walk(node.condition, { ...hiddenIn(place), fate: afterFailure(node.otherwise, place, script) }) && walk(node.chosen, place) && walk(node.otherwise, place);
      case 'function':
        functions.set(node.name, node.body);
        return true;
      case 'command':
        return walkCommand(node.words, place);
    }
  };
  const walkList = (items: readonly { readonly node: ShellNode; readonly isBackground: boolean }[], place: Place): boolean => {
    let { stops, pipefail } = place;
    return items.every(({ node, isBackground }, at) => {
      const options = firstWords(node);
      if (options[0] === 'set') [stops, pipefail] = afterSet(options.slice(1), stops, pipefail);
      const fate = isBackground ? HIDDEN : at === items.length - 1 ? place.fate : whatIsAsked(items.slice(at + 1).map((item) => firstWords(item.node)), place);
      return walk(node, { ...place, fate, stops: stops && !isBackground && (place.stops || place.fate.how === 'shown'), pipefail });
    });
  };
  const walkCommand = (words: readonly ShellWord[], place: Place): boolean => {
    const start = words.findIndex(({ text }) => !isAssignment(text));
    // The end of a substitution is that of an assignment, and nobody else's.
    if (!words.every(({ inner }) => inner.every((one) => walkScript(one, start === -1 ? place : hiddenIn(place))))) return false;
    if (start === -1) return true;
    const texts = words.slice(start).map(({ text }) => text);
    const program = posix.basename(texts[0] ?? '');
    const body = functions.get(program);
    if (body !== undefined && place.depth < DEPTH_MAX) return walk(body, { ...place, depth: place.depth + 1 });
    const script = SHELLS.has(program) ? texts[texts.findIndex((text) => text.startsWith('-') && text.endsWith('c')) + 1] : program === 'eval' ? texts.slice(1).join(' ') : undefined;
    if (script !== undefined && script !== texts[0]) return walkScript(script, { ...place, stops: program === 'eval' && place.stops });
    const ran = ranBy(program, texts);
    if (program === 'trap' && texts.some((text) => text.includes('exit 0'))) return false;
    ends.push({ words: ran.words, fate: place.stops ? SHOWN : ran.isForgotten ? HIDDEN : place.fate });
    return true;
  };
  const walkScript = (inner: string, place: Place): boolean => {
    const innerTree = place.depth < DEPTH_MAX ? shellTree(inner) : undefined;
    return innerTree !== undefined && walk(innerTree, { ...place, depth: place.depth + 1 });
  };
  return walk(tree, { fate: SHOWN, stops: false, pipefail: false, depth: 0 }) ? ends : undefined;
}

function hiddenIn(place: Place): Place {
  return { ...place, fate: HIDDEN, stops: false };
}

/** The command that another one runs: `find` forgets how each ended unless it hands over all at once. */
function ranBy(program: string, texts: readonly string[]): { readonly words: readonly string[]; readonly isForgotten: boolean } {
  const from = program === 'find' ? texts.findIndex((text) => ['-exec', '-execdir', '-ok', '-okdir'].includes(text)) : -1;
  if (from !== -1) {
    const end = texts.findIndex((text, at) => at > from && (text === ';' || text === '+'));
    return { words: texts.slice(from + 1, end === -1 ? texts.length : end), isForgotten: texts[end] !== '+' };
  }
  if (program === 'xargs' || program === 'timeout' || PASSING_ON.has(program)) {
    const inner = texts.findIndex((text, at) => at > 0 && !text.startsWith('-') && !isAssignment(text) && !/^\d/.test(text) && text !== '{}');
    return { words: inner === -1 ? texts : texts.slice(inner), isForgotten: false };
  }
  return { words: texts, isForgotten: false };
}

/** What is done where a command failed: the script ends, a sign is kept that it ends with, or something is printed. */
function afterFailure(handler: ShellNode, place: Place, script: string): Fate {
  const commands = commandsIn(handler);
  const failing = commands.some((words) => (['exit', 'return'].includes(words[0] ?? '') && words[1] !== '0') || (words.length === 1 && (words[0] === 'false' || endsWith(nameOf(words[0] ?? ''), script))));
  if (failing) return place.fate.how === 'hidden' && !commands.some(([first]) => first === 'exit') && !commands.some(([first = '']) => isAssignment(first)) ? HIDDEN : SHOWN;
  const printed = commands.find(([first]) => PRINTING.has(first ?? ''));
  const text = literalOf(printed?.slice(1).join(' ') ?? '');
  return text === '' ? HIDDEN : { how: 'words_printed', text };
}

/** The code of a command that is not the last, where the next one takes it up. */
function whatIsAsked([next = [], ...later]: readonly (readonly string[])[], place: Place): Fate {
  const words = next.join(' ');
  if (!words.includes('$?')) return HIDDEN;
  const [first = ''] = next;
  if (first === 'exit' || first === 'return') return SHOWN;
  if (PRINTING.has(first)) return { how: 'code_printed', behind: literalBefore(next.slice(1).join(' '), '$?') };
  const name = nameOf(first);
  const taken = later.find((one) => name !== '' && one.some((word) => word.includes(`$${name}`) || word.includes(`\${${name}}`)));
  if (taken === undefined) return HIDDEN;
  if (taken[0] === 'exit' || taken[0] === 'return') return place.fate.how === 'hidden' ? HIDDEN : SHOWN;
  return PRINTING.has(taken[0] ?? '') ? { how: 'code_printed', behind: literalBefore(taken.slice(1).join(' ').replaceAll('{', '').replaceAll('}', ''), `$${name}`) } : HIDDEN;
}

/** The plain words before a value, as far back as the value before that. */
function literalBefore(text: string, value: string): string {
  const before = text.slice(0, text.indexOf(value));
  return before.slice(before.lastIndexOf('$') + 1).replace(/^\w*/u, (name) => (before.includes('$') ? '' : name));
}

function literalOf(text: string): string {
  return (text.split('$', 1)[0] ?? '').trim();
}

function commandsIn(node: ShellNode): readonly (readonly string[])[] {
  switch (node.kind) {
    case 'list':
      return node.items.flatMap((item) => commandsIn(item.node));
    case 'chain':
      return node.links.slice(0, 1).flatMap((link) => commandsIn(link.node));
    case 'pipe':
      return node.parts.slice(0, 1).flatMap(commandsIn);
    case 'command':
      return [node.words.map(({ text }) => text)];
    default:
      return [];
  }
}

/** The words of a node that begins with a plain command. */
function firstWords(node: ShellNode): readonly string[] {
  return node.kind === 'list' ? [] : (commandsIn(node)[0] ?? []);
}

function afterSet(options: readonly string[], stops: boolean, pipefail: boolean): [stops: boolean, pipefail: boolean] {
  const names = options.join(' ');
  const plain = options.filter((option) => option.startsWith('-') && !option.startsWith('--'));
  const on = plain.some((option) => option.includes('e')) || names.includes('-o errexit') || stops;
  return [on && !options.some((option) => option.startsWith('+') && option.includes('e')) && !names.includes('+o errexit'), pipefail || names.includes('pipefail')];
}

function isAssignment(word: string): boolean {
  return nameOf(word) !== '';
}

function nameOf(word: string): string {
  const sign = word.indexOf('=');
  return sign > 0 && /^[A-Za-z_]\w*$/.test(word.slice(0, sign)) ? word.slice(0, sign) : '';
}

/** Whether the script ends with the value of a name. */
function endsWith(name: string, script: string): boolean {
  return name !== '' && ['exit', 'return'].some((end) => [`$${name}`, `"$${name}"`, `\${${name}}`].some((value) => script.includes(`${end} ${value}`)));
}
