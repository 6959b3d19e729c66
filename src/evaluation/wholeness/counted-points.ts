import { posix } from 'node:path';
import { quantitiesIn } from '../support/quantities.ts';
import { clausesOf, filesToWrite } from '../objections/asked-words.ts';
import { callsOn, fileAt, type Rule } from '../objections/whole-work.ts';

const POINTS: ReadonlySet<string> = new Set(['bullet', 'bullets']);
/** Where bullets are written as lines that begin with a mark. */
const PAGES: ReadonlySet<string> = new Set(['.md', '.txt', '.rst', '.adoc']);
const VAGUE: ReadonlySet<string> = new Set(['about', 'around', 'roughly', 'some', 'few', 'or']);
const AT_LEAST: ReadonlySet<string> = new Set(['least', 'minimum']);
const AT_MOST: ReadonlySet<string> = new Set(['most', 'to', 'than', 'maximum']);
const WORDS_BEFORE = 3;

/** So many bullet points as were asked for stand in the page that they were asked for in. */
export const countedPoints: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower }) => {
    const at = lower.findIndex((word) => POINTS.has(word));
    const before = lower.slice(Math.max(0, at - WORDS_BEFORE), Math.max(0, at));
    const wanted = quantitiesIn(before.at(-1) ?? '')[0]?.values[0];
    if (at < 1 || wanted === undefined || before.some((word) => VAGUE.has(word))) return [];
    return filesToWrite(words.join(' ')).flatMap((path) => {
      const file = fileAt(work, path);
      if (file === undefined || file.now === null || !PAGES.has(posix.extname(path))) return [];
      const there = file.now.split('\n').filter(isPoint).length;
      const isEnough = before.some((word) => AT_LEAST.has(word)) ? there >= wanted : before.some((word) => AT_MOST.has(word)) ? there <= wanted : there === wanted;
      return isEnough ? [] : [{ why: `${path} was to have ${before.at(-1)} bullet points, and it has ${there}.`, calls: callsOn(work, file.path) }];
    });
  });

/** A mark, or a number with a stop, and a blank behind it. */
function isPoint(line: string): boolean {
  const [mark = ''] = line.trimStart().split(' ', 1);
  return ['-', '*', '•', '+', '–'].includes(mark) || /^\d{1,3}[.)]$/u.test(mark);
}
