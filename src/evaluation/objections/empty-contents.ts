import { clausesOf } from './asked-words.ts';
import { callsOn, changedFiles, judgedWords, type Rule } from './whole-work.ts';

const HOLDING: ReadonlySet<string> = new Set(['holds', 'contains', 'lists', 'has', 'names', 'includes', 'shows', 'carries']);
const NOTHING: ReadonlySet<string> = new Set(['no', 'not', 'nothing', 'none', 'nobody', 'empty', 'zero', '0', 'only']);
/** What is left of a file that has a form and nothing in it. */
const EMPTY_FORMS: ReadonlySet<string> = new Set(['', '[]', '{}', 'null', '""', '{"items":[]}', '{"rows":[]}', '{"data":[]}']);

/** A file that is said to hold something, and that has a form and nothing in it, does not. */
export const emptyContents: Rule = (work) => {
  const clauses = [...judgedWords(work), ...work.outputs].flatMap(clausesOf);
  return changedFiles(work)
    .filter(({ path, now }) => now !== null && EMPTY_FORMS.has(now.split(/\s/u).join('')) && clauses.some(({ words, lower }) => saysThatItHolds(path, words, lower)))
    .map(({ path }) => ({ why: `${path} is said to hold something, and it holds nothing.`, calls: callsOn(work, path) }));
};

function saysThatItHolds(path: string, words: readonly string[], lower: readonly string[]): boolean {
  const at = words.findIndex((word) => word === path || path.endsWith(`/${word}`));
  return at !== -1 && HOLDING.has(lower[at + 1] ?? '') && !lower.some((word) => NOTHING.has(word));
}
