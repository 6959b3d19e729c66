import { wordsIn } from '../support/words.ts';
import { isProgram, programRuns } from './program-runs.ts';
import { quoted, type Rule, type WholeWork } from './whole-work.ts';

/** Verbs behind which, and behind a colon, the very words of a program are given. */
const PRINTING: ReadonlySet<string> = new Set(['prints', 'printed', 'outputs', 'output']);

/** What a program is said to have printed has to have been printed by a run of it. */
export const toldPrints: Rule = (work) =>
  work.outputs.flatMap((output) => output.split('\n').flatMap(printOf)).flatMap(({ program, text }) => {
    const runs = programRuns(work).filter((run) => run.program === program);
    if (runs.length === 0 || runs.some(({ printed }) => holds(printed, text)) || isElsewhere(text, work)) return [];
    return [{ why: `${program} is said to have printed ${quoted(text)}, and no run of it did.`, calls: runs.map(({ call }) => call) }];
  });

/** `show.mjs prints: …`, to the end of its line. */
function printOf(line: string): { readonly program: string; readonly text: string }[] {
  const colon = line.indexOf(': ');
  const [verb, program] = line.slice(0, Math.max(0, colon)).trim().split(' ').toReversed();
  if (colon === -1 || !PRINTING.has(verb ?? '') || program === undefined || !isProgram(program)) return [];
  const text = line.slice(colon + 2).trim();
  return text === '' ? [] : [{ program: program.slice(program.lastIndexOf('/') + 1), text }];
}

/** The same words in the same order; signs and spaces may differ. */
function holds(printed: string, text: string): boolean {
  const plain = (one: string): string => ` ${wordsIn(one).map(({ raw }) => raw.toLowerCase()).join(' ')} `;
  return plain(printed).includes(plain(text).trimEnd());
}

function isElsewhere(text: string, { calls }: WholeWork): boolean {
  return calls.some(({ outcome }) => holds(outcome.shown.text, text));
}
