/** One program with its words, as a script names it, and what stands between it and the one before. */
export interface SimpleCommand {
  readonly words: readonly string[];
  readonly after: '' | '|' | '||' | '&&' | ';' | '&';
}

/** Words that begin more than a simple command; what they enclose is not read here. */
const KEYWORDS: ReadonlySet<string> = new Set(['if', 'for', 'while', 'until', 'case', 'function', 'select', 'do', 'then', '{', '!', 'eval', 'exec']);

/** Only these may be written to without anything being changed. */
const HARMLESS_TARGETS: ReadonlySet<string> = new Set(['/dev/null', '&1', '&2']);

const CONNECTIVES = ['&&', '||', '|', ';', '&', '\n'] as const;

/**
 * Reads a script that is a chain of plain commands. Undefined for anything else (substitutions, redirections into files,
 * control words, open quotes): whoever asks must then take it for a script that can do everything.
 */
export function simpleCommandsOf(script: string): readonly SimpleCommand[] | undefined {
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let after: SimpleCommand['after'] = '';
  let at = 0;
  while (at < script.length) {
    const connective = CONNECTIVES.find((mark) => script.startsWith(mark, at));
    if (connective !== undefined) {
      if (words.length > 0) commands.push({ words, after });
      words = [];
      after = connective === '\n' ? ';' : connective;
      at += connective.length;
    } else if (script.charAt(at) === ' ' || script.charAt(at) === '\t') at += 1;
    else {
      const read = readWord(script, at);
      if (read === undefined) return undefined;
      if (read.word !== undefined) words.push(read.word);
      at = read.next;
    }
  }
  if (words.length > 0) commands.push({ words, after });
  return commands.some(({ words: [first = ''] }) => KEYWORDS.has(first)) ? undefined : commands;
}

/** One word with its quotes taken off, or a harmless redirection, which is no word. */
function readWord(script: string, from: number): { readonly word?: string; readonly next: number } | undefined {
  let word = '';
  let quote = '';
  for (let at = from; at < script.length; at += 1) {
    const char = script.charAt(at);
    if (quote !== "'" && (char === '`' || char === '$')) {
      if (char === '`' || script.charAt(at + 1) === '(') return undefined;
      word += char;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else word += char;
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return isDescriptor(word) ? redirection(script, at) : undefined;
    else if (char === '<' || char === '(' || char === ')' || char === '\\') return undefined;
    else if (' \t\n|&;'.includes(char)) return { word, next: at };
    else word += char;
  }
  return quote === '' ? { word, next: script.length } : undefined;
}

const isDescriptor = (word: string): boolean => ['', '1', '2'].includes(word);

function redirection(script: string, at: number): { readonly next: number } | undefined {
  let start = at + 1;
  while (script.charAt(start) === '>' || script.charAt(start) === ' ') start += 1;
  let end = start;
  while (end < script.length && !' \t\n|;'.includes(script.charAt(end)) && (end === start || script.charAt(end) !== '&')) end += 1;
  return HARMLESS_TARGETS.has(script.slice(start, end)) ? { next: end } : undefined;
}
