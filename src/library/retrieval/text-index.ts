/**
 * An index of words. It knows texts by their place in the list it was given, and weighs words as BM25 does; putting the
 * words of a question together is not its work.
 */
export interface TextIndex {
  /** Forgets what it held. Each text is given as its words, in order. */
  replace(texts: readonly (readonly string[])[]): Promise<void>;
  /**
   * How much each text speaks of these words in a row, above 0 and below 1: BM25's part of a term without its rarity.
   * Texts that do not have them are not in the answer.
   */
  find(phrase: readonly string[]): Promise<ReadonlyMap<number, number>>;
  close(): void;
}

/** BM25 as SQLite's FTS5 has it; every index weighs alike. */
export const BM25_K1 = 1.2;
export const BM25_B = 0.75;

/** How far a text is spoken for by `times` occurrences, when it is so much longer than the average. */
export function saturation(times: number, relativeLength: number): number {
  return times / (times + BM25_K1 * (1 - BM25_B + BM25_B * relativeLength));
}
