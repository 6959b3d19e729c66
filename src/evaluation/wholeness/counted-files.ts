import { opens } from '../objections/opened-files.ts';
import { clausesOf } from '../objections/asked-words.ts';
import { changedFiles, type Rule } from '../objections/whole-work.ts';
import { quantitiesIn } from '../support/quantities.ts';

const INTO: ReadonlySet<string> = new Set(['in', 'of', 'under', 'from', 'inside']);
/** How far behind the number the folder stands. */
const REACH = 4;

/** `The sales of all three regions in sales`: where the folder holds just three files, each of them is meant and is opened. */
export const countedFiles: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower }) => lower.flatMap((word, at) => {
    const number = word === 'all' || word === 'both' ? quantitiesIn(word === 'both' ? word : lower[at + 1] ?? '')[0]?.values[0] : undefined;
    const into = lower.findIndex((next, nth) => nth > at && nth <= at + REACH && INTO.has(next));
    const folder = into === -1 ? '' : words[into + 1] ?? '';
    const files = (work.listed ?? []).filter((path) => path.startsWith(`${folder}/`));
    if (number === undefined || folder === '' || files.length !== number) return [];
    const changed = new Set(changedFiles(work).map(({ path }) => path));
    const left = files.filter((path) => !changed.has(path) && !work.calls.some((call) => opens(call, path, work)));
    return left.length === 0 ? [] : [{ why: `All ${number} files of ${folder} were meant, and nothing opened ${left.join(', ')}.`, calls: [] }];
  }));
