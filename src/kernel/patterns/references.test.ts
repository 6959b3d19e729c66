import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { KeelsonError } from '../errors.ts';
import { PATTERN_REFERENCE_TEXTS_MAX } from '../limits.ts';
import { compilePattern } from '../patterns.ts';

function refusal(source: string): unknown {
  try {
    compilePattern(source);
  } catch (error) {
    if (error instanceof KeelsonError) return error.toBody();
    throw error;
  }
  return 'accepted';
}

describe('a reference to a group with few possible texts', () => {
  it.each([
    ['(["\'])(.*?)\\1', '', `a "it's" 'x"y' "z`],
    ['<(h[1-6])>.*?<\\/\\1>', 'i', '<h1>a</H1><h2>b</h3></h2>'],
    ['(a|ab)(c|bcd)(d*)\\1', '', 'abcdab acda'],
    ['(ab|a)b?\\1', '', 'abab aba abba'],
    ['(?<q>[\'"`]).\\k<q>x', '', '`a`x "b\'x'],
    ['(?<q>a)\\1', '', 'aa'],
    ['(a)(b)\\2\\1', '', 'abba abab'],
    ['(a|b)\\1(c|d)\\2', '', 'aacc bbdc bbdd'],
    ['x(a|b)(?:(?=\\1)[ab]|-\\1)*', '', 'xa-aab xbb-a'],
    ['((a|b)c|d)(?!\\1)', '', 'acac acbc dd'],
    ['(?:(a|b)\\1)+', '', 'aabbab'],
    ['(?=(a|b)\\1)..', '', 'abaa'],
    ['(|a)\\1', '', 'aa'],
    ['(a|b)(?<=\\1\\1)', '', 'aabb'],
    ['(\\u{1F600}|b)\\1', 'u', '\u{1F600}\u{1F600}bb'],
  ])('/%s/%s means what it means in JavaScript', verifies('KEL-KERNEL-26'), (source, flags, text) => {
    const expected = Array.from(text.matchAll(new RegExp(source, `${flags}g`)), ({ 0: { length }, index }) => [index, index + length]);
    expect(compilePattern(source, flags).find(text).map(({ start, end }) => [start, end])).toEqual(expected);
  });

  it('leaves a pattern without references as it is', verifies('KEL-KERNEL-26'), () => {
    expect(compilePattern('(a|b)(c)').find('bc')).toEqual([{ start: 0, end: 2, groups: {} }]);
  });

  it('keeps the name of the group', verifies('KEL-KERNEL-26'), () => {
    expect(compilePattern('(?<q>[\'"])x\\k<q>').find('"x"')).toEqual([{ start: 0, end: 3, groups: { q: { start: 0, end: 1 } } }]);
  });

  it('is bounded by the number of texts', verifies('KEL-KERNEL-26'), () => {
    expect(PATTERN_REFERENCE_TEXTS_MAX).toBe(32);
    expect(['([a-z1-6])\\1', '([ab][a-p])\\1', '([a-p]|[q-z1-6])\\1'].map(refusal)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(['([a-z1-7])\\1', '([ab][a-q])\\1', '(a|[a-z1-6])\\1'].map(refusal)).toEqual([
      expect.objectContaining({ code: 'pattern.rejected' }),
      expect.objectContaining({ code: 'pattern.rejected' }),
      expect.objectContaining({ code: 'pattern.rejected' }),
    ]);
  });
});

describe('any other reference', () => {
  it.each([
    '(\\w+) \\1',
    '(a*)\\1',
    '([^a])\\1',
    '(\\d)\\1',
    '(a)?\\1',
    '(?:(a)|b)\\1',
    '((a|b)c)\\2',
    '\\1(a)',
    '(a)\\2',
    '(?<k>a)\\k<j>',
    '(^|a)\\1',
    '(?<=(a)\\1)b',
  ])('%s is refused', verifies('KEL-KERNEL-26'), (source) => {
    const reason = 'a backreference can be matched in linear time only if it follows its group and the group has few possible texts';
    expect(refusal(source)).toEqual({
      code: 'pattern.rejected',
      message: `The pattern is refused: ${reason}.`,
      next_step: 'Name the group, match it without the reference, and compare the found texts in code.',
      data: { pattern: source, reason },
    });
  });
});
