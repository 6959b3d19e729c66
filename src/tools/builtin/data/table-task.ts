import { serveTask } from '../isolation/serve-task.ts';
import { askTable } from './ask-table.ts';
import { readTable, type TableFormat } from './read-table.ts';
import { boundRows, type BoundedRows } from './result-rows.ts';
import type { Column, Table } from './table.ts';
import type { TableQuery } from './table-query.ts';

export interface TableTask {
  /** As the person calls the file. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: TableFormat;
  readonly query: TableQuery;
  readonly rowsMax: number;
}

export interface TableOutcome extends BoundedRows, Pick<Table, 'faultCount' | 'faults' | 'notes'> {
  readonly columns: readonly string[];
  readonly tableColumns: readonly Column[];
  readonly tableRowCount: number;
  readonly matchedCount: number;
}

serveTask(async ({ name, bytes, format, query, rowsMax }: TableTask): Promise<TableOutcome> => {
  const table = await readTable(bytes, format);
  const { columns, rows, matchedCount } = askTable({ ...table, placeOf: (row) => `${name}, ${table.placeOf(row)}` }, query);
  return { columns, ...boundRows(rows, rowsMax), tableColumns: table.columns, tableRowCount: table.rows.length, matchedCount, faultCount: table.faultCount, faults: table.faults, notes: table.notes };
});
