import { stemOf } from '../../evaluation/index.ts';

const GRAM = 3;
/** Below this two words are more different than alike. */
const LIKENESS_MIN = 0.6;
/** Another form of the same word is nearly the word itself. */
const SAME_STEM_LIKENESS = 0.9;
/** Shorter words are like too many others. */
const WORD_CHARS_MIN = 4;

export interface SimilarWord {
  readonly word: string;
  /** From 0 to 1; only the word itself has 1. */
  readonly likeness: number;
}

/** Words of the collection that are another form of this one, are spelt nearly like it, or hold it, the most alike first. */
export function similarWords(word: string, vocabulary: Iterable<string>, most: number): SimilarWord[] {
  if (word.length < WORD_CHARS_MIN) return [];
  const grams = gramsOf(word);
  const stem = stemOf(word);
  const found: SimilarWord[] = [];
  for (const other of vocabulary) {
    if (other === word) continue;
    const likeness = Math.max(likenessOf(grams, other), stemOf(other) === stem ? SAME_STEM_LIKENESS : 0, other.includes(word) ? LIKENESS_MIN : 0);
    if (likeness >= LIKENESS_MIN) found.push({ word: other, likeness });
  }
  return found.toSorted((one, other) => other.likeness - one.likeness || (one.word < other.word ? -1 : 1)).slice(0, most);
}

/** Twice what they share over what both have (Dice); the ends of a word count as characters of their own. */
function likenessOf(grams: ReadonlySet<string>, other: string): number {
  const theirs = gramsOf(other);
  let shared = 0;
  for (const gram of theirs) if (grams.has(gram)) shared += 1;
  return (2 * shared) / (grams.size + theirs.size);
}

function gramsOf(word: string): ReadonlySet<string> {
  const padded = ` ${word} `;
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= padded.length; at += 1) grams.add(padded.slice(at, at + GRAM));
  return grams;
}
