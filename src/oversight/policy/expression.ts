/** The conditions of approval triggers and policies. A condition that was read can be asked without ever failing. */
import { TaintClass } from '../../contracts/index.ts';
import {
  compilePattern,
  expressionInvalid,
  holdToDepth,
  KeelsonError,
  parseBooleanExpression,
  peekToken,
  shownToken,
  takeMark,
  takeWord,
  unexpectedToken,
  type BooleanExpression,
  type ExpressionReader,
  type ExpressionToken,
} from '../../kernel/index.ts';
import { ARGUMENTS_PREFIX, FACT_NAMES, OPERATORS, WORDS, type FactName, type Operator } from './expression-names.ts';

export type Literal = string | number | boolean | readonly Literal[];

export type Operand =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'fact'; readonly name: FactName }
  | { readonly kind: 'argument'; readonly path: readonly string[] };

export type PolicyComparison =
  /** True by itself, such as `undoable`. */
  | { readonly kind: 'is'; readonly operand: Operand }
  | { readonly kind: 'compare'; readonly left: Operand; readonly operator: Operator; readonly right: Operand };

export type PolicyExpression = BooleanExpression<PolicyComparison>;

/** Reads a condition; throws `policy.expression_invalid` with the place and what was expected there. */
export function parsePolicyExpression(expression: string): PolicyExpression {
  return parseBooleanExpression(expression, readComparison);
}

function readComparison(reader: ExpressionReader, depth: number): PolicyComparison {
  const begin = peekToken(reader);
  const left = readOperand(reader, depth);
  const token = peekToken(reader);
  const operator = OPERATORS.find((one) => token.kind === 'word' && token.value === one);
  if (operator === undefined) {
    if (canBeTrue(left)) return { kind: 'is', operand: left };
    throw unexpectedToken(reader, token, `one of ${OPERATORS.join(', ')} after ${shownToken(begin)}`);
  }
  reader.at += 1;
  const place = peekToken(reader);
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

function readOperand(reader: ExpressionReader, depth: number): Operand {
  const token = peekToken(reader);
  if (token.kind === 'word' && !isReserved(token.value)) {
    reader.at += 1;
    return readName(reader, token.value, token.offset);
  }
  return { kind: 'literal', value: readLiteral(reader, depth) };
}

function isReserved(word: string): boolean {
  return [...WORDS, ...OPERATORS].some((one) => one === word);
}

function readName(reader: ExpressionReader, name: string, offset: number): Operand {
  if (name.startsWith(ARGUMENTS_PREFIX)) {
    const path = name.slice(ARGUMENTS_PREFIX.length).split('.');
    if (path.every((part) => part !== '')) return { kind: 'argument', path };
  }
  const fact = FACT_NAMES.find((one) => one === name);
  if (fact !== undefined) return { kind: 'fact', name: fact };
  throw expressionInvalid(reader.expression, offset, `"${name}" is not known; known are ${FACT_NAMES.join(', ')} and ${ARGUMENTS_PREFIX}<name>`);
}

function readLiteral(reader: ExpressionReader, depth: number): Literal {
  holdToDepth(reader, depth);
  const token = peekToken(reader);
  if (token.kind === 'text' || token.kind === 'number') {
    reader.at += 1;
    return token.value;
  }
  if (takeWord(reader, 'true')) return true;
  if (takeWord(reader, 'false')) return false;
  if (takeMark(reader, '[')) return readList(reader, depth + 1);
  throw unexpectedToken(reader, token, 'a name, a text in quotes, a number or a list');
}

function readList(reader: ExpressionReader, depth: number): Literal[] {
  const values: Literal[] = [];
  if (takeMark(reader, ']')) return values;
  do values.push(readLiteral(reader, depth));
  while (takeMark(reader, ','));
  if (!takeMark(reader, ']')) throw unexpectedToken(reader, peekToken(reader), '"," or "]"');
  return values;
}

/** A pattern is compiled when it is read, so that asking it later cannot fail. */
function checkPattern({ expression }: ExpressionReader, operator: Operator, right: Operand, { offset }: ExpressionToken): void {
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
function checkTaint({ expression }: ExpressionReader, operands: readonly Operand[], { offset }: ExpressionToken): void {
  if (!operands.some((one) => one.kind === 'fact' && one.name === 'taint')) return;
  const named = operands.flatMap((one) => (one.kind === 'literal' ? one.value : []));
  const unknown = named.find((one) => !TaintClass.safeParse(one).success);
  if (unknown !== undefined) throw expressionInvalid(expression, offset, `${JSON.stringify(unknown)} is no class of trust; these are ${TaintClass.options.join(', ')}`);
}
