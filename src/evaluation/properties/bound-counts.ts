import { posix } from 'node:path';
import { clausesOf, isFileName } from '../objections/asked-words.ts';
import { fileAt, type Rule } from '../objections/whole-work.ts';
import { quantitiesIn } from '../support/quantities.ts';
import { stemOf } from '../support/words.ts';
import { tableHeading, tableRows } from './table-rows.ts';

type Test = (value: number) => boolean;
/** A bound as it is asked about; where people mean either by it, both readings. */
interface Bound {
  readonly readings: readonly Test[];
  readonly numbers: readonly number[];
}

const ABOVE: ReadonlySet<string> = new Set(['above', 'over', 'exceed', 'exceeds', 'exceeding', 'more', 'greater', 'higher', 'larger', 'longer', 'warmer', 'older']);
const BELOW: ReadonlySet<string> = new Set(['below', 'under', 'less', 'fewer', 'lower', 'smaller', 'shorter', 'colder', 'younger']);
/** With one of these the rows are not all meant, or are counted otherwise. */
const CHOOSING: ReadonlySet<string> = new Set(['and', 'or', 'per', 'each', 'distinct', 'different', 'unique', 'except', 'average', 'total', 'sum', 'together', 'on', 'since', 'after', 'before', 'not', 'if', 'where', 'whose', 'who', 'days', 'months', 'times']);

/** How many rows of a plain table lie beyond a bound is counted again, and the answer has that number. */
export const miscountedBounds: Rule = (work) => {
  const asking = clausesOf(work.asked).filter(({ isQuestion }) => isQuestion);
  const [words, lower] = [asking.flatMap((clause) => clause.words), asking.flatMap((clause) => clause.lower)];
  const files = [...new Set(words.filter((word) => isFileName(word) && ['.csv', '.tsv'].includes(posix.extname(word))))];
  const file = files.length === 1 ? fileAt(work, files[0] ?? '') : undefined;
  const bound = boundIn(lower);
  if (lower[0] !== 'how' || lower[1] !== 'many' || file === undefined || file.now === null || file.hasChanged || bound === undefined) return [];
  const values = columnFor(file.path, file.now, lower);
  if (values === undefined || work.outputs.length === 0) return [];
  const counts = bound.readings.map((test) => values.filter(test).length);
  const told = work.outputs.flatMap((output) => numbersTold(output, bound.numbers));
  return told.length === 0 || told.some((number) => counts.includes(number)) ? [] : [{ why: `In ${file.path} it is ${counts[0]} of ${values.length} rows that are asked about, and the result does not say so.`, calls: [] }];
};

/** `outside of 2 to 8`, `between 3 and 5`, `above 20`, `more than 20`, `at least 4`. */
function boundIn(lower: readonly string[]): Bound | undefined {
  const found = lower.flatMap((word, at): Bound[] => {
    const rest = lower.slice(at + 1).filter((one, nth) => nth > 1 || !['of', 'than', 'the', 'range', 'from'].includes(one));
    const [from, to] = [Number(rest[0]), ['to', 'and'].includes(rest[1] ?? '') ? Number(rest[2]) : NaN];
    if (rest[0] === undefined || Number.isNaN(from)) return [];
    if ((word === 'outside' || word === 'between' || word === 'within') && from < to) return [{ readings: word === 'outside' ? [(value) => value < from || value > to] : [(value) => value >= from && value <= to, (value) => value > from && value < to], numbers: [from, to] }];
    if (word === 'least' && lower[at - 1] === 'at') return [{ readings: [(value) => value >= from], numbers: [from] }];
    if (word === 'most' && lower[at - 1] === 'at') return [{ readings: [(value) => value <= from], numbers: [from] }];
    if (ABOVE.has(word)) return [{ readings: [(value) => value > from], numbers: [from] }];
    return BELOW.has(word) ? [{ readings: [(value) => value < from], numbers: [from] }] : [];
  });
  const isPlain = lower.every((word, at) => !CHOOSING.has(word) || (word === 'and' && !Number.isNaN(Number(lower[at - 1]))));
  return found.length === 1 && isPlain ? found[0] : undefined;
}

/** The column that the words name, or the only one that holds numbers. */
function columnFor(path: string, text: string, lower: readonly string[]): number[] | undefined {
  const rows = tableRows(path, text) ?? [];
  const columns = tableHeading(path, text).map((name, at) => ({ name: name.toLowerCase(), values: rows.map((row) => Number(row[at] === '' ? NaN : row[at])) })).filter(({ values }) => values.length > 0 && values.every((value) => !Number.isNaN(value)));
  const named = columns.filter(({ name }) => lower.includes(name));
  const [column, ...others] = named.length === 0 ? columns : named;
  return others.length > 0 ? undefined : column?.values;
}

const BEFORE_BOUNDS: ReadonlySet<string> = new Set(['to', 'than', 'and', 'between', 'outside', 'within', 'least', 'most', 'range', ...ABOVE, ...BELOW].map(stemOf));

/** The numbers of an answer without the bounds that it repeats. */
function numbersTold(output: string, bounds: readonly number[]): number[] {
  const told = quantitiesIn(output).flatMap(({ values: [value], after, of }) => {
    const isBound = value !== undefined && bounds.includes(value) && (of === 'to' || BEFORE_BOUNDS.has(stemOf(after.at(-1) ?? '')) || (after.at(-1) === 'of' && after.at(-2) === 'outside'));
    return value === undefined || isBound ? [] : [value];
  });
  return clausesOf(output)[0]?.lower.some((word) => word === 'none' || word === 'no') === true ? [...told, 0] : told;
}
