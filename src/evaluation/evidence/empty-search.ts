import type { ExecutionResult, JsonObject, JsonValue } from '../../contracts/index.ts';
import type { MadeCall } from '../work.ts';
import { exitCodeOf, hasSucceeded } from './call-end.ts';
import { commandsOf, natureOf, programOf } from './call-nature.ts';

/** Where each tool that searches lists what it found. */
const FOUND_IN: Readonly<Record<string, string>> = {
  search_text: 'matches',
  glob: 'paths',
  find_files: 'files',
  survey_files: 'files',
  web_search: 'results',
  sql_query: 'rows',
  query_table: 'rows',
};

const SEARCHING_PROGRAMS: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'rg', 'find']);

/** What became of one search: something, nothing, nothing although not everything was looked at, or it was no search. */
export function searchOf(call: MadeCall): 'found' | 'nothing' | 'not_all_searched' | 'no_search' {
  if (!hasSucceeded(call)) return 'no_search';
  const { output } = call.outcome;
  const list = FOUND_IN[call.decision.tool_id];
  if (list === undefined) return searchOfScript(call);
  const found = output?.[list];
  if (!Array.isArray(found)) return 'no_search';
  if (found.length > 0) return 'found';
  return output !== null && isPartial(output) ? 'not_all_searched' : 'nothing';
}

/** A search that had to stop, or passed over files it may not read, has not shown that there is nothing. */
function isPartial(output: JsonObject): boolean {
  const leftOut = objectOf(output['left_out']);
  return (
    [output['is_walk_cut'], leftOut['is_walk_cut'], output['has_more']].includes(true) ||
    output['is_index_whole'] === false ||
    [leftOut['sensitive_paths'], leftOut['too_large_paths']].some((paths) => Array.isArray(paths) && paths.length > 0)
  );
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** A program that searches is believed when it ended well and said nothing at all, not even an error. */
function searchOfScript(call: MadeCall): ReturnType<typeof searchOf> {
  const commands = commandsOf(call);
  if (commands === undefined || natureOf(call) !== 'looks' || exitCodeOf(call) === null) return 'no_search';
  if (!commands.some((command) => SEARCHING_PROGRAMS.has(programOf(command).program))) return 'no_search';
  const { stdout, stderr } = call.outcome.output ?? {};
  if (typeof stdout !== 'string' || stdout.trim() !== '') return 'found';
  return stderr === '' ? 'nothing' : 'not_all_searched';
}

/**
 * Absence is an answer: a search really ran, looked everywhere it was told to, and neither it nor any other search of
 * this work found anything. A search that never ran, failed or was cut short shows no absence.
 */
export function isEmptySearchAnswer({ status }: Pick<ExecutionResult, 'status'>, calls: readonly MadeCall[]): boolean {
  const searches = calls.map(searchOf).filter((search) => search !== 'no_search');
  return status !== 'failed' && searches.at(-1) === 'nothing' && !searches.includes('found');
}
