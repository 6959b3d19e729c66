/** What stands in one place of a table, whatever it was written in. */
export type TableValue = string | number | boolean | null;
export type ColumnType = 'number' | 'boolean' | 'text' | 'empty';
