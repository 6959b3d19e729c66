/** Compound commands: groups, loops, branches, functions and tests. */
import { type Cursor, expectText, fault, isNamePart, isWordEnd, looksAt, nested, peek, take } from './cursor.ts';
import { readConditional } from './conditional.ts';
import { readArithmetic, readName } from './parameters.ts';
import { readRedirection, skipBlanks, skipLines, takeNewline } from './redirections.ts';
import type { CaseClause, Command, Redirection, Script, Word } from './tree.ts';
import { readWord } from './words.ts';

/** Words that cannot be the first word of a simple command. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  'then', 'else', 'elif', 'fi', 'do', 'done', 'esac', 'in', '}', 'if', 'for', 'while', 'until', 'case', 'select', 'function', '{',
  '[[', 'time', 'coproc', '!',
]);
const NOT_RESERVED_AT_START = new Set(['in']);
const FIRST_LETTERS = [...RESERVED_WORDS].map((word) => word.charAt(0)).join('');
const LETTERS = 'abcdefghijklmnopqrstuvwxyz!{}[]';
const LONGEST = 9;

/** The unquoted reserved word under the cursor, without moving. */
export function reservedWordAt(cursor: Cursor): string | undefined {
  if (!FIRST_LETTERS.includes(peek(cursor))) return undefined;
  const from = cursor.at;
  let word = '';
  for (let letter = peek(cursor); letter !== '' && LETTERS.includes(letter) && word.length < LONGEST; letter = peek(cursor)) {
    word += letter;
    cursor.at += 1;
  }
  const ends = isWordEnd(peek(cursor)) && !looksAt(cursor, '<(') && !looksAt(cursor, '>(');
  cursor.at = from;
  return ends && RESERVED_WORDS.has(word) && !NOT_RESERVED_AT_START.has(word) ? word : undefined;
}

export function takeReserved(cursor: Cursor, word: string): boolean {
  return peek(cursor) === word[0] && reservedWordAt(cursor) === word && take(cursor, word);
}

export function readCompound(cursor: Cursor): Command | undefined {
  const command = nested(cursor, () => readBare(cursor));
  if (command === undefined || command.kind === 'function') return command;
  const redirections: Redirection[] = [];
  for (;;) {
    skipBlanks(cursor);
    const redirection = readRedirection(cursor);
    if (redirection === undefined) return redirections.length === 0 ? command : { ...command, redirections };
    redirections.push(redirection);
  }
}

function readBare(cursor: Cursor): Command | undefined {
  if (peek(cursor) === '(') return readParentheses(cursor);
  const reserved = reservedWordAt(cursor);
  if (reserved === undefined) return undefined;
  const opening = ['{', 'if', 'while', 'until', 'for', 'select', 'case', 'function', '[['];
  if (!opening.includes(reserved)) return undefined;
  take(cursor, reserved);
  switch (reserved) {
    case '{': {
      const body = cursor.grammar.script(cursor, ['}'], { mayBeEmpty: false });
      expectReserved(cursor, '}');
      return { kind: 'group', body, redirections: [] };
    }
    case 'if':
      return readIf(cursor);
    case 'while':
    case 'until': {
      const condition = cursor.grammar.script(cursor, ['do'], { mayBeEmpty: false });
      return { kind: reserved, condition, body: readLoopBody(cursor), redirections: [] };
    }
    case 'for':
    case 'select':
      return readFor(cursor, reserved);
    case 'case':
      return readCase(cursor);
    case 'function':
      return readFunction(cursor);
    default:
      return { kind: 'conditional', terms: readConditional(cursor), redirections: [] };
  }
}

function readParentheses(cursor: Cursor): Command {
  if (looksAt(cursor, '((')) {
    const expression = readArithmetic(cursor);
    if (expression !== undefined) return { kind: 'arithmetic', expression, redirections: [] };
  }
  take(cursor, '(');
  const body = cursor.grammar.script(cursor, [')'], { mayBeEmpty: false });
  expectText(cursor, ')');
  return { kind: 'subshell', body, redirections: [] };
}

function readIf(cursor: Cursor): Command {
  const branches: { condition: Script; body: Script }[] = [];
  for (;;) {
    const condition = cursor.grammar.script(cursor, ['then'], { mayBeEmpty: false });
    expectReserved(cursor, 'then');
    const body = cursor.grammar.script(cursor, ['elif', 'else', 'fi'], { mayBeEmpty: false });
    branches.push({ condition, body });
    if (takeReserved(cursor, 'elif')) continue;
    if (takeReserved(cursor, 'fi')) return { kind: 'if', branches, redirections: [] };
    expectReserved(cursor, 'else');
    const otherwise = cursor.grammar.script(cursor, ['fi'], { mayBeEmpty: false });
    expectReserved(cursor, 'fi');
    return { kind: 'if', branches, otherwise, redirections: [] };
  }
}

function readLoopBody(cursor: Cursor): Script {
  skipLines(cursor);
  if (takeReserved(cursor, '{')) {
    const braced = cursor.grammar.script(cursor, ['}'], { mayBeEmpty: false });
    expectReserved(cursor, '}');
    return braced;
  }
  expectReserved(cursor, 'do');
  const body = cursor.grammar.script(cursor, ['done'], { mayBeEmpty: false });
  expectReserved(cursor, 'done');
  return body;
}

function readFor(cursor: Cursor, kind: 'for' | 'select'): Command {
  skipBlanks(cursor);
  if (kind === 'for' && looksAt(cursor, '((')) {
    const header = readArithmetic(cursor);
    if (header === undefined) return fault(cursor, 'the header of a counting loop is not closed');
    skipBlanks(cursor);
    take(cursor, ';');
    return { kind: 'counting', header, body: readLoopBody(cursor), redirections: [] };
  }
  if (!isNamePart(peek(cursor))) fault(cursor, `"${kind}" has no variable`);
  const name = readName(cursor);
  if (!isWordEnd(peek(cursor))) fault(cursor, `"${kind}" has no variable`);
  skipLines(cursor);
  const words = takePlainIn(cursor) ? readForWords(cursor) : undefined;
  if (words === undefined) {
    skipBlanks(cursor);
    if (!looksAt(cursor, ';;')) take(cursor, ';');
  }
  return { kind, name, ...(words && { words }), body: readLoopBody(cursor), redirections: [] };
}

function takePlainIn(cursor: Cursor): boolean {
  const from = cursor.at;
  if (take(cursor, 'in') && isWordEnd(peek(cursor))) return true;
  cursor.at = from;
  return false;
}

function readForWords(cursor: Cursor): Word[] {
  const words: Word[] = [];
  for (;;) {
    skipBlanks(cursor);
    const word = readWord(cursor);
    if (word !== undefined) words.push(word);
    else if ((!looksAt(cursor, ';;') && take(cursor, ';')) || takeNewline(cursor)) return words;
    else return fault(cursor, 'the words of a loop are not ended');
  }
}

function readCase(cursor: Cursor): Command {
  skipBlanks(cursor);
  const subject = readWord(cursor);
  if (subject === undefined) return fault(cursor, '"case" has no subject');
  skipLines(cursor);
  if (!takePlainIn(cursor)) fault(cursor, '"in" is missing');
  const clauses: CaseClause[] = [];
  for (;;) {
    skipLines(cursor);
    if (takeReserved(cursor, 'esac')) return { kind: 'case', subject, clauses, redirections: [] };
    const patterns = readPatterns(cursor);
    const body = cursor.grammar.script(cursor, [';;', ';&', 'esac'], { mayBeEmpty: true });
    const end = take(cursor, ';;&') ? ';;&' : take(cursor, ';;') ? ';;' : take(cursor, ';&') ? ';&' : undefined;
    clauses.push({ patterns, body, end: end ?? ';;' });
    if (end === undefined && reservedWordAt(cursor) !== 'esac') fault(cursor, 'a clause of "case" is not ended');
  }
}

function readPatterns(cursor: Cursor): Word[] {
  take(cursor, '(');
  const patterns: Word[] = [];
  for (;;) {
    skipBlanks(cursor);
    const pattern = readWord(cursor);
    if (pattern === undefined) return fault(cursor, 'a pattern of "case" is missing');
    patterns.push(pattern);
    skipBlanks(cursor);
    if (take(cursor, ')')) return patterns;
    expectText(cursor, '|');
  }
}

function readFunction(cursor: Cursor): Command {
  skipBlanks(cursor);
  const word = readWord(cursor);
  const [only, ...others] = word?.parts ?? [];
  if (only?.kind !== 'text' || others.length > 0) return fault(cursor, 'a function has no plain name');
  skipBlanks(cursor);
  if (take(cursor, '(')) {
    skipBlanks(cursor);
    expectText(cursor, ')');
  }
  skipLines(cursor);
  const body = readCompound(cursor);
  if (body === undefined) return fault(cursor, `the function "${only.text}" has no body`);
  return { kind: 'function', name: only.text, body, redirections: [] };
}

function expectReserved(cursor: Cursor, word: string): void {
  skipLines(cursor);
  if (!takeReserved(cursor, word)) fault(cursor, `"${word}" is missing`);
}

