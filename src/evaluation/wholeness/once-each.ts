import { posix } from 'node:path';
import { clausesOf, filesToWrite } from '../objections/asked-words.ts';
import { callsOn, fileAt, quoted, type Rule } from '../objections/whole-work.ts';

/** Pages and lists whose lines are the things that are meant. */
const LISTS: ReadonlySet<string> = new Set(['.txt', '.md', '.csv', '.tsv', '.jsonl', '.list']);
const ORDERS = ['each once', 'no duplicate', 'without duplicate', 'without any duplicate', 'no repeats', 'without repeats', 'free of duplicates'] as const;
/** What is done once to each may well give the same twice. */
const DOING: ReadonlySet<string> = new Set(['call', 'run', 'execute', 'visit', 'fetch', 'read', 'ping', 'query', 'open', 'check', 'test', 'ask', 'try']);
/** A line that says less is a rule, a bracket or a blank, and may well come twice. */
const LINE_CHARS_MIN = 3;

/** A list in which each thing was to stand once has no line twice. */
export const onceEach: Rule = (work) => {
  const isAsked = clausesOf(work.asked).some(({ lower }) => ORDERS.some((order) => lower.join(' ').includes(order)) || (isEachOnce(lower) && !lower.some((word) => DOING.has(word))));
  if (!isAsked) return [];
  return filesToWrite(work.asked).filter((path) => LISTS.has(posix.extname(path))).flatMap((path) => {
    const lines = (fileAt(work, path)?.now ?? '').split('\n').map((line) => line.trim()).filter((line) => line.length >= LINE_CHARS_MIN && /[\p{L}\p{N}]/u.test(line));
    const twice = lines.find((line, at) => lines.indexOf(line) !== at);
    return twice === undefined ? [] : [{ why: `Each was to stand in ${path} once, and ${quoted(twice)} stands there more than once.`, calls: callsOn(work, path) }];
  });
};

/** `each term once`: a word or two may stand between. */
function isEachOnce(words: readonly string[]): boolean {
  return words.some((word, at) => ['each', 'every'].includes(word) && words.slice(at + 2, at + 4).includes('once'));
}
