import { isStopWord } from '../words/stop-words.ts';
import { searchWords } from '../words/search-words.ts';

/** What is asked for: each a word, or words that stood in quotation marks and are looked for in a row. */
export type QueryPhrases = readonly (readonly string[])[];

/** A question is not a document; what comes after so many words changes nothing. */
const PHRASES_MAX = 64;

/** Words that only build the question are left out, unless there are no others. */
export function readQuery(query: string): QueryPhrases {
  const parts = query.split(/["“”„]/u);
  // An odd number of marks leaves the last part open; it is then read as plain words.
  const isQuoted = (at: number): boolean => at % 2 === 1 && at < parts.length - 1;
  const phrases = parts.flatMap((part, at) => {
    const words = searchWords(part);
    return isQuoted(at) && words.length > 1 ? [words] : words.map((word) => [word]);
  });
  const distinct = [...new Map(phrases.map((phrase) => [phrase.join(' '), phrase])).values()].slice(0, PHRASES_MAX);
  const telling = distinct.filter((phrase) => phrase.length > 1 || !phrase.every(isStopWord));
  return telling.length === 0 ? distinct : telling;
}

/** Quoted words one by one. */
export function splitPhrases(phrases: QueryPhrases): QueryPhrases {
  const words = phrases.flatMap((phrase) => (phrase.length === 1 ? phrase : phrase.filter((word) => !isStopWord(word))));
  return [...new Set(words)].map((word) => [word]);
}
