/**
 * The conditions of approval triggers and policies. A small language on purpose: it has no variables, no calls and no
 * loops, so reading it always ends, and a condition that was read can be asked without ever failing.
 */
import { TaintClass } from '../../contracts/index.ts';
import { compilePattern, KeelsonError } from '../../kernel/index.ts';
import { ARGUMENTS_PREFIX, EXPRESSION_DEPTH_MAX, FACT_NAMES, OPERATORS, WORDS, type FactName, type Operator } from './expression-names.ts';
import { expressionInvalid, tokensOf, type Token } from './expression-tokens.ts';

export type Literal = string | number | boolean | readonly Literal[];

export type Operand =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'fact'; readonly name: FactName }
  | { readonly kind: 'argument'; readonly path: readonly string[] };

export type PolicyExpression =
  | { readonly kind: 'and' | 'or'; readonly left: PolicyExpression; readonly right: PolicyExpression }
  | { readonly kind: 'not'; readonly inner: PolicyExpression }
  /** True by itself, such as `undoable`. */
  | { readonly kind: 'is'; readonly operand: Operand }
  | { readonly kind: 'compare'; readonly left: Operand; readonly operator: Operator; readonly right: Operand };

interface Reader {
  readonly expression: string;
  readonly tokens: readonly Token[];
  at: number;
}

/** Reads a condition; throws `policy.expression_invalid` with the place and what was expected there. */
export function parsePolicyExpression(expression: string): PolicyExpression {
  const reader: Reader = { expression, tokens: tokensOf(expression), at: 0 };
  const parsed = readChain(reader, 'or', 0);
  const left = peek(reader);
  if (left.kind !== 'end') throw unexpected(reader, left, '"and", "or" or the end');
  return parsed;
}

function readChain(reader: Reader, word: 'and' | 'or', depth: number): PolicyExpression {
  const readPart = (): PolicyExpression => (word === 'or' ? readChain(reader, 'and', depth) : readOne(reader, depth));
  let left = readPart();
  while (takeWord(reader, word)) left = { kind: word, left, right: readPart() };
  return left;
}

function readOne(reader: Reader, depth: number): PolicyExpression {
  holdToDepth(reader, depth);
  if (takeWord(reader, 'not')) return { kind: 'not', inner: readOne(reader, depth + 1) };
  if (!takeMark(reader, '(')) return readComparison(reader, depth);
  const inner = readChain(reader, 'or', depth + 1);
  if (!takeMark(reader, ')')) throw unexpected(reader, peek(reader), '")"');
  return inner;
}

function readComparison(reader: Reader, depth: number): PolicyExpression {
  const begin = peek(reader);
  const left = readOperand(reader, depth);
  const token = peek(reader);
  const operator = OPERATORS.find((one) => token.kind === 'word' && token.value === one);
  if (operator === undefined) {
    if (canBeTrue(left)) return { kind: 'is', operand: left };
    throw unexpected(reader, token, `one of ${OPERATORS.join(', ')} after ${shown(begin)}`);
  }
  reader.at += 1;
  const place = peek(reader);
  const right = readOperand(reader, depth);
  checkPattern(reader, operator, right, place);
  checkTaint(reader, [left, right], place);
  return { kind: 'compare', left, operator, right };
}

/** Only these can be true or false by themselves. */
function canBeTrue(operand: Operand): boolean {
  if (operand.kind === 'literal') return typeof operand.value === 'boolean';
  return operand.kind === 'argument' || operand.name === 'undoable';
}

function readOperand(reader: Reader, depth: number): Operand {
  const token = peek(reader);
  if (token.kind === 'word' && !isReserved(token.value)) {
    reader.at += 1;
    return readName(reader, token.value, token.offset);
  }
  return { kind: 'literal', value: readLiteral(reader, depth) };
}

function isReserved(word: string): boolean {
  return [...WORDS, ...OPERATORS].some((one) => one === word);
}

function readName(reader: Reader, name: string, offset: number): Operand {
  if (name.startsWith(ARGUMENTS_PREFIX)) {
    const path = name.slice(ARGUMENTS_PREFIX.length).split('.');
    if (path.every((part) => part !== '')) return { kind: 'argument', path };
  }
  const fact = FACT_NAMES.find((one) => one === name);
  if (fact !== undefined) return { kind: 'fact', name: fact };
  throw expressionInvalid(reader.expression, offset, `"${name}" is not known; known are ${FACT_NAMES.join(', ')} and ${ARGUMENTS_PREFIX}<name>`);
}

function readLiteral(reader: Reader, depth: number): Literal {
  holdToDepth(reader, depth);
  const token = peek(reader);
  if (token.kind === 'text' || token.kind === 'number') {
    reader.at += 1;
    return token.value;
  }
  if (takeWord(reader, 'true')) return true;
  if (takeWord(reader, 'false')) return false;
  if (takeMark(reader, '[')) return readList(reader, depth + 1);
  throw unexpected(reader, token, 'a name, a text in quotes, a number or a list');
}

function readList(reader: Reader, depth: number): Literal[] {
  const values: Literal[] = [];
  if (takeMark(reader, ']')) return values;
  do values.push(readLiteral(reader, depth));
  while (takeMark(reader, ','));
  if (!takeMark(reader, ']')) throw unexpected(reader, peek(reader), '"," or "]"');
  return values;
}

/** A pattern is compiled when it is read, so that asking it later cannot fail. */
function checkPattern({ expression }: Reader, operator: Operator, right: Operand, { offset }: Token): void {
  if (operator !== 'matches') return;
  if (right.kind !== 'literal' || typeof right.value !== 'string') throw expressionInvalid(expression, offset, 'a pattern in quotes is expected after "matches"');
  try {
    compilePattern(right.value);
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    throw expressionInvalid(expression, offset, `the pattern cannot be used: ${error.message}`);
  }
}

/** A class that does not exist would make a condition that never holds, and nobody would notice. */
function checkTaint({ expression }: Reader, operands: readonly Operand[], { offset }: Token): void {
  if (!operands.some((one) => one.kind === 'fact' && one.name === 'taint')) return;
  const named = operands.flatMap((one) => (one.kind === 'literal' ? one.value : []));
  const unknown = named.find((one) => !TaintClass.safeParse(one).success);
  if (unknown !== undefined) throw expressionInvalid(expression, offset, `${JSON.stringify(unknown)} is no class of trust; these are ${TaintClass.options.join(', ')}`);
}

function holdToDepth(reader: Reader, depth: number): void {
  if (depth > EXPRESSION_DEPTH_MAX) throw expressionInvalid(reader.expression, peek(reader).offset, `it is nested more than ${EXPRESSION_DEPTH_MAX} deep`);
}

function peek({ tokens, at, expression }: Reader): Token {
  return tokens[at] ?? { kind: 'end', offset: expression.length };
}

function takeWord(reader: Reader, word: string): boolean {
  return take(reader, 'word', word);
}

function takeMark(reader: Reader, mark: string): boolean {
  return take(reader, 'mark', mark);
}

function take(reader: Reader, kind: 'word' | 'mark', value: string): boolean {
  const token = peek(reader);
  if (token.kind !== kind || token.value !== value) return false;
  reader.at += 1;
  return true;
}

function shown(token: Token): string {
  return token.kind === 'end' ? 'the end' : JSON.stringify(token.value);
}

function unexpected({ expression }: Reader, token: Token, expected: string): KeelsonError<'policy.expression_invalid'> {
  return expressionInvalid(expression, token.offset, `expected ${expected}, found ${shown(token)}`);
}
