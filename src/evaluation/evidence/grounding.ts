import type { JsonValue } from '../../contracts/index.ts';
import { everyCall, type CheckedWork, type MadeCall } from '../work.ts';
import { hasCompleted, hasSucceeded } from './call-end.ts';
import { natureOf } from './call-nature.ts';
import { searchOf } from './empty-search.ts';

/**
 * Tools whose arguments can put words into their own output: `evaluate` of a text, `select 'done'`, a question. Shells and
 * scripts are of the same kind unless all they do is look.
 */
const OWN_WORDS_TOOLS: ReadonlySet<string> = new Set(['evaluate', 'sql_query', 'query_table', 'ask_user']);

/**
 * The calls that show a text, in order. Three ways a text gets into a call are told apart:
 * - the world gave it: a completed call shows it and the executor did not hand it in, or the call only finds what is there;
 * - the executor made it so: it was handed to a call that succeeded and changed a file, and what that left still stands;
 * - the executor said it: `echo done`, a script that prints it, an argument of a call that changed nothing. That is no evidence.
 */
export function callsThatShow(text: string, work: CheckedWork): MadeCall[] {
  return callsWhere(work, (leaves) => leaves.some((leaf) => typeof leaf === 'string' && leaf.includes(text)));
}

/** The same for a number, however it is written, and for the count of things in a list that a call gave. */
export function callsThatGive(value: number, work: CheckedWork): MadeCall[] {
  return callsWhere(work, (leaves) => leaves.some((leaf) => (typeof leaf === 'number' ? leaf === value : numbersIn(leaf).includes(value))));
}

type Leaf = string | number;

function callsWhere(work: CheckedWork, holds: (leaves: readonly Leaf[]) => boolean): MadeCall[] {
  const all = everyCall(work);
  return all.filter((call) => {
    const wasHandedIn = holds(leavesOf(call.decision.arguments));
    if (wasHandedIn && hasSucceeded(call) && leftSomething(call, all)) return true;
    if (!hasCompleted(call) || (wasHandedIn && !findsWhatIsThere(call))) return false;
    return holds([call.outcome.shown.text, ...leavesOf(call.outcome.output)]);
  });
}

function findsWhatIsThere(call: MadeCall): boolean {
  const found = searchOf(call);
  return natureOf(call) === 'looks' && !OWN_WORDS_TOOLS.has(call.decision.tool_id) && found !== 'nothing' && found !== 'not_all_searched';
}

/** Whether anything that the call changed is still as it left it, as far as the calls of the run know. */
function leftSomething(call: MadeCall, all: readonly MadeCall[]): boolean {
  const later = all.slice(all.indexOf(call) + 1).flatMap(({ outcome }) => outcome.changes);
  return call.outcome.changes.some(({ path, after_sha256 }) => {
    const last = later.findLast((change) => change.path === path);
    return after_sha256 !== null && (last === undefined || last.after_sha256 === after_sha256);
  });
}

/** Every text and number inside a value, and how many things each list in it holds. */
function leavesOf(value: JsonValue | undefined): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (Array.isArray(value)) return [value.length, ...value.flatMap(leavesOf)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** The numbers in a text, read by plain scanning: digits with a point, a sign before them, and commas between thousands. */
export function numbersIn(text: string): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (!isDigit(text, at)) continue;
    let end = at + 1;
    while (isDigit(text, end) || (',.'.includes(text.charAt(end)) && isDigit(text, end + 1))) end += 1;
    const sign = text.charAt(at - 1) === '-' && !isDigit(text, at - 2) ? -1 : 1;
    const value = Number(text.slice(at, end).replaceAll(',', ''));
    if (Number.isFinite(value)) numbers.push(sign * value);
    at = end;
  }
  return numbers;
}

function isDigit(text: string, at: number): boolean {
  const char = text.charAt(at);
  return char >= '0' && char <= '9';
}
