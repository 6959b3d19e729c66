/** What short sed scripts print when their input is known, so that a word put together by one is seen. */
import { compilePattern } from '../../../kernel/index.ts';

const SCRIPT_CHARS_MAX = 200;
const INPUT_CHARS_MAX = 4_096;

/** Follows single commands, `;` between them: `s`, `y`, `Np`, `Nd`. Anything else is undefined. */
export function printedBySed(scripts: readonly string[], input: string, quiet: boolean): string | undefined {
  const text = scripts.join(';');
  if (text.length > SCRIPT_CHARS_MAX || input.length > INPUT_CHARS_MAX) return undefined;
  let lines = input.replace(/\n$/, '').split('\n');
  const commands = /^s|^y/.test(text) && scripts.length === 1 ? substitutions(text) : text.split(';');
  let printed: string[] | undefined;
  for (const command of commands ?? ['?']) {
    const addressed = /^\s*([0-9]+)(?:,([0-9]+|\$))?\s*([pdq])\s*$/.exec(command);
    if (addressed) {
      const from = Number(addressed[1]);
      const to = addressed[2] === undefined ? from : addressed[2] === '$' ? lines.length : Number(addressed[2]);
      const inRange = (_: string, at: number): boolean => at + 1 >= from && at + 1 <= to;
      if (addressed[3] === 'p') printed = [...(printed ?? []), ...lines.filter(inRange)];
      else if (addressed[3] === 'd') lines = lines.filter((line, at) => !inRange(line, at));
      else lines = lines.slice(0, from);
      continue;
    }
    const edited = edit(command.trim(), lines);
    if (edited === undefined) return undefined;
    lines = edited;
  }
  const output = quiet ? (printed ?? lines) : [...(printed ?? []), ...lines];
  return output.map((line) => `${line}\n`).join('');
}

/** A script of `s` and `y` commands cut at the `;` that stand between commands. */
function substitutions(text: string): string[] | undefined {
  const commands: string[] = [];
  for (let at = 0; at < text.length; ) {
    while (/[;\s]/.test(text[at] ?? '')) at += 1;
    const delimiter = text.charAt(at + 1);
    if (!/[sy]/.test(text.charAt(at)) || delimiter === '') return undefined;
    const end = endOf(text, endOf(text, at + 2, delimiter) + 1, delimiter);
    const flags = /^[^;]*/.exec(text.slice(end + 1))?.[0] ?? '';
    commands.push(text.slice(at, end + 1 + flags.length));
    at = end + 1 + flags.length + 1;
  }
  return commands;
}

function endOf(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === delimiter) return at;
  }
  return text.length;
}

function edit(command: string, lines: readonly string[]): string[] | undefined {
  const delimiter = command.charAt(1);
  const middle = endOf(command, 2, delimiter);
  const end = endOf(command, middle + 1, delimiter);
  if (end >= command.length) return undefined;
  const pattern = command.slice(2, middle);
  const replacement = command.slice(middle + 1, end).replaceAll(`\\${delimiter}`, delimiter);
  const flags = command.slice(end + 1);
  if (command.startsWith('y')) return lines.map((line) => [...line].map((letter) => replacement[pattern.indexOf(letter)] ?? letter).join(''));
  if (!command.startsWith('s') || !/^[gpI]*$/.test(flags) || /[+?(){}|]|\*.*\*|\\[^./]/.test(pattern)) return undefined;
  const search = compilePattern(pattern);
  return lines.map((line) => {
    const found = search.find(line);
    const matches = flags.includes('g') ? found : found.slice(0, 1);
    return matches.reduceRight((text, { start, end: until }) => text.slice(0, start) + replaced(replacement, text.slice(start, until)) + text.slice(until), line);
  });
}

/** `&` is what was found; `\L` and `\U` change the case of what follows. */
function replaced(replacement: string, found: string): string {
  const recase = /^\\([LU])/.exec(replacement)?.[1];
  const text = replacement.replace(/^\\[LU]/, '').replace(/\\E/g, '').replace(/\\?&/g, (mark) => (mark === '&' ? found : '&'));
  return recase === undefined ? text : recase === 'L' ? text.toLowerCase() : text.toUpperCase();
}
