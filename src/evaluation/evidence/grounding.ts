import type { JsonObject, JsonValue } from '../../contracts/index.ts';
import { everyCall, type CheckedWork, type MadeCall } from '../work.ts';
import { hasCompleted, hasSucceeded } from './call-end.ts';
import { commandsOf, natureOf } from './call-nature.ts';
import { searchOf } from './empty-search.ts';
import { numbersIn } from './numbers-in.ts';
import { withoutOrders } from './orders.ts';

/** Tools that only look, and yet can give back nothing but their own arguments. Shells and scripts can, unless all they do is look. */
const OWN_WORDS_TOOLS: ReadonlySet<string> = new Set(['evaluate', 'ask_user', 'todo', 'delegate']);

/** Programs that have their version, or a figure of what they do, in their names. */
const PROGRAM_NAME = /^(?:python|pip|node|perl|ruby|php|lua|md|sha|base|bzip|b)\d[\d.]*(?:sum)?$/u;
const LETTERS = /^\p{L}+/u;

/**
 * The calls that show a text, in order. Three ways a text gets into a call are told apart:
 * - the world gave it: a completed call shows it and the executor did not hand it in, or the call only finds what is there;
 * - the executor made it so: it was handed to a call that succeeded and changed a file, and what that left still stands;
 * - the executor said it: `echo done`, a script that prints it, an argument of a call that changed nothing. That is no evidence.
 */
export function callsThatShow(text: string, work: CheckedWork): MadeCall[] {
  return callsWhere(work, (leaves) => leaves.some((leaf) => (typeof leaf === 'string' ? leaf.includes(text) : String(leaf) === text)));
}

/** The same for a number, however it is written, and for the count of things in a list that a call gave. */
export function callsThatGive(value: number, work: CheckedWork): MadeCall[] {
  return callsWhere(work, (leaves) => numbersOf(leaves).includes(value));
}

/** A text or a number inside what a call was given or gave. */
export type Leaf = string | number;

export function numbersOf(leaves: readonly Leaf[]): number[] {
  return leaves.flatMap((leaf) => (typeof leaf === 'number' ? [leaf] : numbersIn(leaf)));
}

function callsWhere(work: CheckedWork, holds: (leaves: readonly Leaf[]) => boolean): MadeCall[] {
  const all = everyCall(work);
  return all.filter((call) => {
    const wasHandedIn = holds(leavesOf(call.decision.arguments));
    return (wasHandedIn && hasSucceeded(call) && leftSomething(call, all)) || worldGave(call, holds);
  });
}

/** Whether a completed call shows something that the executor did not put into its mouth. */
export function worldGave(call: MadeCall, holds: (leaves: readonly Leaf[]) => boolean): boolean {
  if (!hasCompleted(call) || natureOf(call) === 'says' || (holds(leavesOf(handedIn(call))) && !findsWhatIsThere(call))) return false;
  return holds([call.outcome.shown.text, ...leavesOf(call.outcome.output)].map((leaf) => (typeof leaf === 'string' ? withoutOrders(leaf) : leaf)));
}

/** What a call was given, without the names of programs: the 3 of `python3` is nobody's answer. */
function handedIn(call: MadeCall): JsonObject {
  const { arguments: given } = call.decision;
  const programs = (commandsOf(call) ?? []).flatMap(({ words }) => words.slice(0, 1)).filter((word) => PROGRAM_NAME.test(word));
  const { command } = given;
  return typeof command !== 'string' ? given : { ...given, command: programs.reduce((rest, program) => rest.replace(program, LETTERS.exec(program)?.[0] ?? program), command) };
}

function findsWhatIsThere(call: MadeCall): boolean {
  const found = searchOf(call);
  return natureOf(call) === 'looks' && !givesOwnWords(call) && found !== 'nothing' && found !== 'not_all_searched';
}

/** A query that reads from no table gives back what it was given: `select 'done'`. */
function givesOwnWords({ decision: { tool_id: toolId, arguments: given } }: MadeCall): boolean {
  const { query } = given;
  return OWN_WORDS_TOOLS.has(toolId) || (toolId === 'sql_query' && typeof query === 'string' && !query.toLowerCase().includes('from'));
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
