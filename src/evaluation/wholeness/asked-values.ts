import { natureOf } from '../evidence/call-nature.ts';
import { clausesOf } from '../objections/asked-words.ts';
import { changedFiles, type Rule } from '../objections/whole-work.ts';

/** Verbs behind which the value stands: `gets EUR`. */
const GETTING: ReadonlySet<string> = new Set(['gets', 'get', 'receives', 'receive', 'holds', 'hold', 'given']);
/** And those that have a `to` or a `with` before it: `set it to EUR`. */
const SETTING: ReadonlySet<string> = new Set(['set', 'sets', 'change', 'changes', 'default', 'defaults', 'fill', 'filled', 'initialise', 'initialize']);
/** A name in capital letters, which is written as it is wherever it is written. */
const VALUE = /^[A-Z][A-Z\d_]+$/u;

/** A value that something was to get, and that the result says it got, stands in what the run wrote, or in a command of it. */
export const askedValues: Rule = (work) => {
  const changed = changedFiles(work);
  if (changed.length === 0 || changed.some(({ now }) => now === null)) return [];
  const done = [...changed.map(({ now }) => now ?? ''), ...work.calls.filter((call) => natureOf(call) !== 'says').map(({ decision }) => JSON.stringify(decision.arguments))].join('\n').toLowerCase();
  return [...new Set(clausesOf(work.asked).filter(({ isQuestion, lower }) => !isQuestion && !lower.some((word) => ['not', 'never', 'if', 'unless'].includes(word))).flatMap(({ words, lower }) => words.filter((word, at) => VALUE.test(word) && (GETTING.has(lower[at - 1] ?? '') || (['to', 'with'].includes(lower[at - 1] ?? '') && lower.slice(0, at - 1).some((one) => SETTING.has(one)))))))]
    .filter((value) => !done.includes(value.toLowerCase()) && work.outputs.some((output) => clausesOf(output).some(({ words, lower }) => words.includes(value) && !lower.includes('not') && !lower.includes('no'))))
    .map((value) => ({ why: `The result speaks of ${value} as if it had been put there, and nothing that this run wrote or called has it.`, calls: [] }));
};
