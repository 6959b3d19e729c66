import { QUOTE_CHARS_MAX } from '../../contracts/index.ts';
import { searchWords } from '../words/search-words.ts';
import { readQuery } from '../retrieval/read-query.ts';

/** The line of a passage, or its beginning, that holds most of what was asked for; word for word. */
export function bestQuote(text: string, query: string): string {
  const asked = new Set(readQuery(query).flat().map(stemLike));
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const rated = lines.map((line) => ({ line, shared: new Set(searchWords(line).map(stemLike).filter((word) => asked.has(word))).size }));
  const best = rated.reduce((most, one) => (one.shared > most.shared ? one : most), { line: lines[0] ?? '', shared: 0 });
  return cut(best.line);
}

const STEM_CHARS = 5;

/** Enough to take `opens` and `opening` for the same when a line is chosen. */
function stemLike(word: string): string {
  return word.slice(0, STEM_CHARS);
}

function cut(line: string): string {
  if (line.length <= QUOTE_CHARS_MAX) return line;
  const blank = line.lastIndexOf(' ', QUOTE_CHARS_MAX);
  const end = blank > 0 ? blank : QUOTE_CHARS_MAX;
  // A pair of surrogates is one character; half of it is none.
  const isInside = blank <= 0 && /[\ud800-\udbff]/u.test(line.charAt(end - 1));
  return line.slice(0, isInside ? end - 1 : end);
}
