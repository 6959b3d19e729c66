import { hasDigit, stemOf, wordsIn } from '../support/words.ts';
import { lastRuns } from './program-runs.ts';
import type { Rule, WholeWork } from './whole-work.ts';

/** A number between two words: `moved 2 items`. */
interface Figure {
  readonly number: string;
  readonly between: string;
  readonly raw: string;
}

/** What a program counted may not be told with another number in the same words. */
export const retoldFigures: Rule = (work) => {
  const told = work.outputs.flatMap(figuresIn);
  return lastRuns(work).flatMap(({ program, printed, call }) =>
    figuresIn(printed).flatMap((figure) => {
      const other = told.find(({ between, number }) => between === figure.between && number !== figure.number && !isShown(`${between} ${number}`, work));
      return other === undefined ? [] : [{ why: `${program} printed “${figure.raw}”, and the result says “${other.raw}”.`, calls: [call] }];
    }),
  );
};

function figuresIn(text: string): Figure[] {
  return text.split('\n').flatMap((line) => {
    const words = wordsIn(line);
    return words.flatMap(({ raw, before }, at): Figure[] => {
      const [left, right] = [words[at - 1], words[at + 1]];
      if (Number.isNaN(Number(raw)) || before !== '' || left === undefined || right === undefined || right.before !== '' || hasDigit(left.raw) || hasDigit(right.raw)) return [];
      return [{ number: String(Number(raw)), between: `${stemOf(left.raw)} ${stemOf(right.raw)}`, raw: `${left.raw} ${raw} ${right.raw}` }];
    });
  });
}

/** Another call, or the person, may have given the other number. */
function isShown(wanted: string, { calls, asked }: WholeWork): boolean {
  return [asked, ...calls.map(({ outcome }) => outcome.shown.text)].some((text) => figuresIn(text).some(({ between, number }) => `${between} ${number}` === wanted));
}
