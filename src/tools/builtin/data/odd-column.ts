import { TaskRefusal } from '../isolation/task-refusal.ts';
import type { Table } from './table.ts';

/** Why a column cannot be reckoned with, with the place of the first value that stands in the way. */
export function oddColumn(table: Table, column: string, what: string): TaskRefusal {
  const odd = table.odd.get(column);
  if (odd === undefined) return new TaskRefusal(`The column "${column}" is not one of numbers, so it ${what}.`, 'Use count, min or max, or another column.');
  const { row, value, oddCount, filledCount, isAmbiguous } = odd;
  const where = `${table.placeOf(row)}, column "${column}", holds ${JSON.stringify(value)}`;
  if (isAmbiguous) return new TaskRefusal(`The column "${column}" ${what}: ${where}, and nothing in the file says whether its mark stands before decimals or between thousands.`, 'Write the numbers without marks between thousands and with a point before decimals.');
  const others = oddCount === 1 ? `the other ${filledCount - 1} ${filledCount === 2 ? 'value is a number' : 'values are numbers'}` : `${oddCount} of ${filledCount} values are no numbers`;
  return new TaskRefusal(`The column "${column}" ${what}: ${where}, which is no number (${others}).`, 'Correct it there, or leave it out with a condition.');
}
