import type { Slot } from '../grammar/part.ts';
import { EXPRESSION_DEPTH_MAX } from '../limits.ts';
import { expressionSigns, type ExpressionSign } from './expression-signs.ts';
import { textOf } from './free-text.ts';

/** Arithmetic to the end of the request, in figures or words, written as the evaluator reads it. */
export const expressionSlot: Slot = (words, at) => {
  const { tokens } = words;
  const [only] = tokens.slice(at);
  const written = only?.isQuoted === true && at + 1 === tokens.length ? only.text : textOf(words, at, tokens.length);
  const expression = arithmetic(withoutEquals(written));
  return expression === null ? [] : [{ end: tokens.length, value: expression }];
};

function withoutEquals(written: string): string {
  const trimmed = written.trim();
  return trimmed.endsWith('=') && !trimmed.endsWith('==') ? trimmed.slice(0, -1).trimEnd() : trimmed;
}

interface Parsing {
  readonly signs: readonly ExpressionSign[];
  at: number;
  operations: number;
}

/** Null when it is no arithmetic, or only a number. What the evaluator reads as it stands is left as it stands. */
export function arithmetic(written: string): string | null {
  const signs = expressionSigns(written);
  if (signs === null || isDate(written) || NAMED_FIGURES.has(written)) return null;
  const parsing: Parsing = { signs, at: 0, operations: 0 };
  const expression = readSum(parsing, 0);
  if (expression === null || parsing.at < signs.length || parsing.operations === 0) return null;
  return withoutSpaces(expression) === withoutSpaces(written) ? written : expression;
}

/** Figures that are names. */
const NAMED_FIGURES = new Set(['24/7', '9/11', '50/50']);

/** Figures between dashes or slashes only, such as 2026-11-15: nobody subtracts like that. */
function isDate(written: string): boolean {
  return ['-', '/'].some((sign) => {
    const parts = written.split(sign);
    return parts.length === 3 && parts.every((part) => /^[0-9]{1,4}$/.test(part));
  });
}

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '');
}

function readSum(parsing: Parsing, depth: number): string | null {
  return readChain(parsing, depth, ['+', '-'], readProduct);
}

function readProduct(parsing: Parsing, depth: number): string | null {
  return readChain(parsing, depth, ['*', '/', '%', '/ 100 *'], readPower);
}

function readChain(parsing: Parsing, depth: number, operators: readonly string[], readNext: typeof readSum): string | null {
  let left = readNext(parsing, depth);
  while (left !== null) {
    const operator = takeOperator(parsing, operators);
    if (operator === null) return left;
    const right = readNext(parsing, depth);
    left = right === null ? null : `${left} ${operator} ${right}`;
  }
  return null;
}

/** A power of a negative number means two things: the evaluator refuses it, and so do we. */
function readPower(parsing: Parsing, depth: number): string | null {
  const isNegative = parsing.signs[parsing.at]?.text === '-';
  const base = readSigned(parsing, depth);
  if (base === null) return null;
  const fixed = takeOperator(parsing, ['** 2', '** 3']);
  if (fixed !== null) return isNegative ? null : `${base} ${fixed}`;
  if (takeOperator(parsing, ['**']) === null) return base;
  const exponent = depth > EXPRESSION_DEPTH_MAX ? null : readPower(parsing, depth + 1);
  return exponent === null || isNegative ? null : `${base} ** ${exponent}`;
}

function readSigned(parsing: Parsing, depth: number): string | null {
  const next = parsing.signs[parsing.at];
  if (next?.text !== '-' || next.kind !== 'operator') return readValue(parsing, depth);
  parsing.at += 1;
  const value = readValue(parsing, depth);
  return value === null ? null : `-${value}`;
}

function readValue(parsing: Parsing, depth: number): string | null {
  const sign = parsing.signs[parsing.at];
  if (sign === undefined || depth > EXPRESSION_DEPTH_MAX) return null;
  if (sign.kind === 'open') return readBracket(parsing, depth, 1);
  if (sign.kind !== 'number' && sign.kind !== 'function') return null;
  parsing.at += 1;
  if (sign.kind === 'number') return sign.text;
  parsing.operations += 1;
  if (parsing.signs[parsing.at]?.kind === 'open') return joined(sign.text, readBracket(parsing, depth, FUNCTION_VALUES_MAX));
  // "The square root of 16": in words nothing may follow, since nobody can tell where the root would end.
  const value = readValue(parsing, depth + 1);
  return value === null || parsing.at < parsing.signs.length ? null : `${sign.text}(${value})`;
}

const FUNCTION_VALUES_MAX = 8;

function readBracket(parsing: Parsing, depth: number, valuesMax: number): string | null {
  const values: string[] = [];
  do {
    parsing.at += 1;
    const value = readSum(parsing, depth + 1);
    if (value === null) return null;
    values.push(value);
  } while (parsing.signs[parsing.at]?.kind === 'comma' && values.length < valuesMax);
  if (parsing.signs[parsing.at]?.kind !== 'close') return null;
  parsing.at += 1;
  return `(${values.join(', ')})`;
}

function joined(name: string, bracket: string | null): string | null {
  return bracket === null ? null : `${name}${bracket}`;
}

function takeOperator(parsing: Parsing, operators: readonly string[]): string | null {
  const next = parsing.signs[parsing.at];
  if (next?.kind !== 'operator' || !operators.includes(next.text)) return null;
  parsing.at += 1;
  parsing.operations += 1;
  return next.text;
}
