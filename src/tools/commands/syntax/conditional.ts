/** `[[ … ]]`, checked as an expression and kept as its terms in order. */
import { type Cursor, fault, isWordEnd, looksAt, nested, peek, take } from './cursor.ts';
import { skipLines } from './redirections.ts';
import type { Word } from './tree.ts';
import { readWord } from './words.ts';

const BINARY = new Set(['=', '==', '!=', '=~', '-eq', '-ne', '-lt', '-le', '-gt', '-ge', '-nt', '-ot', '-ef']);
const UNARY = /^-[abcdefghknoprstuvwxzGLNORS]$/;

export type ConditionalTerm = Word | string;

export function readConditional(cursor: Cursor): ConditionalTerm[] {
  const terms: ConditionalTerm[] = [];
  readOr(cursor, terms);
  skipLines(cursor);
  if (!take(cursor, ']]') || !isWordEnd(peek(cursor))) fault(cursor, '"]]" is missing');
  return terms;
}

function readOr(cursor: Cursor, terms: ConditionalTerm[]): void {
  for (;;) {
    readTerm(cursor, terms);
    skipLines(cursor);
    if (take(cursor, '&&')) terms.push('&&');
    else if (take(cursor, '||')) terms.push('||');
    else return;
  }
}

function readTerm(cursor: Cursor, terms: ConditionalTerm[]): void {
  skipLines(cursor);
  if (looksAt(cursor, '!') && isWordEnd(cursor.text[cursor.at + 1] ?? '') && take(cursor, '!')) {
    terms.push('!');
    nested(cursor, () => readTerm(cursor, terms));
    return;
  }
  if (take(cursor, '(')) {
    terms.push('(');
    nested(cursor, () => readOr(cursor, terms));
    skipLines(cursor);
    if (!take(cursor, ')')) fault(cursor, '")" is missing in a test');
    terms.push(')');
    return;
  }
  const first = readOperand(cursor);
  const operator = textOf(first);
  skipLines(cursor);
  if (operator !== undefined && UNARY.test(operator) && !standsAtBinary(cursor) && !standsAtEnd(cursor)) {
    terms.push(operator, readOperand(cursor));
    return;
  }
  if (operator !== undefined && UNARY.test(operator) && standsAtEnd(cursor)) fault(cursor, `"${operator}" lacks an operand`);
  terms.push(first);
  if (standsAtEnd(cursor)) return;
  if (take(cursor, '<')) terms.push('<');
  else if (take(cursor, '>')) terms.push('>');
  else {
    const word = textOf(readWord(cursor) ?? fault(cursor, 'a test is not understood'));
    if (word === undefined || !BINARY.has(word)) return fault(cursor, 'a test has an operator that is not known');
    terms.push(word);
    skipLines(cursor);
    terms.push(word === '=~' ? readPattern(cursor) : readPatternOperand(cursor));
    return;
  }
  skipLines(cursor);
  terms.push(readOperand(cursor));
}

function standsAtEnd(cursor: Cursor): boolean {
  return looksAt(cursor, ']]') || looksAt(cursor, '&&') || looksAt(cursor, '||') || looksAt(cursor, ')');
}

function standsAtBinary(cursor: Cursor): boolean {
  const from = cursor.at;
  const word = textOf(readWord(cursor));
  cursor.at = from;
  return word !== undefined && BINARY.has(word);
}

function readOperand(cursor: Cursor): Word {
  if (looksAt(cursor, ']]')) fault(cursor, 'a test lacks an operand');
  return readWord(cursor) ?? fault(cursor, 'a test lacks an operand');
}

/** The right side of `==` is a pattern, in which extended globs are always alive. */
function readPatternOperand(cursor: Cursor): Word {
  const inner: Cursor = { ...cursor, extendedGlobs: true };
  const word = readOperand(inner);
  cursor.at = inner.at;
  return word;
}

/** The right side of `=~`: parentheses and bars belong to it. */
function readPattern(cursor: Cursor): Word {
  let open = 0;
  const parts = cursor.grammar.parts(cursor, {
    inDouble: false,
    ends: (character) => {
      if (character === '(') open += 1;
      else if (character === ')') {
        if (open === 0) return true;
        open -= 1;
      }
      return ' \t\n'.includes(character) && open === 0;
    },
  });
  return parts.length === 0 ? fault(cursor, 'a test lacks a pattern') : { parts };
}

function textOf(word: Word | undefined): string | undefined {
  const [only, ...others] = word?.parts ?? [];
  return only?.kind === 'text' && others.length === 0 ? only.text : undefined;
}
