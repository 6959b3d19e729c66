import type { FileChange } from '../../contracts/index.ts';
import { everyCall, type CheckedWork, type MadeCall } from '../work.ts';
import { hasSucceeded } from './call-end.ts';
import { commandsOf, natureOf, programOf } from './call-nature.ts';
import { belowWorkspace, isHollowLook, targetsOf } from './targets.ts';

/** What this run did to one file, from the first change to the last. */
export interface FileHistory {
  readonly first: FileChange;
  readonly last: FileChange;
  /** The call that made the last change. */
  readonly lastCall: MadeCall;
}

/** The changes of one file over the whole run; undefined when no call of the run changed it. */
export function historyOf(path: string, work: CheckedWork): FileHistory | undefined {
  const changes = everyCall(work).flatMap((call) => call.outcome.changes.filter((change) => change.path === belowWorkspace(path, call.decision.workspace)).map((change) => ({ change, call })));
  const [first, last] = [changes[0], changes.at(-1)];
  return first === undefined || last === undefined ? undefined : { first: first.change, last: last.change, lastCall: last.call };
}

/** Every file that this run changed, each once. */
export function changedPaths(work: CheckedWork): string[] {
  return [...new Set(everyCall(work).flatMap(({ outcome }) => outcome.changes.map(({ path }) => path)))];
}

/**
 * The calls that tie a file to this run: those that succeeded in changing it, and those that really read it. A look after
 * the act on the file failed ties nothing, and neither does a listing of its folder.
 */
export function callsThatTouched(path: string, work: CheckedWork): MadeCall[] {
  const all = everyCall(work);
  return all.filter((call) => {
    const wanted = belowWorkspace(path, call.decision.workspace);
    if (wanted === undefined || !hasSucceeded(call)) return false;
    if (call.outcome.changes.some((change) => change.path === wanted && change.kind !== 'deleted')) return true;
    return readsFiles(call) && targetsOf(call).has(wanted) && !isHollowLook(call, all);
  });
}

/** Tools and programs that open the files they are given; a name in a listing is no reading. */
const READING_TOOLS: ReadonlySet<string> = new Set(['read_file', 'extract_text', 'ocr_extract', 'search_text', 'outline_code', 'query_table', 'sql_query', 'git_diff', 'git_blame']);
const READING_PROGRAMS: ReadonlySet<string> = new Set(['cat', 'head', 'tail', 'wc', 'grep', 'egrep', 'fgrep', 'rg', 'less', 'more', 'md5sum', 'sha256sum', 'sort', 'uniq', 'cut', 'nl', 'diff', 'cmp', 'jq', 'sed']);

function readsFiles(call: MadeCall): boolean {
  if (READING_TOOLS.has(call.decision.tool_id)) return true;
  return natureOf(call) === 'looks' && (commandsOf(call) ?? []).some((command) => READING_PROGRAMS.has(programOf(command).program));
}
