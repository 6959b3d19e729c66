import type { TextIndex } from './text-index.ts';

/** One thing that is asked for, in one or more spellings. */
export interface SearchTerm {
  readonly spellings: readonly { readonly phrase: readonly string[]; readonly likeness: number }[];
}

export interface RankedText {
  readonly at: number;
  /**
   * The share of the best score that any text could have for this question, so it lies between 0 and 1 whatever the
   * question. For one question it is BM25 over a constant: the order is BM25's.
   */
  readonly score: number;
}

/** The best texts for a question, the best first. Rarity is that of Lucene, which is never below zero. */
export async function rankTexts(index: Pick<TextIndex, 'find'>, texts: number, terms: readonly SearchTerm[], k: number): Promise<RankedText[]> {
  const scores = new Map<number, number>();
  let best = 0;
  for (const { spellings } of terms) {
    const found = new Map<number, number>();
    for (const { phrase, likeness } of spellings) {
      for (const [at, weight] of await index.find(phrase)) found.set(at, Math.max(found.get(at) ?? 0, weight * likeness));
    }
    const rarity = Math.log(1 + (texts - found.size + 0.5) / (found.size + 0.5));
    best += rarity;
    for (const [at, weight] of found) scores.set(at, (scores.get(at) ?? 0) + rarity * weight);
  }
  const ranked = [...scores].map(([at, score]) => ({ at, score: Math.min(1, score / best) }));
  return ranked.toSorted((one, other) => other.score - one.score || one.at - other.at).slice(0, k);
}
