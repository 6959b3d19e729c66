import { describe, expect, it } from 'vitest';
import { foldWords } from './fold-words.ts';

describe('folded words', () => {
  it.each([
    ['case', 'KEELSON Ünïté', 'keelson ünïté'],
    ['the sigma at the end of a word', 'ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['accents typed apart', 'cafe\u0301', 'café'],
    ['ligatures and wide letters', 'ﬁne Ａ', 'fine a'],
    ['NUL', 'ab\0cd', 'abcd'],
  ])('do not differ by %s', (_what, text, folded) => {
    expect(foldWords(text)).toBe(folded);
  });

  it('keep what differs in more than its form', () => {
    expect(foldWords('resume')).not.toBe(foldWords('résumé'));
  });
});
