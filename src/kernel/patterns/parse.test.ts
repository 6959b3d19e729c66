import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { KeelsonError } from '../errors.ts';
import { PATTERN_ASSERTIONS_MAX, PATTERN_INSTRUCTIONS_MAX, PATTERN_NESTING_MAX } from '../limits.ts';
import { compilePattern } from '../patterns.ts';

function refusal(source: string, flags = ''): unknown {
  try {
    compilePattern(source, flags);
  } catch (error) {
    if (error instanceof KeelsonError) return error.toBody();
    throw error;
  }
  return 'accepted';
}

describe('what is refused', () => {
  it.each([
    ['\\01', 2, '\\0 has no meaning here', 'Use only the escapes of JavaScript; for the start and end of the text write ^ and $.'],
    ['[\\1]', 3, '\\1 has no meaning here', 'Use only the escapes of JavaScript; for the start and end of the text write ^ and $.'],
    ['\\k<a', 2, '\\k has no meaning here', 'Use only the escapes of JavaScript; for the start and end of the text write ^ and $.'],
    ['(?>a)', 3, 'this kind of group cannot be matched in linear time', 'Use (…), (?:…), (?<name>…), (?i:…), or a lookaround.'],
    ['(?i--s:a)', 5, 'this kind of group cannot be matched in linear time', 'Use (…), (?:…), (?<name>…), (?i:…), or a lookaround.'],
    ['(?i', 3, 'this kind of group cannot be matched in linear time', 'Use (…), (?:…), (?<name>…), (?i:…), or a lookaround.'],
    ['a)', 1, 'a ) closes nothing', 'Remove it, or write \\) for the bracket itself.'],
    ['(a', 2, 'a group is not closed', 'Close it with ), or write \\( for the bracket itself.'],
    ['[a', 2, 'a class is not closed', 'Close it with ], or write \\[ for the bracket itself.'],
    ['[z-a]', 4, 'a range in a class runs backwards', 'Write the lower end first, as in [a-z].'],
    ['*a', 0, 'a quantifier has nothing to repeat', 'Put a character or a group before it, or escape it with a backslash.'],
    ['a++', 2, 'a quantifier has nothing to repeat', 'Put a character or a group before it, or escape it with a backslash.'],
    ['(|?)', 2, 'a quantifier has nothing to repeat', 'Put a character or a group before it, or escape it with a backslash.'],
    ['{2}', 3, 'a quantifier has nothing to repeat', 'Put a character or a group before it, or escape it with a backslash.'],
    ['a{3,2}', 6, 'a quantifier has its bounds the wrong way round', 'Write the lower bound first, as in {2,5}.'],
    ['^*', 2, 'an assertion is repeated', 'Remove the quantifier: a place is either right or not.'],
    ['(?=a)+', 6, 'an assertion is repeated', 'Remove the quantifier: a place is either right or not.'],
    ['(?<1>a)', 4, 'a group name must be a letter followed by letters, digits or _', 'Write (?<name>…).'],
    ['(?<>a)', 3, 'a group name must be a letter followed by letters, digits or _', 'Write (?<name>…).'],
    ['(?<a-b>a)', 4, 'a group name must be a letter followed by letters, digits or _', 'Write (?<name>…).'],
    ['(?<k>a)(?P<k>b)', 13, 'two groups are named k', 'Give each group its own name.'],
    ['(?=(?<k>a))', 8, 'a group inside a lookaround cannot be named', 'Move the name out of the lookaround.'],
    ['a\\', 2, 'it ends with a backslash', 'Write \\\\ for a backslash.'],
    ['\\xa', 3, 'a hexadecimal escape is too short', 'Write \\xHH or \\uHHHH.'],
    ['\\u12g4', 4, 'a hexadecimal escape is too short', 'Write \\xHH or \\uHHHH.'],
    ['\\u{61}', 5, '\\u{…} needs the flag u and a code point in hexadecimal', 'Add the flag u, or write \\uHHHH.'],
    ['\\c1', 3, '\\c needs a letter', 'Write \\cJ or the like, or \\xHH.'],
    ['\\pL', 2, '\\p needs a property in braces', 'Write for example \\p{L} or \\p{Script=Greek}.'],
    ['\\P{L', 3, '\\P needs a property in braces', 'Write for example \\p{L} or \\p{Script=Greek}.'],
    ['\\A', 2, '\\A has no meaning here', 'Use only the escapes of JavaScript; for the start and end of the text write ^ and $.'],
  ])('%s: says where, why, and what to write instead', verifies('KEL-KERNEL-17'), (source, offset, reason, instead) => {
    const whole = `${reason} (at character ${offset})`;
    expect(refusal(source)).toEqual({
      code: 'pattern.rejected',
      message: `The pattern is refused: ${whole}.`,
      next_step: instead,
      data: { pattern: source, reason: whole },
    });
  });

  it.each(['\\u{110000}', '\\u{}', '\\u{61'])('%s is no code point, even with the flag u', verifies('KEL-KERNEL-17'), (source) => {
    expect(refusal(source, 'u')).toMatchObject({ code: 'pattern.rejected' });
  });

  it('a property nobody knows', verifies('KEL-KERNEL-17'), () => {
    expect(refusal('[a\\p{Nonsense}]')).toEqual({
      code: 'pattern.rejected',
      message: 'The pattern is refused: the class [\\u{61}\\p{Nonsense}] names a property that does not exist.',
      next_step: 'Use a Unicode property such as \\p{L}, \\p{Lu} or \\p{Script=Greek}.',
      data: { pattern: '[a\\p{Nonsense}]', reason: 'the class [\\u{61}\\p{Nonsense}] names a property that does not exist' },
    });
  });
});

describe('bounds of a pattern', () => {
  it('stops at nested groups beyond the limit', verifies('KEL-KERNEL-16'), () => {
    const nested = (levels: number): string => `${'('.repeat(levels)}a${')'.repeat(levels)}`;
    expect(refusal(nested(PATTERN_NESTING_MAX))).toBe('accepted');
    expect(refusal(nested(PATTERN_NESTING_MAX + 1))).toMatchObject({
      code: 'pattern.rejected',
      message: `The pattern is refused: groups nest deeper than 200 (at character 201).`,
      next_step: 'Flatten the groups.',
    });
    expect(refusal('(a)'.repeat(PATTERN_NESTING_MAX + 1))).toBe('accepted');
  });

  it.each(['a{99999}', '(?:a{200}){200}', '(?:){99999999}', '((){99999}){99999}', '(?!a{9999})a'])(
    'stops at %s, which unfolds beyond the limit',
    verifies('KEL-KERNEL-16'),
    (source) => {
      expect(refusal(source)).toEqual({
        code: 'pattern.too_large',
        message: 'The pattern unfolds to more than 10000 steps.',
        next_step: 'Lower its counted repeats, or replace them by * and check the length in code.',
        data: { limit: PATTERN_INSTRUCTIONS_MAX, size: PATTERN_INSTRUCTIONS_MAX + 1 },
      });
    },
  );

  it('stops at more assertions than fit, and counts a repeated one once', verifies('KEL-KERNEL-16'), () => {
    const looks = (count: number): string => '(?=a)'.repeat(count);
    expect(refusal(looks(PATTERN_ASSERTIONS_MAX))).toBe('accepted');
    expect(refusal('(?:(?=a).){40}\\b^\\b$^')).toBe('accepted');
    expect(refusal(looks(PATTERN_ASSERTIONS_MAX + 1))).toEqual({
      code: 'pattern.too_large',
      message: 'The pattern has more than 16 different assertions.',
      next_step: 'Split it into several patterns and combine their answers.',
      data: { limit: PATTERN_ASSERTIONS_MAX, size: PATTERN_ASSERTIONS_MAX + 1 },
    });
  });
});

describe('what is read beyond JavaScript', () => {
  it.each([
    ['(?i)a', 'A', 1],
    ['(?i:a)b', 'AB Ab', 1],
    ['(?:(?i)a)b', 'Ab AB', 1],
    ['(?i)a(?-i)b', 'Ab aB', 1],
    ['(?s-i:.)', '\n', 1],
    ['(?m)^b', 'a\nb', 1],
    ['(?P<name>a)', 'a', 1],
    ['\\p{L}+', 'é1', 1],
    ['\\p{Script=Greek}', 'αa', 1],
    ['[\\P{L}]', 'a1', 1],
    ['\\u{1F600}', '😀', 1],
  ])('%s on %o', verifies('KEL-KERNEL-15'), (source, text, count) => {
    expect(compilePattern(source, 'u').find(text)).toHaveLength(count);
  });
});

describe('what JavaScript reads without the flag u', () => {
  it.each([
    ['a{', 'a{'],
    ['a{,2}', 'a{,2}'],
    ['x{1,z}', 'x{1,z}'],
    [']}', ']}'],
    ['[\\w-.]+', 'a-.'],
    ['[a-\\d]+', 'a-5'],
    ['[-a]+', '-a'],
    ['[a-]+', '-a'],
    ['[]', ''],
    ['[^]', '\n'],
    ['a[]|b', 'b'],
    ['[\\b]', '\b'],
    ['[.*$^]+', '.*$^'],
    ['\\/\\-\\_\\@\\ \\"', '/-_@ "'],
    ['\\t\\n\\v\\f\\r', '\t\n\v\f\r'],
    ['\\0', '\0'],
    ['\\cJ\\cj', '\n\n'],
    ['\\x41\\u0042', 'AB'],
    ['\\ud83d\\ude00', '😀'],
    ['[^\\s]+', 'a\u00a0\ufeff\u3000b'],
    ['\\s+', ' \u00a0\u1680\u2000\u200a\u2028\u202f\u205f\u3000\ufeff\t'],
    ['\\S+', '\u200b\u0085\u180e'],
    ['(^)*a', 'a'],
    ['(?:(?=a))?a', 'a'],
    ['\\ud83dx', '\ud83dx'],
    ['\\ud83d\\u0041', '\ud83dA'],
  ])('%s on %o', verifies('KEL-KERNEL-15'), (source, text) => {
    const expected = Array.from(text.matchAll(new RegExp(source, 'g')), ({ 0: { length }, index }) => [index, index + length]);
    expect(compilePattern(source).find(text).map(({ start, end }) => [start, end])).toEqual(expected);
    expect(compilePattern(source).test(text)).toBe(expected.length > 0);
  });
});
