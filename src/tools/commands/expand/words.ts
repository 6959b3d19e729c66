/** Words become arguments: every reading of every word, split and with living globs marked. */
import { READINGS_MAX, EXPANDED_CHARS_MAX } from '../limits.ts';
import type { ParameterPart, Word, WordPart } from '../syntax/tree.ts';
import { calculate } from './arithmetic.ts';
import { expandBraces, isExplosive } from './braces.ts';
import { activateGlobs, BRACKET, isKnown, UNKNOWN } from './marks.ts';
import { parameterReadings } from './parameter-value.ts';
import type { Scope } from './scope.ts';

/** A stretch of a word: `split` for what the shell splits at IFS, `apart` for the border between two elements of "$@". */
interface Stretch {
  readonly text: string;
  readonly quoted: boolean;
  readonly split: boolean;
  readonly apart?: boolean;
}

type Reading = readonly Stretch[];

/** Each reading of the words, as the arguments that a program would get. */
export function expandWords(words: readonly Word[], scope: Scope): string[][] {
  return assembled(words.map((word) => wordFields(word, scope)));
}

/**
 * Every choice of one reading for each word while they are few. When they are many, the first readings of all words go
 * together, then the second ones and so on: what is likeliest and what is least likely are then still among them.
 */
function assembled(choices: readonly (readonly string[][])[]): string[][] {
  const total = choices.reduce((product, readings) => Math.min(product * readings.length, READINGS_MAX + 1), 1);
  if (total <= READINGS_MAX) {
    return choices.reduce<string[][]>((all, readings) => (readings.length === 1 && all.length === 1 ? appendTo(all, readings[0] ?? []) : combine(all, readings, (left, right) => [...left, ...right])), [[]]);
  }
  const most = Math.max(...choices.map((readings) => readings.length));
  return Array.from({ length: most }, (_, index) => choices.flatMap((readings) => readings[index] ?? readings.at(-1) ?? []));
}

function appendTo(all: string[][], fields: readonly string[]): string[][] {
  all[0]?.push(...fields);
  return all;
}

/** Each reading of a word where the shell neither splits nor globs: assignments, here-documents, case subjects. */
export function expandText(word: Word, scope: Scope): string[] {
  const readings = expandParts(withTilde(word, scope), scope, { inDouble: false }).map((reading) => reading.map((stretch) => (stretch.apart === true ? ' ' : stretch.text)).join(''));
  return [...new Set(readings)];
}

function wordFields(word: Word, scope: Scope): string[][] {
  const words = expandBraces(word);
  if (words === undefined) {
    if (isExplosive(word)) scope.spend(EXPANDED_CHARS_MAX + 1);
    return [[UNKNOWN]];
  }
  return assembled(words.map((one) => expandParts(withTilde(one, scope), scope, { inDouble: false }).map((reading) => toFields(reading, scope))));
}

function withTilde(word: Word, scope: Scope): readonly WordPart[] {
  const [first, ...rest] = word.parts;
  if (first?.kind !== 'text' || !first.text.startsWith('~')) return word.parts;
  const slash = first.text.indexOf('/');
  if (slash === -1 && rest.length > 0) return word.parts;
  const user = slash === -1 ? first.text.slice(1) : first.text.slice(1, slash);
  const folder = homeOf(user, scope);
  if (folder === undefined) return word.parts;
  const tail = slash === -1 ? '' : first.text.slice(slash);
  return [{ kind: 'quoted', text: folder }, ...(tail === '' ? [] : [{ kind: 'text' as const, text: tail }]), ...rest];
}

function homeOf(user: string, scope: Scope): string | undefined {
  if (user === '') return scope.lookup('HOME').values[0] ?? scope.home;
  if (user === '+') return scope.folder ?? UNKNOWN;
  if (user === '-') return UNKNOWN;
  if (user === 'root') return '/root';
  return /^[a-z_][a-z0-9_-]*$/.test(user) ? `/home/${user}` : undefined;
}

function expandParts(parts: readonly WordPart[], scope: Scope, mode: { inDouble: boolean }): Reading[] {
  let readings: Stretch[][] = [[]];
  for (const part of parts) {
    const next = expandPart(part, scope, mode);
    const [first, ...others] = next;
    if (readings.length === 1 && first !== undefined && others.length === 0) readings[0]?.push(...first);
    else readings = combine(readings, next, (left, right) => [...left, ...right]);
  }
  return readings;
}

function expandPart(part: WordPart, scope: Scope, { inDouble }: { inDouble: boolean }): Reading[] {
  const one = (text: string, split: boolean): Reading[] => {
    // What is split becomes many words, each of which is looked at again.
    const kept = scope.spend(split ? 2 * text.length : text.length) ? text : UNKNOWN;
    return [[{ text: kept, quoted: inDouble, split: split && !inDouble }]];
  };
  switch (part.kind) {
    case 'text':
      return one(part.text, false);
    case 'quoted':
      return [[{ text: part.text, quoted: true, split: false }]];
    case 'double': {
      const readings = expandParts(part.parts, scope, { inDouble: true });
      return readings.map((reading) => (reading.length === 0 && !isOnlyArray(part.parts) ? [{ text: '', quoted: true, split: false }] : reading));
    }
    case 'command':
      return one(scope.output(part.script), true);
    case 'arithmetic':
      return one(arithmeticText(part.expression, scope), true);
    case 'process':
      return [[{ text: scope.process(part.script, part.direction), quoted: true, split: false }]];
    case 'parameter':
      return expandParameter(part, scope, inDouble, one);
  }
}

function isOnlyArray(parts: readonly WordPart[]): boolean {
  return parts.length > 0 && parts.every((part) => part.kind === 'parameter');
}

function expandParameter(part: ParameterPart, scope: Scope, inDouble: boolean, one: (text: string, split: boolean) => Reading[]): Reading[] {
  const list = wholeList(part, scope);
  if (list !== undefined) {
    const isStar = part.name === '*' || subscriptText(part) === '*';
    if (inDouble && isStar) return one(list.join(' '), false);
    const stretches = list.flatMap((text, index): Stretch[] => [
      ...(index === 0 ? [] : [{ text: '', quoted: true, split: false, apart: true }]),
      { text, quoted: inDouble, split: !inDouble },
    ]);
    return [stretches];
  }
  const once = <Value>(read: () => Value): (() => Value) => {
    let value: { readonly read: Value } | undefined;
    return () => (value ??= { read: read() }).read;
  };
  const firstText = (word: Word | undefined): string => (word === undefined ? '' : (expandText(word, scope)[0] ?? ''));
  return parameterReadings(part, scope, {
    subscript: once(() => firstText(part.subscript)),
    text: once(() => firstText(part.argument)),
    pattern: once(() => (part.argument === undefined ? '' : patternText(part.argument, scope))),
    second: once(() => firstText(part.second)),
  }).flatMap((text) => one(text, true));
}

/** `$@`, `$*` and `${array[@]}`, with `:offset:length` of them. */
function wholeList(part: ParameterPart, scope: Scope): readonly string[] | undefined {
  if (part.prefix !== undefined || (part.operator !== undefined && part.operator !== ':')) return undefined;
  const isPositional = part.name === '@' || part.name === '*';
  const whole = isPositional ? scope.positional : ['@', '*'].includes(subscriptText(part)) ? scope.elements(part.name) : undefined;
  if (whole === undefined || part.operator === undefined) return whole;
  const number = (word: Word | undefined): number | undefined => (word === undefined ? undefined : calculate(expandText(word, scope)[0] ?? '', (name) => scope.lookup(name).values[0]));
  const from = number(part.argument);
  const length = number(part.second);
  if (from === undefined) return [UNKNOWN];
  const start = isPositional ? Math.max(0, from - 1) : from;
  return whole.slice(start, length === undefined ? undefined : start + length);
}

function subscriptText(part: ParameterPart): string {
  const [only] = part.subscript?.parts ?? [];
  return only?.kind === 'text' ? only.text : '';
}

/** A pattern keeps the difference between a living `*` and a quoted one by escaping the latter. */
export function patternText(word: Word, scope: Scope): string {
  const [reading = []] = expandParts(word.parts, scope, { inDouble: false });
  return reading.map((stretch) => (stretch.quoted ? stretch.text.replace(/[*?[\\\]]/g, (special) => `\\${special}`) : stretch.text)).join('');
}

function arithmeticText(expression: Word, scope: Scope): string {
  const text = expandText(expression, scope)[0] ?? '';
  const value = isKnown(text) ? calculate(text, (name) => scope.lookup(name).values[0]) : undefined;
  return value === undefined ? UNKNOWN : String(value);
}

function toFields(reading: Reading, scope: Scope): string[] {
  const separators = scope.lookup('IFS').values[0] ?? ' \t\n';
  const fields: string[] = [];
  let current: string | undefined;
  const close = (): void => {
    if (current !== undefined) fields.push(withoutLoneBrackets(current));
    current = undefined;
  };
  for (const stretch of reading) {
    if (stretch.apart === true) close();
    else if (stretch.quoted) current = (current ?? '') + stretch.text;
    else if (!stretch.split) current = (current ?? '') + activateGlobs(stretch.text);
    else {
      let from = 0;
      for (let at = 0; at <= stretch.text.length; at += 1) {
        const ends = at === stretch.text.length;
        if (!ends && !separators.includes(stretch.text.charAt(at))) continue;
        if (at > from) current = (current ?? '') + activateGlobs(stretch.text.slice(from, at));
        if (!ends) close();
        from = at + 1;
      }
    }
  }
  close();
  return fields;
}

/** A bracket that is not closed is a bracket, as in the command of that name. */
function withoutLoneBrackets(field: string): string {
  return field.includes(BRACKET) && !field.includes(']', field.indexOf(BRACKET) + 2) ? field.replaceAll(BRACKET, '[') : field;
}

/** Pairs every reading with every other, likeliest first. Of too many the first ones and the very last are kept. */
function combine<Left, Right, Result>(left: readonly Left[], right: readonly Right[], join: (left: Left, right: Right) => Result): Result[] {
  const pairs: Result[] = [];
  for (const [leftAt, one] of left.entries()) {
    for (const [rightAt, other] of right.entries()) {
      const isLast = leftAt === left.length - 1 && rightAt === right.length - 1;
      if (pairs.length < READINGS_MAX - 1 || isLast) pairs.push(join(one, other));
    }
  }
  return pairs;
}
