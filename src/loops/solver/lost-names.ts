import { mentions } from '../planner/mentions.ts';

/** A person reads a handful. */
const LOST_MAX = 3;

/** Where a name ends. Dots, dashes and slashes belong to names; at their ends they are punctuation. */
const BETWEEN = /[^\p{L}\p{N}._/-]/u;

/** The names in a text that another text does not have: files, paths, identifiers and numbers. Other words can be said in another way. */
export function lostNames(from: string, into: string): string[] {
  const names = new Set(from.split(BETWEEN).map(withoutEdges).filter(isName));
  return [...names].filter((name) => !mentions(into, name)).slice(0, LOST_MAX);
}

/** `a.csv`, `src/a`, `to_date` and `2024` cannot be said otherwise; one digit may be spelled out. */
function isName(word: string): boolean {
  return ['.', '_', '/'].some((mark) => word.slice(1, -1).includes(mark)) || (word.length > 1 && [...word].every((character) => character >= '0' && character <= '9'));
}

function withoutEdges(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && '._/-'.includes(word.charAt(start))) start += 1;
  while (end > start && '._/-'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}
