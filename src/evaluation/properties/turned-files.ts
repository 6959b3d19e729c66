import { clausesOf, isFileName } from '../objections/asked-words.ts';
import { fileAt, type SeenFile, type WholeWork } from '../objections/whole-work.ts';

/** One file that is made from another, in the words of the person. */
export interface TurnedFile {
  readonly source: SeenFile;
  readonly target: SeenFile;
  /** The words of the order, in small letters. */
  readonly lower: readonly string[];
}

const INTO: ReadonlySet<string> = new Set(['into', 'to', 'as']);
const MAKING: ReadonlySet<string> = new Set(['make', 'create', 'write', 'build', 'produce', 'generate']);
const FORBIDDING: ReadonlySet<string> = new Set(['not', "don't", 'never', 'without']);

/** Orders of one file out of one other: `sort a.txt into b.txt`, `make b.md from a.csv`. Both have to be there, and the new one changed. */
export function turnedFiles(work: WholeWork): TurnedFile[] {
  return clausesOf(work.asked).flatMap(({ words, lower, isQuestion }) => {
    const [first, second, ...more] = words.flatMap((word, at) => (isFileName(word) ? [at] : []));
    if (isQuestion || first === undefined || second === undefined || more.length > 0 || lower.some((word) => FORBIDDING.has(word))) return [];
    const before = lower[second - 1] ?? '';
    const isReversed = (before === 'from' || (before === 'of' && lower[second - 2] === 'out')) && MAKING.has(lower[first - 1] ?? '');
    if (!INTO.has(before) && !isReversed) return [];
    const [source, target] = [fileAt(work, words[isReversed ? second : first] ?? ''), fileAt(work, words[isReversed ? first : second] ?? '')];
    return source === undefined || target === undefined || !target.hasChanged ? [] : [{ source, target, lower }];
  });
}
