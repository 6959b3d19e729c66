import { KeelsonError } from '../errors.ts';

/** Longer conditions are programs; nobody can tell any more what they ask for. */
export const EXPRESSION_CHARS_MAX = 2_000;

/** Brackets, lists and `not` within each other; the reader goes one call deeper for each. */
export const EXPRESSION_DEPTH_MAX = 32;

export type ExpressionToken =
  | { readonly kind: 'text'; readonly value: string; readonly offset: number }
  | { readonly kind: 'number'; readonly value: number; readonly offset: number }
  /** A name, a word such as `and`, or an operator. */
  | { readonly kind: 'word'; readonly value: string; readonly offset: number }
  | { readonly kind: 'mark'; readonly value: string; readonly offset: number }
  | { readonly kind: 'end'; readonly offset: number };

const BLANKS = ' \t\r\n';
const MARKS = '()[],';
const COMPARISONS = ['==', '!=', '<=', '<'];

const isLetter = (character: string): boolean => /^[A-Za-z_]$/.test(character);
const isDigit = (character: string): boolean => /^[0-9]$/.test(character);
/** Names may hold dashes, dots and colons; there is no subtraction to confuse them with. */
const isInName = (character: string): boolean => /^[A-Za-z0-9_.:-]$/.test(character);
const isInNumber = (character: string): boolean => /^[0-9.]$/.test(character);

export function expressionInvalid(expression: string, offset: number, detail: string): KeelsonError<'policy.expression_invalid'> {
  return new KeelsonError('policy.expression_invalid', {
    message: `The condition cannot be read at character ${offset + 1}: ${detail}.`,
    nextStep: 'Correct the condition at that place.',
    data: { expression: expression.slice(0, EXPRESSION_CHARS_MAX), offset, detail },
  });
}

export function expressionTokens(expression: string): ExpressionToken[] {
  if (expression.length > EXPRESSION_CHARS_MAX) throw expressionInvalid(expression, EXPRESSION_CHARS_MAX, `it is longer than ${EXPRESSION_CHARS_MAX} characters`);
  const tokens: ExpressionToken[] = [];
  let at = 0;
  while (at < expression.length) {
    const character = expression.charAt(at);
    if (BLANKS.includes(character)) {
      at += 1;
      continue;
    }
    const { token, end } = tokenAt(expression, at, character);
    tokens.push(token);
    at = end;
  }
  return [...tokens, { kind: 'end', offset: expression.length }];
}

function tokenAt(expression: string, offset: number, character: string): { token: ExpressionToken; end: number } {
  if (character === '"' || character === "'") return textAt(expression, offset, character);
  if (MARKS.includes(character)) return { token: { kind: 'mark', value: character, offset }, end: offset + 1 };
  const comparison = COMPARISONS.find((one) => expression.startsWith(one, offset));
  if (comparison !== undefined) return { token: { kind: 'word', value: comparison, offset }, end: offset + comparison.length };
  if (isDigit(character) || character === '-') return numberAt(expression, offset);
  if (!isLetter(character)) throw expressionInvalid(expression, offset, `${JSON.stringify(character)} means nothing here`);
  const end = endOf(expression, offset, isInName);
  return { token: { kind: 'word', value: expression.slice(offset, end), offset }, end };
}

function endOf(expression: string, from: number, belongs: (character: string) => boolean): number {
  let end = from + 1;
  while (end < expression.length && belongs(expression.charAt(end))) end += 1;
  return end;
}

function numberAt(expression: string, offset: number): { token: ExpressionToken; end: number } {
  const end = endOf(expression, offset, isInNumber);
  const spelling = expression.slice(offset, end);
  if (!/^-?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(spelling)) throw expressionInvalid(expression, offset, `"${spelling}" is not a number`);
  return { token: { kind: 'number', value: Number(spelling), offset }, end };
}

/** A backslash counts only before a quote or another backslash, so that patterns can be written as they are. */
function textAt(expression: string, offset: number, quote: string): { token: ExpressionToken; end: number } {
  let value = '';
  for (let at = offset + 1; at < expression.length; at += 1) {
    const character = expression.charAt(at);
    const next = expression.charAt(at + 1);
    if (character === quote) return { token: { kind: 'text', value, offset }, end: at + 1 };
    const isEscape = character === '\\' && next !== '' && `\\"'`.includes(next);
    value += isEscape ? next : character;
    if (isEscape) at += 1;
  }
  throw expressionInvalid(expression, offset, 'the text that begins here has no end');
}
