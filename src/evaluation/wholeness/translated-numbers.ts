import { isFileName, clausesOf } from '../objections/asked-words.ts';
import { callsOn, fileAt, quoted, type Rule, type SeenFile, type WholeWork } from '../objections/whole-work.ts';
import { numberWordsOf, wholeNumbersIn } from '../support/number-words.ts';

const INTO: ReadonlySet<string> = new Set(['into', 'to', 'as', 'in']);
/** Fourteen days are two weeks, and fifteen are in French; sixty minutes are an hour. */
const SAME_TIME: ReadonlySet<number> = new Set([7, 7.5, 8, 12, 24, 30, 60]);

/** A translation that goes line by line has in each line the number that its text has there, and not another one in its place. */
export const translatedNumbers: Rule = (work) =>
  translations(work).flatMap(({ source, target }) => {
    const [old, made] = [linesOf(source.now), linesOf(target.now)];
    const [from, into] = [numberWordsOf(source.now ?? ''), numberWordsOf(target.now ?? '')];
    if (old.length !== made.length) return [];
    return old.flatMap((line, at) => {
      const [said, told] = [wholeNumbersIn(line, from), wholeNumbersIn(made[at] ?? '', into)];
      if (said === undefined || told === undefined) return [];
      const [lost, stray] = [[...said].filter((number) => !told.has(number)), [...told].filter((number) => !said.has(number))];
      const [mine = 0, other = 0] = [lost[0], stray[0]];
      if (lost.length !== 1 || stray.length !== 1 || SAME_TIME.has(mine / other) || SAME_TIME.has(other / mine)) return [];
      return [{ why: `${source.path} says ${quoted(line)}, and its translation ${target.path} has ${other} where that has ${mine}.`, calls: callsOn(work, target.path) }];
    }).slice(0, 1);
  });

/** `Translate a.md into English as b.md`, whatever else is to be done with both. */
function translations(work: WholeWork): { readonly source: SeenFile; readonly target: SeenFile }[] {
  return clausesOf(work.asked).filter(({ isQuestion }) => !isQuestion).flatMap(({ words, lower }) => {
    const at = lower.indexOf('translate');
    const [first, second] = words.flatMap((word, nth) => (nth > at && isFileName(word) ? [nth] : []));
    if (at === -1 || first === undefined || second === undefined || !INTO.has(lower[second - 1] ?? '')) return [];
    const [source, target] = [fileAt(work, words[first] ?? ''), fileAt(work, words[second] ?? '')];
    return source === undefined || target === undefined || source.hasChanged || !target.hasChanged ? [] : [{ source, target }];
  });
}

function linesOf(text: string | null): string[] {
  return (text ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
}
