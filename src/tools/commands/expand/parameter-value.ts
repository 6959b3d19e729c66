/** What `${name…}` may be: every operator of the shell on values that are known. */
import { READINGS_MAX } from '../limits.ts';
import type { ParameterPart } from '../syntax/tree.ts';
import { parseShell } from '../syntax/parse.ts';
import { decodeEscapes } from '../syntax/ansi-quotes.ts';
import { calculate } from './arithmetic.ts';
import { compileGlob, isLiteralPattern } from './globs.ts';
import { blurred, isKnown, UNKNOWN } from './marks.ts';
import type { Lookup, Scope } from './scope.ts';

/** Trying every prefix or part of a longer text costs more than it tells. */
const PATTERN_TEXT_CHARS_MAX = 256;

/** Arguments as the shell expands them there: `pattern` keeps quoted globs escaped. */
export interface ArgumentReader {
  subscript(): string;
  text(): string;
  pattern(): string;
  second(): string;
}

export function parameterReadings(part: ParameterPart, scope: Scope, argument: ArgumentReader): string[] {
  const found = baseOf(part, scope, argument);
  if (part.prefix === '#') return [...new Set(found.values.map((value) => (isKnown(value) ? String([...value].length) : UNKNOWN)))];
  const empty = found.mayBeUnset ? [''] : [];
  const operator = part.operator ?? '';
  const [first = '', second = ''] = operator;
  const isDefault = '-=?+'.includes(first === ':' && second !== '' ? second : first) && operator !== '' && operator !== ':';
  const readings = isDefault ? withDefault(part, operator, found, scope, argument) : [...found.values, ...empty].map((value) => changed(value, operator, scope, argument));
  return [...new Set(readings)].slice(0, READINGS_MAX);
}

function baseOf(part: ParameterPart, scope: Scope, argument: ArgumentReader): Lookup {
  const found = subscripted(part, scope, argument);
  if (part.prefix !== '!') return found;
  if (part.operator === '*' || part.operator === '@') return { values: [UNKNOWN], mayBeUnset: false };
  const lookups = found.values.map((name) => (isKnown(name) ? scope.lookup(name) : { values: [UNKNOWN], mayBeUnset: true }));
  return { values: lookups.flatMap((lookup) => lookup.values), mayBeUnset: lookups.some((lookup) => lookup.mayBeUnset) };
}

function subscripted(part: ParameterPart, scope: Scope, argument: ArgumentReader): Lookup {
  if (part.subscript === undefined) return scope.lookup(part.name);
  const elements = scope.elements(part.name);
  const index = argument.subscript();
  const keyed = scope.lookup(`${part.name}[${index}]`);
  if (!keyed.mayBeUnset) return keyed;
  if (elements === undefined) return index === '0' || index === '@' || index === '*' ? scope.lookup(part.name) : { values: [UNKNOWN], mayBeUnset: true };
  if (index === '@' || index === '*') return { values: [elements.join(' ')], mayBeUnset: false };
  const at = calculate(index, (name) => scope.lookup(name).values[0]);
  const value = at === undefined ? undefined : elements.at(at);
  return value === undefined ? { values: [...elements, UNKNOWN], mayBeUnset: true } : { values: [value], mayBeUnset: false };
}

function withDefault(part: ParameterPart, operator: string, found: Lookup, scope: Scope, argument: ArgumentReader): string[] {
  const filled = found.values.filter((value) => value !== '');
  const lacking = found.mayBeUnset || filled.length < found.values.length;
  switch (operator.at(-1)) {
    case '+':
      return [...(filled.length > 0 ? [argument.text()] : []), ...(lacking ? [''] : [])];
    case '?':
      return filled.length > 0 ? filled : [''];
    case '=':
      if (lacking) scope.assign(part.name, argument.text());
      return [...(lacking ? [argument.text()] : []), ...filled];
    default:
      return [...(lacking ? [argument.text()] : []), ...filled];
  }
}

function changed(value: string, operator: string, scope: Scope, argument: ArgumentReader): string {
  if (operator === '') return value;
  if (!isKnown(value)) return blurred(value);
  switch (operator.charAt(0)) {
    case '#':
      return trimmed(value, argument.pattern(), { fromStart: true, longest: operator === '##' });
    case '%':
      return trimmed(value, argument.pattern(), { fromStart: false, longest: operator === '%%' });
    case '/':
      return replaced(value, operator, argument.pattern(), argument.second());
    case ':':
      return substring(value, argument, scope);
    case '^':
      return recased(value, operator, (text) => text.toUpperCase());
    case ',':
      return recased(value, operator, (text) => text.toLowerCase());
    case '~':
      return [...value].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');
    default:
      return transformed(value, argument.text(), scope);
  }
}

/** A prompt is expanded once more, with its substitutions. */
function prompted(value: string, scope: Scope): string {
  const parsed = parseShell(`printf %s "${value.replaceAll('"', '\\"')}"`);
  return parsed.ok ? scope.output(parsed.script) : UNKNOWN;
}

function transformed(value: string, letter: string, scope: Scope): string {
  if (letter === 'U') return value.toUpperCase();
  if (letter === 'u') return value.charAt(0).toUpperCase() + value.slice(1);
  if (letter === 'L') return value.toLowerCase();
  if (letter === 'E') return decodeEscapes(value, 'quotes');
  if (letter === 'P') return prompted(value, scope);
  return UNKNOWN;
}

function recased(value: string, operator: string, recase: (text: string) => string): string {
  return operator.length === 2 ? recase(value) : recase(value.charAt(0)) + value.slice(1);
}

function trimmed(value: string, pattern: string, how: { fromStart: boolean; longest: boolean }): string {
  if (!isKnown(pattern) || value.length > PATTERN_TEXT_CHARS_MAX) return UNKNOWN;
  const matches = compileGlob(pattern, 'characters');
  for (let step = 0; step <= value.length; step += 1) {
    const length = how.longest ? value.length - step : step;
    const piece = how.fromStart ? value.slice(0, length) : value.slice(value.length - length);
    if (matches(piece)) return how.fromStart ? value.slice(length) : value.slice(0, value.length - length);
  }
  return value;
}

function replaced(value: string, operator: string, pattern: string, replacement: string): string {
  if (!isKnown(pattern)) return UNKNOWN;
  if (pattern === '') return value;
  const all = operator === '//';
  if (isLiteralPattern(pattern) && !operator.endsWith('#') && !operator.endsWith('%')) {
    return all ? value.replaceAll(pattern, () => replacement) : value.replace(pattern, () => replacement);
  }
  if (value.length > PATTERN_TEXT_CHARS_MAX) return UNKNOWN;
  const matches = compileGlob(pattern, 'characters');
  /** The end of the longest match that begins here, or -1. */
  const matchEnd = (at: number): number => {
    if (operator === '/#' && at > 0) return -1;
    if (operator === '/%') return matches(value.slice(at)) ? value.length : -1;
    for (let end = value.length; end > at; end -= 1) if (matches(value.slice(at, end))) return end;
    return -1;
  };
  let result = '';
  for (let at = 0; at < value.length; ) {
    const end = matchEnd(at);
    result += end === -1 ? value.charAt(at) : replacement;
    at = end === -1 ? at + 1 : end;
    if (end !== -1 && !all) return result + value.slice(at);
  }
  return result;
}

function substring(value: string, argument: ArgumentReader, scope: Scope): string {
  const number = (text: string): number | undefined => (isKnown(text) ? calculate(text, (name) => scope.lookup(name).values[0]) : undefined);
  const offset = number(argument.text());
  if (offset === undefined) return UNKNOWN;
  const start = offset < 0 ? Math.max(0, value.length + offset) : offset;
  const lengthText = argument.second();
  if (lengthText === '') return value.slice(start);
  const length = number(lengthText);
  if (length === undefined) return UNKNOWN;
  return length < 0 ? value.slice(start, value.length + length) : value.slice(start, start + length);
}
