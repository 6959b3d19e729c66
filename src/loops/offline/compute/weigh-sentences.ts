import { wordsOf, type PlacedSentence } from './extract-sentences.ts';

/** Words that stand in every text and say nothing about what it is about. */
const COMMON = new Set(
  'a about above after again all also an and any are as at be because been before being below between both but by can could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me more most my no nor not now of off on once only or other our out over own same she should so some such than that the their them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your der die das und ist nicht ein eine zu den mit von auf für im dem des sich als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über'.split(' '),
);

/** Telling what matters, in the author's own words. */
const SIGNALS = new Set(['conclude', 'conclusion', 'therefore', 'result', 'results', 'important', 'significant', 'must', 'recommend', 'recommended', 'propose', 'decided', 'summary', 'finally', 'goal', 'purpose', 'because', 'total', 'increase', 'decrease', 'risk', 'deadline']);

/** A sentence that shares so much of the longer one's words with one that was taken says the same again. */
const SAME_SHARE = 0.6;

/**
 * The most telling sentences, in the order in which they stand. A word weighs as much as it is frequent in the whole text;
 * a sentence weighs the mean of its words, somewhat more at the beginning of its section and where it says that something
 * matters. Nothing is left to chance: the same text always gives the same sentences.
 */
export function mostTelling(sentences: readonly PlacedSentence[], most: number): PlacedSentence[] {
  const told = sentences.map((sentence) => ({ sentence, words: wordsOf(sentence.text).filter((word) => word.length > 2 && !COMMON.has(word)) }));
  const frequency = new Map<string, number>();
  for (const { words } of told) for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const weighed = told.map(({ sentence, words }, at) => ({ sentence, words: new Set(words), at, weight: weightOf(words, frequency) * placeFactor(sentences, at) }));
  const chosen: typeof weighed = [];
  for (const one of weighed.toSorted((left, right) => right.weight - left.weight || left.at - right.at)) {
    if (chosen.length >= most) break;
    if (one.words.size > 0 && !chosen.some((other) => overlap(one.words, other.words) >= SAME_SHARE)) chosen.push(one);
  }
  return chosen.toSorted((left, right) => left.at - right.at).map(({ sentence }) => sentence);
}

function weightOf(words: readonly string[], frequency: ReadonlyMap<string, number>): number {
  if (words.length === 0) return 0;
  const sum = words.reduce((all, word) => all + (frequency.get(word) ?? 0), 0);
  // The root keeps long sentences from winning by length alone and short ones by one frequent word.
  return sum / Math.sqrt(words.length * Math.max(words.length, MEAN_WORDS)) + (words.some((word) => SIGNALS.has(word)) ? 1 : 0);
}
const MEAN_WORDS = 8;

function placeFactor(sentences: readonly PlacedSentence[], at: number): number {
  if (at === 0) return 1.5;
  return sentences[at]?.under !== sentences[at - 1]?.under ? 1.25 : 1;
}

function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / Math.max(1, left.size, right.size);
}
