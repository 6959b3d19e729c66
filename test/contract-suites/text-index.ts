import { afterEach, describe, expect, it } from 'vitest';
import { saturation, type TextIndex } from '../../src/library/index.ts';

const TEXTS = ['the harbour gate opens early', 'gate gate', 'the gate of the harbour', 'nothing'].map((text) => text.split(' '));
const AVERAGE = TEXTS.reduce((sum, words) => sum + words.length, 0) / TEXTS.length;

/** What every index of words keeps to, whatever it is made of. */
export function textIndexSuite(name: string, open: () => TextIndex | Promise<TextIndex>): void {
  describe(`a text index: ${name}`, () => {
    const opened: TextIndex[] = [];
    afterEach(() => opened.splice(0).forEach((index) => index.close()));
    const filled = async (texts: readonly (readonly string[])[] = TEXTS): Promise<TextIndex> => {
      const index = await open();
      opened.push(index);
      await index.replace(texts);
      return index;
    };
    const found = async (index: TextIndex, ...phrase: string[]): Promise<[number, number][]> => [...(await index.find(phrase))].toSorted(([one], [other]) => one - other).map(([at, weight]) => [at, Number(weight.toFixed(6))]);
    const weight = (times: number, words: number): number => Number(saturation(times, words / AVERAGE).toFixed(6));

    it('weighs a word by how often a text has it and how long the text is, however common the word', async () => {
      const index = await filled();
      expect(await found(index, 'gate')).toEqual([[0, weight(1, 5)], [1, weight(2, 2)], [2, weight(1, 5)]]);
      expect(await found(index, 'nothing')).toEqual([[3, weight(1, 1)]]);
      expect(await found(index, 'absent')).toEqual([]);
      expect(await found(index)).toEqual([]);
    });

    it('finds several words only where they stand in a row', async () => {
      expect(await found(await filled(), 'harbour', 'gate')).toEqual([[0, weight(1, 5)]]);
    });

    it('takes a word for what it is, whatever a query language would make of it', async () => {
      const index = await filled([['and'], ['not', 'near'], ['港口', '口几'], ['हिन्दी']]);
      for (const [at, word] of [[0, 'and'], [1, 'not'], [2, '港口'], [3, 'हिन्दी']] as const) expect((await found(index, word)).map(([text]) => text)).toEqual([at]);
      expect(await found(index, '"', '*')).toEqual([]);
    });

    it('forgets what it held when it is filled again, and may be empty', async () => {
      const index = await filled();
      await index.replace([['other']]);
      expect([await found(index, 'gate'), (await found(index, 'other')).length]).toEqual([[], 1]);
      await index.replace([]);
      expect(await found(index, 'other')).toEqual([]);
    });
  });
}
