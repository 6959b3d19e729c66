import { posix } from 'node:path';

/** A table that can be read without guessing: a heading, and as many plain cells in every row. */
export interface PlainTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const SEPARATORS: Readonly<Record<string, string>> = { '.csv': ',', '.tsv': '\t' };
/** Nobody waits for what larger tables come to, and they are asked with a tool of their own. */
const ROWS_MAX = 20_000;

/** Undefined where a cell could hold a separator, a row is longer or shorter than its heading, or the heading has numbers. */
export function plainTable(path: string, text: string | null): PlainTable | undefined {
  const separator = SEPARATORS[posix.extname(path)];
  if (separator === undefined || text === null || text.includes('"')) return undefined;
  const [columns = [], ...rows] = withHeading(text.split('\n').filter((line) => line.trim() !== '').map((line) => line.split(separator).map((cell) => cell.trim())));
  const isPlain = columns.length > 1 && rows.length > 0 && rows.length <= ROWS_MAX && columns.every((name) => name !== '' && Number.isNaN(Number(name))) && rows.every((row) => row.length === columns.length);
  return isPlain ? { columns, rows } : undefined;
}

/** Rows that all have a number in the same place, the first too, have no heading: their columns have no names then. */
function withHeading(lines: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first = []] = lines;
  const isNumber = (cell: string | undefined): boolean => cell !== undefined && cell !== '' && Number.isFinite(Number(cell));
  const isHeadless = lines.length > 1 && first.some((cell) => cell !== '' && !isNumber(cell)) && first.some((_, at) => lines.every((row) => isNumber(row[at])));
  return isHeadless ? [first.map((_, at) => `column ${at + 1}`), ...lines] : lines;
}

/** The numbers of a column; undefined when one of its cells is none. */
export function numbersOfColumn({ rows }: PlainTable, column: number): number[] | undefined {
  const cells = rows.map((row) => row[column] ?? '');
  return cells.every((cell) => cell !== '' && Number.isFinite(Number(cell))) ? cells.map(Number) : undefined;
}

/** The days of a column as they are written; undefined when one of its cells is no day with its year first. */
export function daysOfColumn({ rows }: PlainTable, column: number): string[] | undefined {
  const cells = rows.map((row) => row[column] ?? '');
  return cells.every((cell) => /^\d{4}-\d{2}-\d{2}$/u.test(cell)) ? cells : undefined;
}
