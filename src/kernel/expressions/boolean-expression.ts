/**
 * Conditions of words joined by `and`, `or`, `not` and brackets. A small language on purpose: it has no variables, no
 * calls and no loops, so reading it always ends. What stands between the joining words is read by whoever owns it.
 */
import type { KeelsonError } from '../errors.ts';
import { EXPRESSION_DEPTH_MAX, expressionInvalid, expressionTokens, type ExpressionToken } from './expression-tokens.ts';

export type BooleanExpression<Leaf> =
  | { readonly kind: 'and' | 'or'; readonly left: BooleanExpression<Leaf>; readonly right: BooleanExpression<Leaf> }
  | { readonly kind: 'not'; readonly inner: BooleanExpression<Leaf> }
  | Leaf;

export interface ExpressionReader {
  readonly expression: string;
  readonly tokens: readonly ExpressionToken[];
  at: number;
}

/** Reads one thing that is true or false, and moves the reader behind it. */
export type LeafReader<Leaf> = (reader: ExpressionReader, depth: number) => Leaf;

/** Reads a whole condition; throws `policy.expression_invalid` with the place and what was expected there. */
export function parseBooleanExpression<Leaf>(expression: string, readLeaf: LeafReader<Leaf>): BooleanExpression<Leaf> {
  const reader: ExpressionReader = { expression, tokens: expressionTokens(expression), at: 0 };
  const parsed = readChain(reader, 'or', 0, readLeaf);
  const left = peekToken(reader);
  if (left.kind !== 'end') throw unexpectedToken(reader, left, '"and", "or" or the end');
  return parsed;
}

function readChain<Leaf>(reader: ExpressionReader, word: 'and' | 'or', depth: number, readLeaf: LeafReader<Leaf>): BooleanExpression<Leaf> {
  const readPart = (): BooleanExpression<Leaf> => (word === 'or' ? readChain(reader, 'and', depth, readLeaf) : readOne(reader, depth, readLeaf));
  let left = readPart();
  while (takeWord(reader, word)) left = { kind: word, left, right: readPart() };
  return left;
}

function readOne<Leaf>(reader: ExpressionReader, depth: number, readLeaf: LeafReader<Leaf>): BooleanExpression<Leaf> {
  holdToDepth(reader, depth);
  if (takeWord(reader, 'not')) return { kind: 'not', inner: readOne(reader, depth + 1, readLeaf) };
  if (!takeMark(reader, '(')) return readLeaf(reader, depth);
  const inner = readChain(reader, 'or', depth + 1, readLeaf);
  if (!takeMark(reader, ')')) throw unexpectedToken(reader, peekToken(reader), '")"');
  return inner;
}

export function holdToDepth(reader: ExpressionReader, depth: number): void {
  if (depth > EXPRESSION_DEPTH_MAX) throw expressionInvalid(reader.expression, peekToken(reader).offset, `it is nested more than ${EXPRESSION_DEPTH_MAX} deep`);
}

export function peekToken({ tokens, at, expression }: ExpressionReader): ExpressionToken {
  return tokens[at] ?? { kind: 'end', offset: expression.length };
}

export function takeWord(reader: ExpressionReader, word: string): boolean {
  return take(reader, 'word', word);
}

export function takeMark(reader: ExpressionReader, mark: string): boolean {
  return take(reader, 'mark', mark);
}

function take(reader: ExpressionReader, kind: 'word' | 'mark', value: string): boolean {
  const token = peekToken(reader);
  if (token.kind !== kind || token.value !== value) return false;
  reader.at += 1;
  return true;
}

export function shownToken(token: ExpressionToken): string {
  return token.kind === 'end' ? 'the end' : JSON.stringify(token.value);
}

export function unexpectedToken({ expression }: ExpressionReader, token: ExpressionToken, expected: string): KeelsonError<'policy.expression_invalid'> {
  return expressionInvalid(expression, token.offset, `expected ${expected}, found ${shownToken(token)}`);
}
