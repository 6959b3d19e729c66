import { posix } from 'node:path';
import type { JsonValue } from '../../contracts/index.ts';
import { hasCompleted, hasSucceeded } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import type { MadeCall } from '../work.ts';
import { clausesOf, filesNamedIn, isFileName } from '../objections/asked-words.ts';
import { changedFiles, judgedWords, type Rule, type WholeWork } from '../objections/whole-work.ts';

/** Words with which something is said of all that there is. */
const OF_ALL: ReadonlySet<string> = new Set(['all', 'every', 'each', 'whole', 'entire', 'any', 'anywhere', 'count', 'many', 'total', 'sum', 'average', 'mean', 'per', 'none', 'complete', 'completely', 'everything', 'nowhere']);

/** Who says something of all of a file has to have seen all of it, by one call or by several. */
export const partialReading: Rule = (work) => {
  const changed = new Set(changedFiles(work).map(({ path }) => posix.basename(path)));
  return [...filesSpokenOfAsWhole(work)].flatMap((name) => {
    const parts = work.calls.filter((call) => gaveAPart(call, name));
    if (changed.has(name) || parts.length === 0 || reachesTheEnd(parts, name, work)) return [];
    return [{ why: `Something is said of all of ${name}, and only a part of it was read. Read the rest, or search or count in all of it.`, calls: parts.slice(-1) }];
  });
};

/** The person says it anywhere in the request; a criterion and a result say it in the clause that names the file. */
function filesSpokenOfAsWhole(work: WholeWork): ReadonlySet<string> {
  const isOfAll = ({ lower }: { readonly lower: readonly string[] }): boolean => lower.some((word) => OF_ALL.has(word));
  const inRequest = clausesOf(work.asked).some(isOfAll) ? filesNamedIn(work.asked) : [];
  const elsewhere = [...judgedWords(work), ...work.outputs].flatMap(clausesOf).filter(isOfAll).flatMap(({ words }) => words.filter(isFileName));
  return new Set([...inRequest, ...elsewhere].map((path) => posix.basename(path)));
}

function gaveAPart(call: MadeCall, name: string): boolean {
  const { output } = call.outcome;
  return names(call, name) && hasSucceeded(call) && (typeof output?.['next_offset_line'] === 'number' || output?.['has_more'] === true || output?.['is_line_cut'] === true);
}

/** Several reads join up when each begins where another ended; any other call that took the file may have had all of it. */
function reachesTheEnd(parts: readonly MadeCall[], name: string, work: WholeWork): boolean {
  if (work.calls.some((call) => !parts.includes(call) && mayHaveReadAll(call, name))) return true;
  const reads = [...parts, ...work.calls.filter((call) => call.decision.tool_id === 'read_file' && names(call, name))];
  let next: JsonValue | undefined = 1;
  for (let step = 0; step <= reads.length && typeof next === 'number'; step += 1) {
    const from: number = next;
    next = reads.find(({ outcome: { output } }) => output?.['first_line'] === from && output['is_line_cut'] !== true)?.outcome.output?.['next_offset_line'];
  }
  return next === null;
}

function mayHaveReadAll(call: MadeCall, name: string): boolean {
  const { tool_id: toolId } = call.decision;
  if (!hasCompleted(call) || WRITING_TOOLS.has(toolId)) return false;
  // A program may read what it likes; what it read is not told.
  if (['acts', 'measures'].includes(natureOf(call))) return true;
  if (toolId === 'search_text') return hasSucceeded(call) && searches(call, name);
  return names(call, name) && hasSucceeded(call) && !(toolId === 'read_file' && call.outcome.output?.['first_line'] !== 1);
}

/** The file itself, or a folder: where it lies is not asked, for a name may be given without its folder. */
function searches(call: MadeCall, name: string): boolean {
  const { path } = call.decision.arguments;
  return names(call, name) || typeof path !== 'string' || posix.extname(path) === '';
}

function names({ decision }: MadeCall, name: string): boolean {
  return JSON.stringify(decision.arguments).includes(name);
}
