import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { EXACT_CHARS_MAX, loadExactCounter, UNBROKEN_CHARS_MAX } from './exact-count.ts';
import { roughCount } from './rough-count.ts';

const TEXTS = {
  english: 'The committee has not yet decided whether the proposal can be accepted, but a majority seems likely. ',
  german: 'Die größte Überraschung war, daß die Bürger darüber abstimmen dürfen. ',
  russian: 'Съешь же ещё этих мягких французских булок, да выпей чаю. ',
  chinese: '今天天气很好，我们去公园散步吧。人工智能正在改变世界。',
  japanese: 'これは日本語の文章です。トークン数を数えます。',
  korean: '안녕하세요. 오늘은 날씨가 좋네요. 산책을 갑시다. ',
  arabic: 'مرحبا بالعالم، كيف حالك اليوم؟ الطقس جميل. ',
  code: 'export function sumOf(values: readonly number[]): number {\n  return values.reduce((sum, each) => sum + each, 0);\n}\n',
  json: '{"name":"keelson","items":[{"id":17,"label":"first"},{"id":18,"label":null}],"total":2}',
  digits: 'On 2026-01-02 at 03:04:05.678 there were 1234567 of 98765. ',
  emoji: 'great 😀🎉🚀 work 👍 ',
};

describe('the rough count', () => {
  it('comes within a third of the exact one for prose, code, data and other scripts', verifies('KEL-TOKENS-01'), async () => {
    const exact = await loadExactCounter();
    const strayed = Object.entries(TEXTS).flatMap(([name, text]) => {
      const long = text.repeat(20);
      const share = roughCount(long) / exact(long);
      return share > 0.85 && share < 1.35 ? [] : [`${name} ${share.toFixed(2)}`];
    });
    expect(strayed).toEqual([]);
  });

  it('counts by what characters are', verifies('KEL-TOKENS-01'), () => {
    const counted = ['', 'word', 'considerable', 'camelCaseName', 'two words', '1234567', '{}[]', '\n\n', '        x', 'é', 'ж', '東京都', '東京都東京', 'жжжж', '😀', '😀😀😀'];
    expect(counted.map(roughCount)).toEqual([0, 1, 3, 5, 2, 3, 2, 1, 2, 1, 1, 3, 4, 2, 2, 6]);
  });

  it('never shrinks when a text grows by a word', verifies('KEL-TOKENS-01'), () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(roughCount(`${text} word`)).toBeGreaterThanOrEqual(roughCount(text));
      }),
      { seed: 4 },
    );
  });
});

describe('the exact count', () => {
  it('is that of o200k, and takes words that control a model for words', verifies('KEL-TOKENS-01'), async () => {
    const exact = await loadExactCounter();
    expect(['hello world', 'The quick brown fox jumps over the lazy dog.', '', '<|endoftext|>'].map(exact)).toEqual([2, 10, 0, 7]);
  });

  it('gives way to the rough one where it would take too long', verifies('KEL-TOKENS-01'), async () => {
    const exact = await loadExactCounter();
    const run = (chars: number): string => 'a'.repeat(chars);
    expect(exact(run(UNBROKEN_CHARS_MAX))).toBe(250);
    expect([` ${run(2_000)}`, `${run(1_500)}\n${run(1_500)}`, `${run(1_000)} ${run(2_000)}`, 'a '.repeat(1_500)].filter((text) => exact(text) === roughCount(text))).toEqual([]);
    expect(exact(run(UNBROKEN_CHARS_MAX + 1))).toBe(roughCount(run(UNBROKEN_CHARS_MAX + 1)));
    const long = 'word '.repeat(EXACT_CHARS_MAX / 5);
    expect(exact(long)).toBe(EXACT_CHARS_MAX / 5 + 1);
    expect(exact(`${long}\n\n\n`)).toBe(roughCount(`${long}\n\n\n`));
  });

  it('is loaded once', verifies('KEL-TOKENS-01'), async () => {
    expect(await loadExactCounter()).toBe(await loadExactCounter());
  });
});
