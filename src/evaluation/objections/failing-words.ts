import { stemOf, wordsIn, type SaidWord } from '../support/words.ts';

/** Words with which programs say that something went wrong. */
const FAILING: ReadonlySet<string> = new Set(
  ['error', 'failed', 'failure', 'fatal', 'rollback', 'unreachable', 'refused', 'denied', 'aborted', 'timeout', 'traceback', 'exception', 'missing', 'invalid', 'panic', 'corrupt', 'rejected', 'dropped', 'crashed', 'unavailable'].map(stemOf),
);
const NONE: ReadonlySet<string> = new Set(['0', 'no', 'not', 'none', 'without', 'zero', 'never', 'nothing', 'neither', "wasn't", "weren't", "isn't"]);
/** How far before a word its denial may stand, in the same piece of the sentence. */
const DENIAL_WORDS = 3;
const PAUSES: ReadonlySet<string> = new Set([',', ';', ':', '.', '(', '—', '–', '|']);

/** Every word of a text that says that something failed, and is not denied there: `0 errors` says the contrary. */
export function failingWords(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const words = wordsIn(line);
    return words.filter((_, at) => isFailing(words, at)).map(({ stem }) => stem);
  });
}

/**
 * Lines that are about a failure: the word begins or ends them, stands before a colon, or is counted. One in the middle of a
 * sentence may be about anything.
 */
export function failingLines(text: string): string[] {
  return text.split('\n').filter((line) => !isOfNothing(line)).filter((line) => {
    const words = wordsIn(line);
    return words.some((_, at) => isFailing(words, at) && (at === 0 || at === words.length - 1 || words[at + 1]?.before === ':' || isCount(words[at - 1]) || isCount(words[at + 1])));
  });
}

function isFailing(words: readonly SaidWord[], at: number): boolean {
  if (!FAILING.has(words[at]?.stem ?? '')) return false;
  const start = words.findLastIndex(({ before }, place) => place <= at && PAUSES.has(before));
  const around = [...words.slice(Math.max(0, start, at - DENIAL_WORDS), at), ...words.slice(at + 1, at + 2)];
  return !around.some(({ raw }) => NONE.has(raw.toLowerCase()));
}

function isCount(word: SaidWord | undefined): boolean {
  return word !== undefined && Number(word.raw) > 0;
}

/** `missing: []`: a list of what is wrong that has nothing in it. */
function isOfNothing(line: string): boolean {
  return ['[]', '{}', '()', 'none', 'None', 'nothing'].some((end) => line.trimEnd().endsWith(`: ${end}`) || line.trimEnd().endsWith(`:${end}`));
}
