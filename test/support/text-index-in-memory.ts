import { saturation, type TextIndex } from '../../src/library/index.ts';

/** Plain BM25 over lists in memory: the floor that other indexes are compared with. Endings of words count. */
export function textIndexInMemory(): TextIndex {
  let texts: readonly (readonly string[])[] = [];
  let average = 0;
  const textsWith = new Map<string, number[]>();
  return {
    async replace(given) {
      texts = given;
      average = given.reduce((sum, words) => sum + words.length, 0) / given.length;
      textsWith.clear();
      given.forEach((words, at) => new Set(words).forEach((word) => textsWith.set(word, [...(textsWith.get(word) ?? []), at])));
    },
    async find(phrase) {
      const [first] = phrase;
      const candidates = first === undefined ? [] : (textsWith.get(first) ?? []);
      const weighed = candidates.map((at): [number, number] => {
        const words = texts[at] ?? [];
        const times = words.filter((_, from) => phrase.every((word, nth) => words[from + nth] === word)).length;
        return [at, times === 0 ? 0 : saturation(times, words.length / average)];
      });
      return new Map(weighed.filter(([, weight]) => weight > 0));
    },
    close: () => undefined,
  };
}
