import { quantitiesIn } from '../support/quantities.ts';
import { stemOf } from '../support/words.ts';
import { clausesOf, filesNamedIn } from '../objections/asked-words.ts';
import { changedTexts, fileAt, type Rule } from '../objections/whole-work.ts';
import { numbersOfColumn, plainTable, type PlainTable } from './plain-table.ts';

const PERCENT: ReadonlySet<string> = new Set(['percent', 'percentage', '%']);
const CHANGING: ReadonlySet<string> = new Set(['grow', 'growth', 'rise', 'rose', 'increase', 'fall', 'fell', 'shrink', 'drop', 'decrease', 'change', 'decline'].map(stemOf));

/** `By how many percent did bookings grow from 2025 to 2026?`: worked out again from the two rows, in percent of the first. */
export const untoldGrowth: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower }) => {
    const [path, ...more] = filesNamedIn(words.join(' '));
    const file = path === undefined || more.length > 0 ? undefined : fileAt(work, path);
    const table = file === undefined || file.hasChanged ? undefined : plainTable(file.path, file.now);
    const from = lower.findIndex((word, at) => word === 'from' && lower[at + 2] === 'to');
    if (table === undefined || from === -1 || !lower.some((word) => PERCENT.has(word)) || !lower.some((word) => CHANGING.has(stemOf(word)))) return [];
    const [old, young] = [valueOf(table, words[from + 1] ?? '', lower), valueOf(table, words[from + 3] ?? '', lower)];
    if (old === undefined || young === undefined || old === 0) return [];
    const growth = Math.abs(((young - old) / old) * 100);
    const told = [...work.outputs, ...changedTexts(work)].flatMap(quantitiesIn);
    const isTold = told.some(({ values, decimals }) => values.some((said) => Math.abs(said) === Number(growth.toFixed(decimals)) || Math.abs(said * 100 - growth) < 1e-9));
    return told.length === 0 || isTold ? [] : [{ why: `From ${words[from + 1]} to ${words[from + 3]} it is ${Number(growth.toFixed(2))} percent of what it was, and the result does not say so.`, calls: [] }];
  });

/** The one number beside the one cell with this name, in the column that the words speak of where there are several. */
function valueOf(table: PlainTable, name: string, lower: readonly string[]): number | undefined {
  const [row, ...more] = table.rows.filter((cells) => cells.includes(name));
  if (row === undefined || more.length > 0) return undefined;
  const key = row.indexOf(name);
  const columns = table.columns.map((column, at) => ({ column, at })).filter(({ at }) => at !== key && numbersOfColumn(table, at) !== undefined);
  const asked = new Set(lower.map(stemOf));
  const [only, ...others] = columns.length > 1 ? columns.filter(({ column }) => asked.has(stemOf(column))) : columns;
  return only === undefined || others.length > 0 ? undefined : Number(row[only.at]);
}
