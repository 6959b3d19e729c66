/** What a filter works on, and filters whose output is known when their input is. */
import { compilePattern } from '../../../kernel/index.ts';
import type { Call, ProgramTable } from '../evaluate/call.ts';
import { blurred, isBelow, isKnown, SECRET, UNKNOWN } from '../expand/marks.ts';
import { isSensitive } from '../rules/secrets.ts';
import { readOptions } from './options.ts';

export const FILTER_PROGRAMS: ProgramTable = {
  uniq: (call) => onWhole(call, (lines) => lines.filter((line, at) => line !== lines[at - 1])),
  fold: passes, fmt: passes, expand: passes, unexpand: passes, column: passes, iconv: passes, pv: passes, paste: pastes,
  nl: (call) => known(call, () => UNKNOWN), sort: sorts,
};

/** The text that a filter works on: its files when this line wrote them, else its input. */
export function inputOf(call: Call, operands: readonly string[]): string {
  if (operands.every((operand) => operand === '-')) return call.stdin ?? UNKNOWN;
  const contents = operands.map((file) => {
    if (file === '-') return call.stdin ?? UNKNOWN;
    call.read(file);
    return call.fileContent(file) ?? (call.paths(file).some(isSensitive) ? SECRET : UNKNOWN);
  });
  return contents.every(isKnown) ? contents.join('') : blurred(...contents);
}

export function known(call: Call, change: (text: string) => string, operands = readOptions(call.args).operands): string {
  const text = inputOf(call, operands);
  return isKnown(text) ? change(text) : blurred(text);
}

/** Changes the look of a text and no words in it. */
export function passes(call: Call): string {
  const options = readOptions(call.args, { short: 'wsfticN', long: ['width', 'from-code', 'to-code', 'separator', 'tabs'] });
  return known(call, (text) => text, options.operands);
}

function linesOf(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function onWhole(call: Call, change: (lines: readonly string[]) => readonly string[], operands?: readonly string[]): string {
  const input = inputOf(call, operands ?? readOptions(call.args).operands);
  if (isBelow(input)) return input;
  return known(call, (text) => change(linesOf(text)).map((line) => `${line}\n`).join(''), operands);
}

function pastes(call: Call): string {
  const options = readOptions(call.args, { short: 'd', long: ['delimiters'] });
  const [delimiter = '\t'] = options.all('d', 'delimiters');
  return known(call, (text) => (options.has('s', 'serial') ? `${linesOf(text).join(delimiter.charAt(0))}\n` : UNKNOWN), options.operands);
}

function sorts(call: Call): string {
  const options = readOptions(call.args, { short: 'oktST', long: [
    'output', 'key', 'field-separator', 'compress-program', 'temporary-directory', 'buffer-size', 'files0-from',
  ] });
  if (options.has('compress-program')) call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
  for (const file of options.all('o', 'output')) call.write(file);
  return onWhole(call, (lines) => (options.has('r', 'reverse') ? lines.toSorted().toReversed() : lines.toSorted()), options.operands);
}

/** The lines that a search lets through; all of them where the pattern is not one of ours. */
export function linesFound(text: string, pattern: string, { inverted, literal }: { inverted: boolean; literal: boolean }): string {
  const matches = matcherOf(pattern, literal);
  return linesOf(text).filter((line) => matches === undefined || matches(line) !== inverted).map((line) => `${line}\n`).join('');
}

function matcherOf(pattern: string, literal: boolean): ((line: string) => boolean) | undefined {
  if (literal || /^[\w\s./:=-]*$/.test(pattern.replaceAll('.', ''))) {
    if (literal || !pattern.includes('.')) return (line) => line.includes(pattern);
  }
  try {
    const compiled = compilePattern(pattern);
    return (line) => compiled.find(line).length > 0;
  } catch {
    // What we cannot search for may have found anything.
    return undefined;
  }
}
