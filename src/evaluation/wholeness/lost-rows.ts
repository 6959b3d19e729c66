import { posix } from 'node:path';
import { failingWords } from '../objections/failing-words.ts';
import { clausesOf, filesToWrite, isFileName } from '../objections/asked-words.ts';
import { callsOn, fileAt, type Rule } from '../objections/whole-work.ts';

const TURNING: ReadonlySet<string> = new Set(['turn', 'convert', 'export', 'copy', 'transform', 'translate', 'migrate']);
const OF_ALL: ReadonlySet<string> = new Set(['all', 'every', 'each', 'per', 'whole', 'entire']);
/** With one of these, fewer rows may be meant. */
const CHOOSING: ReadonlySet<string> = new Set(['only', 'without', 'except', 'unique', 'distinct', 'first', 'last', 'top', 'where', 'whose', 'filter', 'skip', 'ignore', 'drop', 'remove', 'group', 'grouped', 'sum', 'total', 'average', 'count', 'merge', 'duplicates', 'not', 'no', 'if', 'unless', 'day', 'month', 'year']);

/** What is turned from one table into another, row for row, has as many rows behind as before, unless the result tells of those that got lost. */
export const lostRows: Rule = (work) => {
  const clauses = clausesOf(work.asked);
  const words = clauses.flatMap(({ lower }) => lower);
  if (!words.some((word) => OF_ALL.has(word)) || words.some((word) => CHOOSING.has(word)) || work.outputs.some((output) => failingWords(output).length > 0)) return [];
  return clauses.filter(({ lower, isQuestion }) => !isQuestion && lower.some((word) => TURNING.has(word))).flatMap((clause) => {
    const targets = filesToWrite(clause.words.join(' '));
    const source = clause.words.find((word) => isFileName(word) && !targets.includes(word));
    const before = source === undefined ? undefined : rowsIn(source, fileAt(work, source)?.now ?? null);
    return targets.flatMap((path) => {
      const behind = rowsIn(path, fileAt(work, path)?.now ?? null);
      return before === undefined || behind === undefined || behind >= before ? [] : [{ why: `${path} was made from ${source} and has ${behind} of its ${before} rows.`, calls: callsOn(work, path) }];
    });
  });
};

/** Undefined where rows cannot be counted: no table, or one whose cells may hold lines. */
function rowsIn(path: string, text: string | null): number | undefined {
  if (text === null) return undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  switch (posix.extname(path)) {
    case '.csv':
    case '.tsv':
      return text.includes('"') ? undefined : Math.max(0, lines.length - 1);
    case '.jsonl':
      return lines.length;
    case '.json':
      return lengthOfJson(text);
    default:
      return undefined;
  }
}

function lengthOfJson(text: string): number | undefined {
  try {
    const held: unknown = JSON.parse(text);
    return Array.isArray(held) ? held.length : undefined;
  } catch {
    return undefined;
  }
}
