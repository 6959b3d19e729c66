import { posix } from 'node:path';
import { clausesOf, filesToWrite, isFileName, type Clause } from '../objections/asked-words.ts';
import { callsOn, fileAt, quoted, type Rule } from '../objections/whole-work.ts';

/** Pages and lists whose lines are the things that are meant. */
const LISTS: ReadonlySet<string> = new Set(['.txt', '.md', '.csv', '.tsv', '.jsonl', '.list']);
const ORDERS = ['each once', 'no duplicate', 'without duplicate', 'without any duplicate', 'no repeats', 'without repeats', 'free of duplicates'] as const;
/** What is done once to each may well give the same twice. */
const DOING: ReadonlySet<string> = new Set(['call', 'run', 'execute', 'visit', 'fetch', 'read', 'ping', 'query', 'open', 'check', 'test', 'ask', 'try']);
const REMOVING: ReadonlySet<string> = new Set(['remove', 'delete', 'drop', 'eliminate', 'clean']);
const DUPLICATES: ReadonlySet<string> = new Set(['duplicates', 'duplicate', 'doubles', 'repetitions']);
/** How people say that large and small letters are the same. */
const SAME_IN_CAPITALS = ['capitals make no difference', 'case-insensitive', 'case insensitive', 'ignoring case', 'ignore case', 'regardless of case', 'whatever its capitals', 'upper and lower case are the same', 'capitals do not matter', 'case does not matter'] as const;
/** A line that says less is a rule, a bracket or a blank, and may well come twice. */
const LINE_CHARS_MIN = 3;

/** A list in which each thing was to stand once has no line twice. */
export const onceEach: Rule = (work) => {
  const cleaned = clausesOf(work.asked).flatMap(cleanedIn);
  const isOrdered = clausesOf(work.asked).some(({ lower }) => ORDERS.some((order) => lower.join(' ').includes(order)) || (isEachOnce(lower) && !lower.some((word) => DOING.has(word))));
  if (cleaned.length === 0 && !isOrdered) return [];
  const changed = cleaned.filter((path) => fileAt(work, path)?.hasChanged === true);
  // Where it is said what is to be cleaned, another page of the same request may well hold something twice.
  const held = isOrdered || changed.length === 0 ? [...filesToWrite(work.asked), ...changed] : changed;
  const isSame = SAME_IN_CAPITALS.some((words) => work.asked.toLowerCase().includes(words)) ? (line: string): string => line.toLowerCase() : (line: string): string => line;
  return [...new Set(held)].filter((path) => LISTS.has(posix.extname(path))).flatMap((path) => {
    const lines = (fileAt(work, path)?.now ?? '').split('\n').map((line) => line.trim()).filter((line) => line.length >= LINE_CHARS_MIN && /[\p{L}\p{N}]/u.test(line));
    const known = lines.map(isSame);
    const twice = lines.find((line, at) => known.indexOf(isSame(line)) !== at);
    return twice === undefined ? [] : [{ why: `Each was to stand in ${path} once, and ${quoted(twice)} stands there more than once.`, calls: callsOn(work, path) }];
  });
};

/** `remove duplicates into unique.txt`, `clean names.txt of duplicates`: the files behind the word, or those before it. */
function cleanedIn({ words, lower }: Clause): string[] {
  const at = lower.findIndex((word, place) => DUPLICATES.has(word) && lower.slice(0, place).some((one) => REMOVING.has(one)));
  if (at === -1) return [];
  const behind = words.slice(at).filter(isFileName);
  return behind.length > 0 ? behind : words.slice(0, at).filter(isFileName);
}

/** `each term once`: a word or two may stand between. */
function isEachOnce(words: readonly string[]): boolean {
  return words.some((word, at) => ['each', 'every'].includes(word) && words.slice(at + 2, at + 4).includes('once'));
}
