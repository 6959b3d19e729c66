import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { textIndexInMemory } from '../../../test/support/text-index-in-memory.ts';
import { rankTexts } from './rank-texts.ts';
import { saturation } from './text-index.ts';

async function ranked(texts: readonly string[], words: readonly string[], k = 10) {
  const index = textIndexInMemory();
  await index.replace(texts.map((text) => text.split(' ')));
  return rankTexts(index, texts.length, words.map((word) => ({ spellings: [{ phrase: [word], likeness: 1 }] })), k);
}

const rarity = (texts: number, having: number): number => Math.log(1 + (texts - having + 0.5) / (having + 0.5));

describe('ranking', () => {
  it('gives a share of the best score there could be: BM25 over what the question could bring at most', verifies('KEL-LIB-04'), async () => {
    const found = await ranked(['gate opens', 'gate shut', 'none here'], ['gate', 'opens']);
    const best = rarity(3, 2) + rarity(3, 1);
    expect(found).toEqual([
      { at: 0, score: expect.closeTo(saturation(1, 1), 12) as number },
      { at: 1, score: expect.closeTo((rarity(3, 2) * saturation(1, 1)) / best, 12) as number },
    ]);
  });

  it('counts a word that stands nowhere against all', verifies('KEL-LIB-04'), async () => {
    const [with_] = await ranked(['gate', 'other'], ['gate']);
    const [without] = await ranked(['gate', 'other'], ['gate', 'absent']);
    expect(without?.score).toBeLessThan((with_?.score ?? 0) / 2);
  });

  it('finds also words that stand everywhere, keeps the order of equals and stops at k', verifies('KEL-LIB-04'), async () => {
    expect((await ranked(['gate', 'gate', 'gate'], ['gate'], 2)).map(({ at, score }) => [at, score > 0.3])).toEqual([[0, true], [1, true]]);
    expect(await ranked([], ['gate'])).toEqual([]);
    expect(await ranked(['gate'], [])).toEqual([]);
  });

  it('takes the best spelling of a word, at its likeness', verifies('KEL-LIB-06'), async () => {
    const index = textIndexInMemory();
    await index.replace([['harbour'], ['harbor'], ['other']]);
    const spellings = [{ phrase: ['harbour'], likeness: 1 }, { phrase: ['harbor'], likeness: 0.5 }];
    const found = await rankTexts(index, 3, [{ spellings }], 5);
    expect(found).toEqual([{ at: 0, score: saturation(1, 1) }, { at: 1, score: saturation(1, 1) / 2 }]);
  });

  it('never leaves 0 to 1, and never turns the order of plain BM25 round', verifies('KEL-LIB-04'), async () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }), fc.uniqueArray(word, { minLength: 1 }), async (texts, words) => {
        const found = await ranked(texts.map((text) => text.join(' ')), words);
        const average = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
        const bm25 = (at: number): number => words.reduce((sum, one) => {
          const times = texts[at]?.filter((other) => other === one).length ?? 0;
          return sum + (times === 0 ? 0 : rarity(texts.length, texts.filter((text) => text.includes(one)).length) * saturation(times, (texts[at]?.length ?? 0) / average));
        }, 0);
        expect(found.every(({ score }) => score > 0 && score < 1)).toBe(true);
        for (const [nth, { at }] of found.slice(1).entries()) expect(bm25(found[nth]?.at ?? 0)).toBeGreaterThanOrEqual(bm25(at) - 1e-12);
      }),
    );
  });
});
