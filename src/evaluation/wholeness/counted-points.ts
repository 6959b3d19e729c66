import { posix } from 'node:path';
import { quantitiesIn } from '../support/quantities.ts';
import { clausesOf, filesNamedIn, filesToWrite } from '../objections/asked-words.ts';
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
      const there = pointsIn(file.now);
      const isEnough = before.some((word) => AT_LEAST.has(word)) ? there >= wanted : before.some((word) => AT_MOST.has(word)) ? there <= wanted : there === wanted;
      return isEnough ? [] : [{ why: `${path} was to have ${before.at(-1)} bullet points, and it has ${there}.`, calls: callsOn(work, file.path) }];
    });
  });

const LISTING: ReadonlySet<string> = new Set(['list', 'bullets', 'points']);
/** Where more than this is asked for, nobody writes each by itself. */
const ALL_MAX = 50;

/** `As a list. All five rules have to be in it`: where the page that it is made from has so many points, the list has no fewer. */
export const lostOfAll: Rule = (work) => {
  const clauses = clausesOf(work.asked);
  const all = clauses.flatMap(({ lower }) => lower.flatMap((word, at) => (word === 'all' ? (quantitiesIn(lower[at + 1] ?? '')[0]?.values[0] ?? []) : [])));
  const [wanted, ...more] = all;
  if (wanted === undefined || wanted > ALL_MAX || more.length > 0 || !clauses.some(({ lower }) => lower.some((word) => LISTING.has(word)))) return [];
  const [target, ...others] = filesToWrite(work.asked);
  const file = target === undefined || others.length > 0 ? undefined : fileAt(work, target);
  const hasAll = filesNamedIn(work.asked).some((path) => path !== target && pointsIn(fileAt(work, path)?.now ?? '') === wanted);
  const there = pointsIn(file?.now ?? '');
  return file === undefined || !PAGES.has(posix.extname(file.path)) || !hasAll || there === 0 || there >= wanted ? [] : [{ why: `${file.path} was to have all ${wanted} of them as a list, and it has ${there} points.`, calls: callsOn(work, file.path) }];
};

function pointsIn(text: string): number {
  return text.split('\n').filter(isPoint).length;
}

/** A mark, or a number with a stop, and a blank behind it. */
function isPoint(line: string): boolean {
  const [mark = ''] = line.trimStart().split(' ', 1);
  return ['-', '*', '•', '+', '–'].includes(mark) || /^\d{1,3}[.)]$/u.test(mark);
}
