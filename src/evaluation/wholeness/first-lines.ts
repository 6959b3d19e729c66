import { posix } from 'node:path';
import { stemOf, wordsIn } from '../support/words.ts';
import { clausesOf, filesToWrite, isFileName } from '../objections/asked-words.ts';
import { changedTexts, fileAt, quoted, type Rule } from '../objections/whole-work.ts';

const PLACES: Readonly<Record<string, 0 | -1>> = { first: 0, earliest: 0, last: -1, latest: -1 };
/** Files in which each line tells when it was written. */
const LOGS: ReadonlySet<string> = new Set(['.log', '.txt']);
const TIME = /^\d{1,2}:\d{2}(?::\d{2})?$/u;
/** With one of these only a part of the lines is meant. */
const CHOOSING: ReadonlySet<string> = new Set(['before', 'after', 'since', 'until', 'between', 'per', 'each', 'every', 'except', 'without', 'not', 'second', 'other', 'than']);
/** Words of a line that say how bad it is stand in requests without choosing one. */
const TELLING_CHARS_MIN = 3;

/** `When is the first error in pumps.log?`: the time of the first line that speaks of one is told, and not that of another. */
export const firstLines: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower }) => {
    const at = lower.findIndex((word) => PLACES[word] !== undefined);
    const path = words.find((word) => isFileName(word) && LOGS.has(posix.extname(word)) && !filesToWrite(work.asked).includes(word));
    const file = at === -1 || path === undefined ? undefined : fileAt(work, path);
    const noun = stemOf(lower[at + 1] ?? '');
    if (file === undefined || file.hasChanged || noun.length < TELLING_CHARS_MIN || lower.some((word) => CHOOSING.has(word))) return [];
    const lines = (file.now ?? '').split('\n').map((line) => ({ line, times: timesIn(line), stems: new Set(wordsIn(line).map(({ stem }) => stem)) })).filter(({ stems, times }) => stems.has(noun) && times.length > 0);
    const wanted = lines.at(PLACES[lower[at] ?? ''] ?? 0);
    // Who names one of several things asks for the first of that one.
    const isOfSome = wordsIn(work.asked).some(({ stem }) => stem.length >= TELLING_CHARS_MIN && lines.some(({ stems }) => stems.has(stem)) && !lines.every(({ stems }) => stems.has(stem)));
    if (wanted === undefined || lines.length < 2 || isOfSome) return [];
    const told = new Set([...work.outputs, ...changedTexts(work)].flatMap(timesIn));
    const isOther = lines.some(({ times }) => times.some((time) => told.has(time)));
    return !isOther || wanted.times.some((time) => told.has(time)) ? [] : [{ why: `The ${lower[at]} ${lower[at + 1]} of ${file.path} is ${quoted(wanted.line)}, and the result tells of another.`, calls: [] }];
  });

function timesIn(text: string): string[] {
  return wordsIn(text).map(({ raw }) => raw).flatMap((raw) => raw.split(/[tT]/u)).filter((raw) => TIME.test(raw));
}
