/** A table of plain values, whatever it was written in. */
export type TableValue = string | number | boolean | null;
export type ColumnType = 'number' | 'boolean' | 'text' | 'empty';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableValue[])[];
  /** Rows that could not be read, and what was wrong with the first of them. */
  readonly faultCount: number;
  readonly faults: readonly string[];
}

/** As JSON writes numbers: a leading zero or a plus is a name or a telephone number, not a number. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Texts become numbers or booleans only when every filled cell of the column is one, and only when nothing is lost. */
export function typedTable(names: readonly string[], rows: readonly (readonly TableValue[])[], faults: Pick<Table, 'faultCount' | 'faults'>): Table {
  const types = names.map((_, at) => columnType(rows, at));
  return {
    columns: names.map((name, at) => ({ name, type: types[at] ?? 'empty' })),
    rows: rows.map((row) => names.map((_, at) => typed(row[at] ?? null, types[at] ?? 'empty'))),
    ...faults,
  };
}

function columnType(rows: readonly (readonly TableValue[])[], at: number): ColumnType {
  let type: ColumnType = 'empty';
  for (const row of rows) {
    const value = row[at] ?? null;
    if (value === null || value === '') continue;
    const own = valueType(value);
    if (own === 'text' || (type !== 'empty' && type !== own)) return 'text';
    type = own;
  }
  return type;
}

function valueType(value: TableValue): ColumnType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean' || value === 'true' || value === 'false') return 'boolean';
  return typeof value === 'string' && NUMBER.test(value) && isExact(value) ? 'number' : 'text';
}

function isExact(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function typed(value: TableValue, type: ColumnType): TableValue {
  if (value === '' || value === null) return null;
  if (type === 'number') return Number(value);
  if (type === 'boolean') return value === true || value === 'true';
  return value;
}
