import { describe, expect, it } from 'vitest';
import { hasCode } from '../errors.ts';
import { parseBooleanExpression, peekToken, unexpectedToken, type ExpressionReader } from './boolean-expression.ts';

/** A language whose only words are names. */
function readName(reader: ExpressionReader): string {
  const token = peekToken(reader);
  if (token.kind !== 'word') throw unexpectedToken(reader, token, 'a name');
  reader.at += 1;
  return token.value;
}

function faultOf(expression: string): unknown {
  try {
    return parseBooleanExpression(expression, readName);
  } catch (error) {
    return hasCode(error, 'policy.expression_invalid') ? [error.data.offset, error.data.detail] : error;
  }
}

describe('a condition', () => {
  it('joins more closely by "and" than by "or", and most closely by "not"', () => {
    expect(parseBooleanExpression('a or not b and artifact:C', readName)).toEqual({ kind: 'or', left: 'a', right: { kind: 'and', left: { kind: 'not', inner: 'b' }, right: 'artifact:C' } });
    expect(parseBooleanExpression('(a or b) and not (c)', readName)).toEqual({ kind: 'and', left: { kind: 'or', left: 'a', right: 'b' }, right: { kind: 'not', inner: 'c' } });
    expect(parseBooleanExpression('a or b or c', readName)).toEqual({ kind: 'or', left: { kind: 'or', left: 'a', right: 'b' }, right: 'c' });
  });

  it('says where it cannot be read and what was expected there', () => {
    expect([faultOf(''), faultOf('(a'), faultOf('a b'), faultOf('a or ]'), faultOf(`${'('.repeat(40)}a`)]).toEqual([
      [0, 'expected a name, found the end'],
      [2, 'expected ")", found the end'],
      [2, 'expected "and", "or" or the end, found "b"'],
      [5, 'expected a name, found "]"'],
      [33, 'it is nested more than 32 deep'],
    ]);
  });
});
