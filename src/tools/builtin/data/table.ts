import { evidenceIn, isEmpty, onlyStyleOf, readColumn, type ColumnReading, type OddValue } from './column-reading.ts';
import type { ColumnType, TableValue } from './table-value.ts';
import { numberIn, type NumberStyle } from './written-number.ts';

export type { ColumnType, TableValue } from './table-value.ts';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** Something about the way a table was read that whoever uses its numbers has to know; of one column, or of all. */
export interface TableNote {
  readonly column: string | null;
  readonly note: string;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableValue[])[];
  /** Rows that could not be read, and what was wrong with the first of them. */
  readonly faultCount: number;
  readonly faults: readonly string[];
  readonly notes: readonly TableNote[];
  /** Where a row stands in its file, such as "line 3". */
  placeOf(row: number): string;
  /** By the name of the column: why one that holds numbers is not one of numbers. */
  readonly odd: ReadonlyMap<string, OddValue>;
}

/** What is known of a table beside its cells. */
export interface TableOrigin extends Pick<Table, 'faultCount' | 'faults'> {
  readonly notes?: readonly TableNote[];
  readonly placeOf?: (row: number) => string;
  /** Null where nothing separates cells. */
  readonly delimiter?: string | null;
}

/** Texts become numbers or booleans only when every filled cell of the column is one, and only when nothing is lost. */
export function typedTable(names: readonly string[], rows: readonly (readonly TableValue[])[], { faultCount, faults, notes = [], placeOf = (row) => `row ${row + 1}`, delimiter = null }: TableOrigin): Table {
  const evidence = names.map((_, at) => evidenceIn(rows, at));
  const styles = new Set<NumberStyle>(evidence.flatMap((one) => onlyStyleOf(one) ?? []));
  const readings = evidence.map((one, at) => readColumn(one, rows, at, { styles, delimiter }));
  return {
    columns: names.map((name, at) => ({ name, type: readings[at]?.type ?? 'empty' })),
    rows: rows.map((row) => readings.map((reading, at) => typed(row[at] ?? null, reading))),
    faultCount,
    faults,
    notes: [...notes, ...names.flatMap((name, at) => styleNote(name, at, readings[at], rows, placeOf))],
    placeOf,
    odd: new Map(names.flatMap((name, at) => (readings[at]?.odd === undefined ? [] : [[name, readings[at].odd]]))),
  };
}

function typed(value: TableValue, { type, style }: ColumnReading): TableValue {
  if (isEmpty(value)) return null;
  if (type === 'number') return typeof value === 'string' ? (numberIn(value, style) ?? null) : Number(value);
  if (type === 'boolean') return value === true || value === 'true';
  return value;
}

/** How numbers were read that are not written as programs write them, by the first of them. */
function styleNote(column: string, at: number, reading: ColumnReading | undefined, rows: Table['rows'], placeOf: Table['placeOf']): TableNote[] {
  if (reading?.type !== 'number' || reading.marked === undefined) return [];
  const written = String(rows[reading.marked]?.[at] ?? '').trim();
  return [{ column, note: `In ${column}, ${JSON.stringify(written)} (${placeOf(reading.marked)}) was read as ${numberIn(written, reading.style) ?? ''}.` }];
}
