import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { KeelsonError } from './errors.ts';
import { PATTERN_SOURCE_CHARS_MAX } from './limits.ts';
import { compilePattern, type Pattern } from './patterns.ts';

interface Sample {
  readonly id: string;
  readonly input: {
    readonly pattern: string;
    readonly flags: string;
    readonly attack: { readonly prefix: string; readonly pump: string; readonly suffix: string; readonly n: number };
  };
  readonly expect: 'accept' | 'reject-or-bound';
  readonly why: string;
}

const samples = readFileSync(new URL('../../test/fixtures/redos.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sample);

/** The corpus allows 100 ms; the rest is for a busy machine. A pattern that backtracks takes minutes. */
const ATTACK_MS_MAX = 1_000;

function spans(source: string, flags: string, text: string): [number, number][] {
  return compilePattern(source, flags)
    .find(text)
    .map(({ start, end }) => [start, end]);
}

/** As it answers once it has seen so much text that RE2 is asked first. */
function seasonedPattern(source: string, flags: string): Pattern {
  const pattern = compilePattern(source, flags);
  pattern.test(' '.repeat(2_000));
  return pattern;
}

function nativeSpans(source: string, flags: string, text: string): [number, number][] {
  return Array.from(text.matchAll(new RegExp(source, `${flags}g`)), (match) => [match.index, match.index + match[0].length]);
}

function bodyOf(compile: () => unknown): unknown {
  try {
    compile();
  } catch (error) {
    if (error instanceof KeelsonError) return error.toBody();
    throw error;
  }
  return 'accepted';
}

describe('attacks on patterns', () => {
  it.each(samples)('$id is taken and stays linear: $why', verifies('KEL-KERNEL-13'), ({ input }) => {
    const { prefix, pump, suffix, n } = input.attack;
    const text = prefix + pump.repeat(n) + suffix;
    const pattern = compilePattern(input.pattern, input.flags);
    const startedMs = performance.now();
    const answers = { test: pattern.test(text), found: pattern.find(text) };
    const elapsedMs = performance.now() - startedMs;
    expect(answers).toEqual({ test: false, found: [] });
    expect(elapsedMs).toBeLessThan(ATTACK_MS_MAX);
  });

  it.each([
    ['^(a+)+$', 'a', '!'],
    ['^([a-z]+)*$', 'a', '1'],
    ['(x+x+)+y', 'x', ''],
    ['^(\\w+\\s?)*$', 'ab ', '!'],
    ['\\s+$', ' ', 'x'],
    ['^(.*)=(.*)=(.*);$', '=', ''],
    ['^([a-z0-9]+([._-][a-z0-9]+)*)+@x$', 'a.', '!'],
    ['<!--.*?-->', '<!--', ''],
    ['^(?=(a+)+$)a', 'a', '!'],
    ['(?<=^(a|a?)+)b', 'a', ''],
    ['^(?!(?:a|aa)+$)b', 'a', ''],
    ['(["\'])(?:(?!\\1).)*\\1x', '"a', ''],
    ['(?:a|b|ab)*c', 'ab', ''],
    ['^(?:(?:25[0-5]|\\d{1,2})\\.?)+$', '1', 'x'],
  ])('%s stays linear on %o', verifies('KEL-KERNEL-13'), (source, pump, suffix) => {
    const text = pump.repeat(20_000) + suffix;
    const pattern = compilePattern(source);
    const startedMs = performance.now();
    const answers = { test: pattern.test(text), found: pattern.find(text) };
    const elapsedMs = performance.now() - startedMs;
    expect(answers).toEqual({ test: false, found: [] });
    expect(elapsedMs).toBeLessThan(ATTACK_MS_MAX);
  });

  it.each([
    ['a(?:.*b)?', 'a', 50_000],
    ['x.*y|x', 'x', 50_000],
    ['<[^>]*>|b', '<b', 50_000],
    ['(?=a*b)|a', 'a', 50_000],
    ['(?<=a.*)a', 'a', 49_999],
  ])('finding every match of %s is linear too', verifies('KEL-KERNEL-13'), (source, pump, count) => {
    const startedMs = performance.now();
    expect(compilePattern(source).find(pump.repeat(50_000))).toHaveLength(count);
    expect(performance.now() - startedMs).toBeLessThan(ATTACK_MS_MAX);
  });
});

describe('compilePattern', () => {
  it('finds every match with its named groups, in UTF-16 offsets', verifies('KEL-KERNEL-14'), () => {
    const pattern = compilePattern('(?<key>\\w+)=(?<value>\\d+)?');
    expect(pattern.find('b= 😀 a=1, bc=')).toEqual([
      { start: 0, end: 2, groups: { key: { start: 0, end: 1 } } },
      { start: 6, end: 9, groups: { key: { start: 6, end: 7 }, value: { start: 8, end: 9 } } },
      { start: 11, end: 14, groups: { key: { start: 11, end: 13 } } },
    ]);
  });

  it('says what it was compiled from', verifies('KEL-KERNEL-14'), () => {
    const { source, flags } = compilePattern('a+', 'gi');
    expect({ source, flags, default: compilePattern('a').flags }).toEqual({ source: 'a+', flags: 'gi', default: '' });
  });

  it('replaces every match, by a text taken as it is or by what a function gives', verifies('KEL-KERNEL-14'), () => {
    const pattern = compilePattern('(?<first>\\d)\\d*');
    expect([
      pattern.replace('a 12 b 345 c', '$&'),
      pattern.replace('a 12 b 345 c', ({ start, end, groups }) => `${end - start}@${groups['first']?.start}`),
      pattern.replace('none', 'x'),
      compilePattern('').replace('ab', '-'),
    ]).toEqual(['a $& b $& c', 'a 2@2 b 3@7 c', 'none', '-a-b-']);
  });

  it('keeps a group name from touching any prototype', verifies('KEL-KERNEL-14'), () => {
    const [match] = compilePattern('(?<__proto__>a)').find('a');
    expect(Object.getPrototypeOf(match?.groups)).toBe(Object.prototype);
    expect(Object.entries(match?.groups ?? {})).toEqual([['__proto__', { start: 0, end: 1 }]]);
  });

  it('holds no position between calls', verifies('KEL-KERNEL-14'), () => {
    const pattern = compilePattern('a', 'gy');
    expect([pattern.test('ab'), pattern.test('ab'), pattern.find('aab').length, pattern.find('aab').length]).toEqual([true, true, 2, 2]);
  });

  it.each([
    ['a', 'y', 'aaba'],
    ['a', 'y', 'ba'],
    ['A', 'i', 'aA'],
    ['^b$', 'm', 'a\nb\r\nb\u2028b\u2029b\u202ab'],
    ['.', 'u', '😀\u{10000}a\ud83d\ude00\ud83d'],
    ['\\u{10000}', 'u', 'a\u{10000}b'],
    ['(?<=.)(?=.)', 'u', 'a\uffffb\ud83d'],
    ['^b$', '', 'a\nb'],
    ['a.b', 's', 'a\nb'],
    ['a.b', '', 'a\nb a\rb a\u2028b axb'],
    ['é', 'i', 'É'],
    ['\\w+', 'd', 'ab cd'],
  ])('means by /%s/%s what JavaScript means', verifies('KEL-KERNEL-15'), (source, flags, text) => {
    expect(spans(source, flags, text)).toEqual(nativeSpans(source, flags, text));
    const first = new RegExp(source, flags).exec(text);
    expect([compilePattern(source, flags).test(text), seasonedPattern(source, flags).test(text)]).toEqual([first !== null, first !== null]);
  });

  it('has word boundaries where JavaScript has them', verifies('KEL-KERNEL-15'), () => {
    for (let unit = 0; unit < 0x180; unit += 1) {
      const text = `${String.fromCharCode(unit)} ${String.fromCharCode(unit)} a`;
      expect([unit, ...spans('\\b', '', text)]).toEqual([unit, ...nativeSpans('\\b', '', text)]);
    }
  });

  it.each(['v', 'x', 'gg', 'ig!'])('refuses the flags %o', verifies('KEL-KERNEL-16'), (flags) => {
    expect(bodyOf(() => compilePattern('a', flags))).toEqual({
      code: 'pattern.rejected',
      message: `The pattern is refused: the flags "${flags}" are not known, or one is given twice.`,
      next_step: 'Use flags of dgimsuy, each once.',
      data: { pattern: 'a', reason: `the flags "${flags}" are not known, or one is given twice` },
    });
  });

  it('bounds the length of a pattern exactly', verifies('KEL-KERNEL-16'), () => {
    expect(bodyOf(() => compilePattern('['.padEnd(PATTERN_SOURCE_CHARS_MAX - 1, 'a') + ']'))).toBe('accepted');
    expect(bodyOf(() => compilePattern('['.padEnd(PATTERN_SOURCE_CHARS_MAX, 'a') + ']'))).toEqual({
      code: 'pattern.too_large',
      message: 'The pattern has 16385 characters; at most 16384 are allowed.',
      next_step: 'Split it into several patterns.',
      data: { limit: 16_384, size: 16_385 },
    });
  });

  it('gives the matches JavaScript gives, for any pattern and text', verifies('KEL-KERNEL-15'), () => {
    fc.assert(
      fc.property(anyPattern, anyText, fc.subarray(['i', 'm', 's', 'y']), (source, text, flagList) => {
        const flags = `u${flagList.join('')}`;
        const expected = nativeSpans(source, flags, text);
        const body = bodyOf(() => {
          expect(spans(source, flags, text)).toEqual(expected);
          expect(compilePattern(source, flags).test(text)).toBe(expected.length > 0);
          const seasoned = seasonedPattern(source, flags);
          expect([seasoned.test(text), seasoned.find(text).length]).toEqual([expected.length > 0, expected.length]);
        });
        if (body !== 'accepted') expect(body).toMatchObject({ code: 'pattern.too_large' });
      }),
      { numRuns: 1_000 },
    );
  });

  it('answers random sources with a pattern or a coded refusal', verifies('KEL-KERNEL-16'), () => {
    const fragments = fc.constantFrom(...'()[]{}|*+?^$.\\-,:=!<>Pkbdux0129aZ_ é'.split(''));
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 14 }).map((parts) => parts.join('')), anyText, (source, text) => {
        const body = bodyOf(() => compilePattern(source).find(text));
        if (body !== 'accepted') expect(body).toMatchObject({ code: expect.stringMatching(/^pattern\.(rejected|too_large)$/) });
      }),
      { numRuns: 2_000 },
    );
  });
});

const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', '\r', 'é', '.', '-', '_', 'aa', 'ab'), { maxLength: 12 })
  .map((parts) => parts.join(''));

/**
 * Any shape that JavaScript and Keelson read alike. Only bodies that take a character are repeated: about rounds of a
 * loop that take nothing, engines differ, and RE2's way is ours.
 */
const anyPattern = (() => {
  const taker = fc.constantFrom('a', 'b', 'c', '.', '\\d', '\\w', '\\s', '\\S', '\\W', '[ab]', '[^a]', '[a-c]', '[^]', '1', ' ', '\\n', 'é', '\\.', '[\\w.-]');
  const assertion = fc.constantFrom('\\b', '\\B', '^', '$');
  const quantifier = fc.constantFrom('', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,2}?', '{1,}');
  const joined = (parts: readonly string[]): string => parts.join('');
  const { alternation } = fc.letrec<{ alternation: string; term: string }>((tie) => {
    const terms = fc.array(tie('term'), { maxLength: 3 }).map(joined);
    const repeatable = fc.array(fc.tuple(taker, terms).map(joined), { minLength: 1, maxLength: 2 });
    return {
      alternation: fc.array(terms, { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|')),
      term: fc.oneof(
        { maxDepth: 3 },
        { weight: 6, arbitrary: fc.tuple(taker, quantifier).map(joined) },
        { weight: 2, arbitrary: assertion },
        { weight: 2, arbitrary: fc.tuple(repeatable, quantifier).map(([branches, count]) => `(?:${branches.join('|')})${count}`) },
        { weight: 3, arbitrary: fc.tuple(fc.constantFrom('(', '(?:', '(?=', '(?!', '(?<=', '(?<!'), tie('alternation')).map(([open, body]) => `${open}${body})`) },
      ),
    };
  });
  return alternation;
})();
