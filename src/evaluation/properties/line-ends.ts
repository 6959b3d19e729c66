import { clausesOf, isFileName } from '../objections/asked-words.ts';
import { callsOn, changedFiles, type Rule } from '../objections/whole-work.ts';

const LINE_ENDS = ['line end', 'line break', 'newline', 'carriage return', 'crlf', ' lf '] as const;
const UNIX: ReadonlySet<string> = new Set(['unix', 'linux', 'lf', 'posix']);
const WINDOWS: ReadonlySet<string> = new Set(['windows', 'dos', 'crlf']);

/** Line ends that were asked for are looked at in the file: nobody sees them by reading it. */
export const wrongLineEnds: Rule = (work) => {
  const wanted = clausesOf(work.asked).flatMap(({ lower, isQuestion }) => (isQuestion ? [] : (endsWanted(lower) ?? []))).at(-1);
  if (wanted === undefined) return [];
  const named = new Set(clausesOf(work.asked).flatMap(({ words }) => words.filter(isFileName)));
  return changedFiles(work)
    .filter(({ path, now }) => now !== null && (named.size === 0 || named.has(path) || named.has(`./${path}`)) && !hasEnds(now, wanted))
    .map(({ path, now }) => ({ why: `${path} was to have ${wanted === 'unix' ? 'Unix' : 'Windows'} line ends, and ${wanted === 'unix' ? `${(now ?? '').split('\r').length - 1} carriage returns are in it` : 'not every line of it ends with a carriage return'}.`, calls: callsOn(work, path) }));
};

/** Where both are named, the one behind `to` is wanted. */
function endsWanted(lower: readonly string[]): 'unix' | 'windows' | undefined {
  const text = ` ${lower.join(' ')} `;
  if (!LINE_ENDS.some((mark) => text.includes(mark))) return undefined;
  const behind = lower.findLastIndex((word) => word === 'to' || word === 'into');
  const unix = lower.findLastIndex((word) => UNIX.has(word));
  const windows = lower.findLastIndex((word) => WINDOWS.has(word));
  if (unix !== -1 && windows !== -1) return behind === -1 ? undefined : unix > behind ? 'unix' : 'windows';
  if (text.includes(' from ') && behind === -1) return undefined;
  return unix !== -1 ? 'unix' : windows !== -1 ? 'windows' : undefined;
}

function hasEnds(text: string, wanted: 'unix' | 'windows'): boolean {
  return wanted === 'unix' ? !text.includes('\r') : text.split('\n').slice(0, -1).every((line) => line.endsWith('\r'));
}
