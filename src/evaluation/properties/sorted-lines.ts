import { posix } from 'node:path';
import { clausesOf, isFileName } from '../objections/asked-words.ts';
import { callsOn, fileAt, type Objection, type Rule, type SeenFile, type WholeWork } from '../objections/whole-work.ts';
import { turnedFiles } from './turned-files.ts';

const SORTING: ReadonlySet<string> = new Set(['sort', 'sorted', 'alphabetical', 'alphabetically', 'ascending', 'descending']);
/** Orders that do not show in the letters and numbers of a line. */
const OTHER_ORDERS: ReadonlySet<string> = new Set(['often', 'frequency', 'frequent', 'priority', 'importance', 'relevance', 'severity', 'month', 'weekday', 'group', 'grouped', 'chapter', 'section', 'dependency', 'topologically', 'random', 'length', 'long', 'longest', 'short', 'shortest', 'size']);
/** With one of these, other lines may be meant. */
const CHOOSING: ReadonlySet<string> = new Set(['only', 'without', 'except', 'unique', 'distinct', 'duplicates', 'duplicate', 'first', 'last', 'top', 'where', 'whose', 'filter', 'drop', 'remove', 'add', 'names', 'name', 'merge', 'not', 'no', 'each', 'per', 'header', 'number', 'count', 'with']);
const LISTS: ReadonlySet<string> = new Set(['.txt', '.csv', '.tsv', '.lst', '.list']);
const SEPARATORS = [';', ',', '\t', '|', ' '] as const;
const COLUMNS_MAX = 30;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
/** Of fewer lines, order is chance. */
const LINES_MIN = 3;

/** A list that was to be sorted is in the order of something: of its lines, or of any of their columns, one way or the other. */
export const unsortedLists: Rule = (work) =>
  sortedTargets(work).flatMap(({ path, now }): Objection[] => {
    const lines = linesOf(now).filter((line) => !line.startsWith('#'));
    const isByNumber = clausesOf(work.asked).some(({ lower }) => lower.some((word) => SORTING.has(word)) && lower.some((word, at) => word === 'numerically' || (word === 'number' && lower.slice(Math.max(0, at - 3), at).includes('by'))));
    const hasHeading = lines[0]?.endsWith(':') === true || ['.csv', '.tsv'].includes(posix.extname(path));
    return lines.length < LINES_MIN || isSorted(lines, isByNumber) || (hasHeading && isSorted(lines.slice(1), isByNumber)) ? [] : [{ why: `${path} was to be sorted, and its lines stand in no order.`, calls: callsOn(work, path) }];
  });

/** Sorting moves lines. It makes none and loses none. */
export const linesLostBySorting: Rule = (work) =>
  turnedFiles(work).flatMap(({ source, target, lower }) => {
    if (lower[0] !== 'sort' || lower.some((word) => CHOOSING.has(word) && word !== 'number') || !LISTS.has(posix.extname(source.path)) || posix.extname(source.path) !== posix.extname(target.path)) return [];
    const [before, behind] = [linesOf(source.now), linesOf(target.now)];
    const odd = behind.find((line) => !before.includes(line)) ?? before.find((line) => !behind.includes(line));
    return odd === undefined || source.now === null || target.now === null ? [] : [{ why: `${target.path} was to be ${source.path} in another order, and “${odd.slice(0, 100)}” stands in one of them alone.`, calls: callsOn(work, target.path) }];
  });

function sortedTargets(work: WholeWork): readonly SeenFile[] {
  const found = clausesOf(work.asked).flatMap(({ words, lower, isQuestion }) => {
    if (isQuestion || !lower.some((word) => SORTING.has(word)) || lower.some((word) => OTHER_ORDERS.has(word))) return [];
    const files = words.filter(isFileName).flatMap((word) => fileAt(work, word) ?? []).filter(({ hasChanged }) => hasChanged);
    return files.length === 1 ? files : [];
  });
  return [...new Set(found)].filter(({ path, now }) => now !== null && LISTS.has(posix.extname(path)) && !MONTHS.some((month) => now.toLowerCase().includes(month)));
}

function isSorted(lines: readonly string[], isByNumber: boolean): boolean {
  const keys = keysOf(lines);
  const numeric = keys.filter((key) => lines.map(key).every((value) => value !== '' && Number.isFinite(Number(value))));
  // By number, 9 stands before 10; by letters it does not. Where no column has numbers, other ones are meant.
  if (isByNumber && numeric.length > 0) return numeric.some((key) => isInOrder(lines.map(key).map(Number)));
  return keys.some((key) => {
    const values = lines.map(key);
    // What is the same in every line is no order of them.
    if (new Set(values).size === 1 && new Set(lines).size > 1) return false;
    return ORDERS.some((order) => values.every((value, at) => at === 0 || order(values[at - 1] ?? '', value) <= 0) || values.every((value, at) => at === 0 || order(values[at - 1] ?? '', value) >= 0));
  });
}

function isInOrder(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? 0) <= number) || numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? 0) >= number);
}

type Key = (line: string) => string;

function keysOf(lines: readonly string[]): readonly Key[] {
  const columns = SEPARATORS.flatMap((separator) => {
    const count = Math.min(COLUMNS_MAX, ...lines.map((line) => line.split(separator).length));
    return count < 2 ? [] : [...Array.from({ length: count }, (_, at): Key => (line) => (line.split(separator)[at] ?? '').trim()), (line: string) => (line.split(separator).at(-1) ?? '').trim()];
  });
  return [(line) => line, ...columns];
}

const NATURAL = new Intl.Collator('en', { numeric: true, sensitivity: 'base', ignorePunctuation: true });
const ORDERS: readonly ((one: string, other: string) => number)[] = [(one, other) => (one < other ? -1 : one > other ? 1 : 0), (one, other) => NATURAL.compare(one, other), (one, other) => (Number.isNaN(Number(one)) || Number.isNaN(Number(other)) ? NaN : Number(one) - Number(other))];

function linesOf(text: string | null): string[] {
  return (text ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
}
