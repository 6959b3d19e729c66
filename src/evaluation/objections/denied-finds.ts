import { posix } from 'node:path';
import type { JsonValue } from '../../contracts/index.ts';
import { searchOf } from '../evidence/empty-search.ts';
import { wordsIn } from '../support/words.ts';
import type { MadeCall } from '../work.ts';
import { clausesOf } from './asked-words.ts';
import { quoted, type Rule } from './whole-work.ts';

const DENYING: ReadonlySet<string> = new Set(['no', 'none', 'nothing', 'nowhere']);
/** With one of these, somebody who says no knows of what was found and sets it apart. */
const SETTING_APART: ReadonlySet<string> = new Set(['only', 'except', 'besides', 'but', 'apart', 'although', 'though', 'however', 'other']);

/** Files that are named, and looked for in the answer. */
const PATHS_MAX = 5;

/** Whoever is asked whether something is there may not say no and pass over what their own last search found. */
export const deniedFinds: Rule = ({ asked, outputs, calls }) => {
  if (!clausesOf(asked).some(({ isQuestion }) => isQuestion)) return [];
  const last = calls.findLast((call) => call.decision.tool_id === 'search_text' && searchOf(call) !== 'no_search');
  if (last === undefined || searchOf(last) !== 'found') return [];
  const found = pathsFound(last);
  return outputs.flatMap((output) => {
    const words = wordsIn(output).map(({ raw }) => raw.toLowerCase());
    const [first] = words;
    if (first === undefined || !DENYING.has(first) || words.some((word) => SETTING_APART.has(word)) || found.some((path) => output.includes(posix.basename(path))) || repeatsFind(words, last)) return [];
    return [{ why: `The answer is ${quoted(output)}, and the last search found something in ${found.join(', ')}. Name it, or say why it does not count.`, calls: [last] }];
  });
};

/** Fewer words than this in a row are repeated by chance. */
const REPEATED_WORDS_MIN = 3;

/** Who says no in the words that were found has them from there: `No, the door stays locked at night`. */
function repeatsFind(words: readonly string[], { outcome }: MadeCall): boolean {
  const found = ` ${wordsIn(outcome.shown.text).map(({ raw }) => raw.toLowerCase()).join(' ')} `;
  return words.some((_, at) => at + REPEATED_WORDS_MIN <= words.length && found.includes(` ${words.slice(at, at + REPEATED_WORDS_MIN).join(' ')} `));
}

function pathsFound({ outcome }: MadeCall): string[] {
  const matches = outcome.output?.['matches'];
  const paths = Array.isArray(matches) ? matches.flatMap((match: JsonValue) => (typeof match === 'object' && match !== null && !Array.isArray(match) && typeof match['path'] === 'string' ? [match['path']] : [])) : [];
  return [...new Set(paths)].slice(0, PATHS_MAX);
}
