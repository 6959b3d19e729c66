import { TaskRefusal } from '../isolation/task-refusal.ts';
import { oddColumn } from './odd-column.ts';
import type { Column, Table, TableValue } from './table.ts';
import type { Aggregate, Condition, TableQuery } from './table-query.ts';

export interface TableAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly TableValue[])[];
  /** How many rows of the table the conditions hold for. */
  readonly matchedCount: number;
}

type Row = readonly TableValue[];

/** Filters, groups, orders and picks, in this order; a column that is not there is refused by name. */
export function askTable(table: Table, query: TableQuery): TableAnswer {
  for (const condition of query.where) refuseUncomparable(table, condition);
  const matched = table.rows.filter((row) => query.where.every((condition) => holds(condition, row[indexOf(table.columns, condition.column)] ?? null, query.ignore_case)));
  const isGrouped = query.group_by.length > 0 || query.aggregates.length > 0;
  const names = isGrouped ? [...query.group_by, ...query.aggregates.map(nameOf)] : table.columns.map(({ name }) => name);
  const rows = isGrouped ? grouped(table, matched, query) : [...matched];
  const given = names.map((name): Column => ({ name, type: 'text' }));
  const order = query.order_by.map(({ column, direction }) => ({ at: indexOf(given, column), sign: direction === 'asc' ? 1 : -1 }));
  const ordered = order.length === 0 ? rows : rows.toSorted((left, right) => firstDifference(order, left, right));
  const picked = (query.select ?? names).map((name) => indexOf(given, name));
  return { columns: picked.map((at) => names[at] ?? ''), rows: ordered.map((row) => picked.map((at) => row[at] ?? null)), matchedCount: matched.length };
}

function indexOf(columns: readonly Column[], name: string): number {
  const at = columns.findIndex((column) => column.name === name);
  if (at !== -1) return at;
  const known = columns.slice(0, 50).map((column) => column.name).join(', ');
  throw new TaskRefusal(`There is no column "${name}".`, known === '' ? 'The table has no columns.' : `The columns are: ${known}.`);
}

/** Whether a text is more than 10 has no answer, and every text of the column would be. */
function refuseUncomparable(table: Table, { op, column, ...rest }: Condition): void {
  const type = table.columns[indexOf(table.columns, column)]?.type;
  if (!('value' in rest) || typeof rest.value !== 'number' || type !== 'text' || !COMPARING.has(op)) return;
  throw oddColumn(table, column, `cannot be compared with ${rest.value}`);
}
const COMPARING: ReadonlySet<string> = new Set(['lt', 'le', 'gt', 'ge']);

function holds(condition: Condition, value: TableValue, ignoresCase: boolean): boolean {
  // An empty cell is not equal to anything, and neither smaller nor larger.
  if (value === null) return condition.op === 'is_empty' || condition.op === 'ne';
  switch (condition.op) {
    case 'is_empty':
      return false;
    case 'is_not_empty':
      return true;
    case 'in':
      return condition.value.some((one) => isEqual(value, one, ignoresCase));
    case 'eq':
      return isEqual(value, condition.value, ignoresCase);
    case 'ne':
      return !isEqual(value, condition.value, ignoresCase);
    case 'contains':
      return folded(value).includes(folded(condition.value));
    case 'starts_with':
      return folded(value).startsWith(folded(condition.value));
    case 'ends_with':
      return folded(value).endsWith(folded(condition.value));
    case 'lt':
      return compare(value, condition.value) < 0;
    case 'le':
      return compare(value, condition.value) <= 0;
    case 'gt':
      return compare(value, condition.value) > 0;
    case 'ge':
      return compare(value, condition.value) >= 0;
  }
}

/** A number in the question may be written as a text, since the one who asks may not know the type. */
function isEqual(value: TableValue, wanted: string | number | boolean, ignoresCase: boolean): boolean {
  return ignoresCase ? folded(value).trim() === folded(wanted).trim() : String(value) === String(wanted);
}

function folded(value: TableValue): string {
  return String(value).toLowerCase();
}

/** Numbers by size, before texts in the order of their characters; nothing at all comes last. */
function compare(left: TableValue, right: TableValue): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const [leftNumber, rightNumber] = [numberOf(left), numberOf(right)];
  if (leftNumber !== undefined && rightNumber !== undefined) return leftNumber - rightNumber;
  if (leftNumber !== undefined || rightNumber !== undefined) return leftNumber === undefined ? 1 : -1;
  const [first, second] = [String(left), String(right)];
  return first < second ? -1 : Number(first > second);
}

function numberOf(value: TableValue): number | undefined {
  return typeof value === 'string' ? undefined : Number(value);
}

function firstDifference(order: readonly { at: number; sign: number }[], left: Row, right: Row): number {
  for (const { at, sign } of order) {
    const [one, other] = [left[at] ?? null, right[at] ?? null];
    const difference = compare(one, other);
    // What is empty stays last in either direction.
    if (difference !== 0) return one === null || other === null ? difference : difference * sign;
  }
  return 0;
}

function nameOf({ function: name, column, as }: Aggregate): string {
  return as ?? (column === undefined ? name : `${name}_${column}`);
}

function grouped(table: Table, rows: readonly Row[], { group_by, aggregates }: TableQuery): Row[] {
  const by = group_by.map((name) => indexOf(table.columns, name));
  const groups = new Map<string, { key: Row; members: Row[] }>();
  // Without columns to group by, all rows are one group, even when there are none.
  if (by.length === 0) groups.set('[]', { key: [], members: [] });
  for (const row of rows) {
    const key = by.map((at) => row[at] ?? null);
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { key, members: [] };
    groups.set(text, group);
    group.members.push(row);
  }
  return [...groups.values()].map(({ key, members }) => [...key, ...aggregates.map((aggregate) => total(aggregate, table, members))]);
}

function total({ function: name, column }: Aggregate, table: Table, members: readonly Row[]): TableValue {
  if (column === undefined) return members.length;
  const at = indexOf(table.columns, column);
  const values = members.map((row) => row[at] ?? null).filter((value) => value !== null);
  if (name === 'count') return values.length;
  if (name === 'count_distinct') return new Set(values).size;
  // Among texts that are numbers and texts that are none, the highest would be whatever comes last in the alphabet.
  if (table.odd.has(column)) throw oddColumn(table, column, `has no ${name}`);
  if (values.length === 0) return null;
  if (name === 'min' || name === 'max') return values.reduce((best, value) => (compare(value, best) < 0 === (name === 'min') && compare(value, best) !== 0 ? value : best));
  if (table.columns[at]?.type !== 'number') throw oddColumn(table, column, `has no ${name}`);
  const sum = sumOf(values.map(Number));
  return name === 'sum' ? sum : sum / values.length;
}

/** What is lost in each addition is kept and added at the end, so that the order of a million rows changes nothing that people see. */
function sumOf(values: readonly number[]): number {
  let [sum, lost] = [0, 0];
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}
