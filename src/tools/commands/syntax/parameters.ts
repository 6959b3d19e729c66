/** `$name`, `${…}` with every operator, and `$((…))`. */
import { type Cursor, expectText, fault, isNamePart, isNameStart, looksAt, nameRunEnd, next, type PartsMode, peek, take } from './cursor.ts';
import type { ParameterPart, Word } from './tree.ts';

const SPECIAL = '*@#?-$!';
/** Longest first, so that `:-` is not taken for `:`. */
const OPERATORS = [':-', ':=', ':?', ':+', '##', '%%', '//', '/#', '/%', '^^', ',,', '~~', '-', '=', '?', '+', '#', '%', '/', '^', ',', '~', '@', ':'];

/** Reads what follows `$`; nothing when the `$` is only a dollar sign. */
export function readParameter(cursor: Cursor, mode: PartsMode): ParameterPart | undefined {
  const character = peek(cursor);
  if (character === '{') return readBraced(cursor, mode);
  if (isNameStart(character)) return { kind: 'parameter', name: readName(cursor) };
  if (character !== '' && (SPECIAL.includes(character) || /^[0-9]$/.test(character))) {
    return { kind: 'parameter', name: next(cursor) };
  }
  return undefined;
}

export function readName(cursor: Cursor): string {
  let name = '';
  while (isNamePart(peek(cursor))) {
    const end = nameRunEnd(cursor.text, cursor.at);
    name += cursor.text.slice(cursor.at, end);
    cursor.at = end;
  }
  return name;
}

function readBraced(cursor: Cursor, mode: PartsMode): ParameterPart {
  next(cursor);
  let prefix: '!' | '#' | undefined;
  const first = peek(cursor);
  if (first === '!' || first === '#') {
    const from = cursor.at;
    cursor.at += 1;
    const after = peek(cursor);
    const isPrefix = isNamePart(after) || (after !== '' && '@*'.includes(after)) || (after !== '' && '?$!-#'.includes(after) && isSpecialAlone(cursor));
    if (isPrefix) prefix = first;
    else cursor.at = from;
  }
  const name = readBracedName(cursor);
  const subscript = peek(cursor) === '[' ? readSubscript(cursor) : undefined;
  const base: ParameterPart = { kind: 'parameter', name, ...(prefix && { prefix }), ...(subscript && { subscript }) };
  if (take(cursor, '}')) return base;
  if (prefix === '!' && (looksAt(cursor, '*}') || looksAt(cursor, '@}'))) {
    const operator = next(cursor);
    next(cursor);
    return { ...base, operator };
  }
  const operator = OPERATORS.find((candidate) => take(cursor, candidate));
  if (operator === undefined) return fault(cursor, 'a ${ is not a parameter expansion');
  return { ...base, operator, ...readArguments(cursor, operator, mode) };
}

function isSpecialAlone(cursor: Cursor): boolean {
  const from = cursor.at;
  cursor.at += 1;
  const alone = peek(cursor) === '}';
  cursor.at = from;
  return alone;
}

function readBracedName(cursor: Cursor): string {
  const character = peek(cursor);
  if (isNamePart(character)) {
    const name = readName(cursor);
    if (/^[0-9]/.test(name) && !/^[0-9]+$/.test(name)) fault(cursor, 'a parameter name is not one');
    return name;
  }
  if (character !== '' && SPECIAL.includes(character)) return next(cursor);
  return fault(cursor, 'a ${ has no parameter name');
}

export function readSubscript(cursor: Cursor): Word {
  next(cursor);
  const parts = cursor.grammar.parts(cursor, { ends: (character) => character === ']', inDouble: false });
  expectText(cursor, ']');
  return { parts };
}

function readArguments(cursor: Cursor, operator: string, mode: PartsMode): { argument: Word; second?: Word } {
  // Single quotes do quote in a pattern even between double quotes; in a default value they do not.
  const inDouble = mode.inDouble && !'#%/^,~'.includes(operator.charAt(0));
  const until = (ends: string): Word => ({
    parts: cursor.grammar.parts(cursor, { ends: (character) => ends.includes(character), inDouble }),
  });
  if (operator.startsWith('/')) {
    const argument = until('/}');
    const second = take(cursor, '/') ? until('}') : undefined;
    expectText(cursor, '}');
    return { argument, ...(second && { second }) };
  }
  if (operator === ':') {
    const argument = until(':}');
    const second = take(cursor, ':') ? until('}') : undefined;
    expectText(cursor, '}');
    return { argument, ...(second && { second }) };
  }
  const argument = until('}');
  expectText(cursor, '}');
  return { argument };
}

/** Reads `((…))`, or nothing (and does not move) when the parentheses turn out to be nested subshells. */
export function readArithmetic(cursor: Cursor): Word | undefined {
  const from = cursor.at;
  if (!closesTwice(cursor)) {
    cursor.at = from;
    return undefined;
  }
  take(cursor, '((');
  let open = 0;
  const parts = cursor.grammar.parts(cursor, {
    inDouble: true,
    ends: (character) => {
      if (character === '(') open += 1;
      if (character === ')') {
        if (open === 0) return true;
        open -= 1;
      }
      return false;
    },
  });
  expectText(cursor, '))');
  return { parts };
}

/** Whether the parenthesis that closes the inner `(` is followed at once by the one that closes the outer. */
function closesTwice(cursor: Cursor): boolean {
  take(cursor, '((');
  let open = 2;
  for (let at = cursor.at; at < cursor.text.length; at += 1) {
    const character = cursor.text[at];
    if (character === '\\') at += 1;
    else if (character === "'" || character === '"') {
      const end = cursor.text.indexOf(character, at + 1);
      if (end === -1) return false;
      at = end;
    } else if (character === '(') open += 1;
    else if (character === ')') {
      open -= 1;
      if (open === 1) return cursor.text[at + 1] === ')';
    }
  }
  return false;
}
