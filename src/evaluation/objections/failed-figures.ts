import { badEndOf, hasCompleted } from '../evidence/call-end.ts';
import { numbersIn } from '../evidence/numbers-in.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import { wordsIn } from '../support/words.ts';
import type { MadeCall } from '../work.ts';
import { changedTexts, type Rule, type WholeWork } from './whole-work.ts';

/** How many words may stand between a name and its number. */
const BETWEEN_WORDS = 2;

/** A number that is given for what a call failed to get, and that no other call gave, was made up. */
export const failedFigures: Rule = (work) => {
  const completed = work.calls.filter((call) => hasCompleted(call) && !WRITING_TOOLS.has(call.decision.tool_id));
  const given = new Set(completed.flatMap(({ outcome }) => numbersIn(outcome.shown.text)));
  return work.calls.filter((call) => badEndOf(call)?.of === 'tool').flatMap((call) =>
    namesIn(call).filter((name) => work.asked.includes(name) && !completed.some((other) => isAbout(other, name))).flatMap((name) => {
      const figure = figuresOf(name, work).find((number) => !given.has(number));
      return figure === undefined ? [] : [{ why: `${figure} is given for ${name}, and the call that was to get it failed.`, calls: [call] }];
    }),
  );
};

/** Single words that the call was given: columns, keys, names. */
function namesIn({ decision }: MadeCall): string[] {
  const leaves = (value: unknown): string[] => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []);
  return [...new Set(leaves(decision.arguments))].filter((leaf) => /^\p{L}[\p{L}\p{N}_]*$/u.test(leaf));
}

function isAbout({ decision, outcome }: MadeCall, name: string): boolean {
  return JSON.stringify(decision.arguments).includes(`"${name}"`) || wordsIn(outcome.shown.text).some(({ raw }) => raw === name);
}

function figuresOf(name: string, work: WholeWork): number[] {
  return [...work.outputs, ...changedTexts(work)].flatMap((text) => {
    const words = wordsIn(text).map(({ raw }) => raw);
    return words.flatMap((word, at) => (word === name ? words.slice(at + 1, at + 2 + BETWEEN_WORDS).flatMap(numbersIn).slice(0, 1) : []));
  });
}
