import { posix } from 'node:path';
import type { JsonValue } from '../../contracts/index.ts';
import { hasCompleted } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import { wordsIn } from '../support/words.ts';
import { clausesOf, filesAskedAbout, isFileName } from '../objections/asked-words.ts';
import { opens } from '../objections/opened-files.ts';
import { isProgram } from '../objections/program-runs.ts';
import { fileAt, type Rule, type WholeWork } from '../objections/whole-work.ts';

const DENYING: ReadonlySet<string> = new Set(['no', 'not', 'missing', 'absent', 'nowhere', "doesn't", "isn't", 'cannot', 'without', 'instead']);

/** Files that are named in one breath are meant alike: when one of them was opened, all have to have been. */
export const unheededFiles: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, isQuestion }) => (isQuestion ? [] : listsOfFiles(words))).flatMap((list) => {
    const isOpened = (path: string): boolean => work.calls.some((call) => opens(call, path, work));
    const left = list.filter((path) => isThereAsItWas(path, work) && !isOpened(path));
    return left.length === list.length ? [] : left.map((path) => ({ why: `The request names ${path} beside others, and no call of this run that succeeded opened it.`, calls: [] }));
  });

/** Names of files with nothing but `and` between them; programs are run, and by whoever checks. */
function listsOfFiles(words: readonly string[]): string[][] {
  const lists: string[][] = [[]];
  for (const word of words) {
    if (isFileName(word) && !isProgram(word)) lists.at(-1)?.push(word);
    else if (word.toLowerCase() !== 'and') lists.push([]);
  }
  return lists;
}

function isThereAsItWas(path: string, work: WholeWork): boolean {
  const file = fileAt(work, path);
  return file !== undefined && file.isThere && !file.hasChanged;
}

/** Who was asked about a file, looked for it and found that it is not there has to say so. */
export const questionsAboutNothing: Rule = (work) =>
  filesAskedAbout(work.asked)
    .filter((path) => fileAt(work, path)?.isThere === false && !work.outputs.some((output) => saysMissing(output, path)))
    .flatMap((path) => {
      const failed = work.calls.filter((call) => !hasCompleted(call) && JSON.stringify(call.decision.arguments).includes(path)).slice(-1);
      return failed.length === 0 ? [] : [{ why: `The question is about ${path}; there is no such file, and the result does not say so.`, calls: failed }];
    });

function saysMissing(output: string, path: string): boolean {
  return output.includes(posix.basename(path)) && wordsIn(output).some(({ raw }) => DENYING.has(raw.toLowerCase()));
}

const WORKED_OUT: ReadonlySet<string> = new Set(['sum', 'total', 'average', 'mean', 'median', 'maximum', 'minimum', 'highest', 'lowest']);

/** A column that the person names has to have been looked at, where the table has it. What a program looks at is not told. */
export const unheededColumns: Rule = (work) => {
  if (work.calls.some((call) => ['acts', 'measures'].includes(natureOf(call)) && !WRITING_TOOLS.has(call.decision.tool_id))) return [];
  const known = new Set(work.calls.flatMap(({ outcome }) => columnsIn(outcome.output?.['table_columns'])));
  const asked = clausesOf(work.asked);
  const told = new Set(asked.flatMap(({ words }) => words));
  // Where a column was added up that nobody spoke of, another that was spoken of was meant.
  const isOther = [...known].some((name) => !told.has(name) && work.calls.some(({ decision }) => JSON.stringify(decision.arguments['aggregates'] ?? null).includes(`"${name}"`)));
  return [...new Set(asked.flatMap(({ words, lower }) => words.filter((word, at) => isColumn(lower, at) || (isOther && !WORKED_OUT.has(word)))))]
    .filter((name) => known.has(name) && !wasLookedAt(name, work))
    .map((name) => ({ why: `The column ${name} was asked about, and no call looked at it.`, calls: [] }));
};

/** `the column gross`, `the sum of gross in bills.csv`. */
function isColumn(lower: readonly string[], at: number): boolean {
  const before = lower.slice(Math.max(0, at - 3), at).filter((word) => word !== 'the');
  if (before.at(-1) === 'column' || before.at(-1) === 'field') return true;
  return before.at(-1) === 'of' && WORKED_OUT.has(before.at(-2) ?? '') && ['in', 'of', 'from'].includes(lower[at + 1] ?? '') && isFileName(lower[at + 2] ?? '');
}

function wasLookedAt(name: string, { calls }: WholeWork): boolean {
  return calls.some((call) => hasCompleted(call) && !WRITING_TOOLS.has(call.decision.tool_id) && (JSON.stringify(call.decision.arguments).includes(name) || wordsIn(call.outcome.shown.text).some(({ raw }) => raw === name)));
}

function columnsIn(columns: JsonValue | undefined): string[] {
  return Array.isArray(columns) ? columns.flatMap((column) => (typeof column === 'object' && column !== null && !Array.isArray(column) && typeof column['name'] === 'string' ? [column['name']] : [])) : [];
}
