import { isTestFile } from '../suite/test-files.ts';
import { callsOn, changedFiles, type Rule } from './whole-work.ts';

/** What a call is to give, as the person wrote it: `isWeekend("friday") is false`. */
export interface AskedExample {
  /** The call with its quotes made alike and its blanks taken out. */
  readonly call: string;
  readonly value: string;
}

/** How a person says what a call has to give. What it `gives` may be the complaint. */
const ORDERING = [' is ', ' should be ', ' must be ', ' shall be ', ' has to be ', ' should return ', ' must return ', ' should give ', ' must give '] as const;
/** Whoever complains tells what comes out now, and not what has to. */
const COMPLAINING = ['fix', 'mend', 'repair', 'wrong', 'bug', 'broken', 'fail', 'correct', 'instead', ' but '] as const;
const CALL_CHARS_MAX = 200;

/** Tests of this run may not hold the contrary of what the person gave as an example. */
export const contradictedExamples: Rule = (work) => {
  const examples = examplesIn(work.asked);
  return changedFiles(work).flatMap(({ path, now }) => {
    if (now === null || !isTestFile(path)) return [];
    return examples.flatMap(({ call, value }) => {
      const other = assertedIn(now, call).find((one) => one !== value);
      return other === undefined ? [] : [{ why: `${path} asserts that ${call} gives ${other}, and the request says ${value}.`, calls: callsOn(work, path) }];
    });
  });
};

export function examplesIn(asked: string): AskedExample[] {
  const lower = ` ${asked.toLowerCase()} `;
  if (COMPLAINING.some((word) => lower.includes(word))) return [];
  return callsWith(asked).flatMap(({ call, rest }) => {
    const order = ORDERING.find((words) => rest.startsWith(words));
    const value = order === undefined ? undefined : constantAt(rest.slice(order.length));
    return value === undefined ? [] : [{ call, value }];
  });
}

/** The first constant behind each place where a text makes the call, in the same line. */
function assertedIn(text: string, call: string): string[] {
  return text.split('\n').flatMap((line) => callsWith(line).filter((one) => one.call === call).flatMap(({ rest }) => constantAt(rest.slice(lengthOfSigns(rest))) ?? []));
}

/** Every call of a named function in a text that has constants alone between its brackets, and what follows it. */
function callsWith(text: string): { readonly call: string; readonly rest: string }[] {
  const found: { call: string; rest: string }[] = [];
  for (let open = text.indexOf('('); open !== -1; open = text.indexOf('(', open + 1)) {
    let from = open;
    while (from > 0 && /\w/.test(text.charAt(from - 1))) from -= 1;
    const close = text.indexOf(')', open);
    if (from === open || close === -1 || close - open > CALL_CHARS_MAX || text.slice(open + 1, close).includes('(')) continue;
    found.push({ call: `${text.slice(from, open)}(${alike(text.slice(open + 1, close))})`, rest: text.slice(close + 1) });
  }
  return found;
}

function alike(given: string): string {
  return [...given].filter((sign) => sign !== ' ').map((sign) => ('"“”‘’`'.includes(sign) ? "'" : sign)).join('');
}

/** The signs and names of assertions between a call and what it has to give. */
function lengthOfSigns(rest: string): number {
  const joining = [', ', ',', ').toBe(', ').toEqual(', ').toStrictEqual(', ') == ', ' == ', ' === ', ' is '].filter((sign) => rest.startsWith(sign)).map((sign) => sign.length);
  return joining.length === 0 ? rest.length : Math.max(...joining);
}

function constantAt(text: string): string | undefined {
  const quote = text.charAt(0);
  if (quote !== '' && '\'"“`'.includes(quote)) {
    const end = text.indexOf(quote === '“' ? '”' : quote, 1);
    return end === -1 ? undefined : `'${text.slice(1, end)}'`;
  }
  let end = 0;
  while (end < text.length && /[\w.-]/.test(text.charAt(end))) end += 1;
  const word = text.slice(0, end).replace(/\.$/, '').toLowerCase();
  return ['true', 'false', 'null', 'none', 'undefined'].includes(word) || (word !== '' && !Number.isNaN(Number(word))) ? word : undefined;
}
