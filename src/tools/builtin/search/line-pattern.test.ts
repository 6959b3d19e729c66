import { describe, expect, it } from 'vitest';
import { requiredText } from './line-pattern.ts';

describe('the text that every match holds', () => {
  it.each([
    ['foo', 'foo'],
    ['foo.*barbaz', 'barbaz'],
    ['^export (const|let)', null],
    ['export\\s+const x', 'const x'],
    ['\\bword\\b', 'word'],
    ['colou?r', 'colo'],
    ['ab+cd', 'cd'],
    ['a(bcd)?efg', 'efg'],
    ['x[abc]yz', 'yz'],
    ['f\\(x\\)', 'f(x)'],
    ['a{2,3}bc', 'bc'],
    ['ab\\u0063d', 'ab'],
    ['grün', 'gr'],
    ['.*', null],
    ['a', null],
  ])('is known for %s', (pattern, required) => {
    expect(requiredText(pattern, false)).toBe(required);
  });

  it('is the longest plain part of a literal', () => {
    expect(requiredText('a.*(b', true)).toBe('a.*(b');
    expect(requiredText('naïve text', true)).toBe('ve text');
    expect(requiredText('ü', true)).toBe(null);
  });
});
