import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { runIsolated } from '../isolation/run-isolated.ts';
import { Cell } from './cell.ts';
import { companionsOf, copyDatabase } from './copy-database.ts';
import { DATA_HEAP_MB_MAX, DATABASE_BYTES_MAX, ROWS_DEFAULT, ROWS_MAX, SQL_CHARS_MAX, SQL_HANDED_OVER_BYTES_PER_MS, SQL_PARAMETERS_MAX, SQL_START_MS, SQL_TIME_MS_DEFAULT, SQL_TIME_MS_MAX } from './limits.ts';
import { showRows } from './result-rows.ts';
import type { SqlOutcome } from './run-sql.ts';

const SqlParameter = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const Input = z.strictObject({
  database_path: NonEmptyText.describe('An SQLite database below the workspace.'),
  query: z.string().trim().min(1).max(SQL_CHARS_MAX).describe('One statement that reads, such as SELECT.'),
  parameters: z
    .union([z.array(SqlParameter).max(SQL_PARAMETERS_MAX), z.record(z.string(), SqlParameter)])
    .default([])
    .describe('Values for ? in order, or for :name by name.'),
  max_rows: z.int().min(1).max(ROWS_MAX).default(ROWS_DEFAULT),
  time_limit_ms: z.int().min(1).max(SQL_TIME_MS_MAX).default(SQL_TIME_MS_DEFAULT),
});

const Output = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.array(Cell)),
  row_count: Count,
  /** True when there are more rows than are given. */
  has_more: z.boolean(),
  cut_cells: Count,
});

export const sqlQueryTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'sql_query',
  tool_name: 'Ask an SQLite database',
  category: 'db',
  side_effects: 'read_only',
  handles_patterns: ['\\bselect\\b.+\\bfrom\\b', '\\bsql\\b', '\\bselect\\b.*\\.(db|sqlite3?)\\b'],
  keywords: ['sql', 'query', 'select', 'database', 'sqlite'],
  priority: 78,
  timeout_ms: SQL_TIME_MS_MAX + startMs(DATABASE_BYTES_MAX),
  allowed_roles: ['analyst', 'coder', 'research', 'critic', 'librarian'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'user_trusted_bounded',
  intentions: ({ database_path }) => [database_path, ...Object.values(companionsOf(database_path))].map((path) => ({ kind: 'path', op: 'read', path })),
  async perform({ database_path, query, parameters, max_rows, time_limit_ms }, { files, signal }) {
    const database = await copyDatabase(files, database_path);
    const outcome = await runIsolated<SqlOutcome>({
      toolId: 'sql_query',
      module: new URL('./sql-task.ts', import.meta.url),
      input: { database, query, parameters, rowsMax: max_rows },
      timeoutMs: time_limit_ms + startMs(database.length),
      heapMbMax: DATA_HEAP_MB_MAX,
      signal,
    });
    return { columns: outcome.columns, rows: outcome.rows, row_count: outcome.rows.length, has_more: outcome.hasMore, cut_cells: outcome.cutCells };
  },
  show({ columns, rows, row_count, has_more, cut_cells }) {
    const notes = [`${row_count} row(s)`, ...(has_more ? ['there are more; raise max_rows or narrow the query'] : []), ...(cut_cells > 0 ? [`${cut_cells} long value(s) cut`] : [])];
    return `${showRows(columns, rows)}\n[${notes.join('; ')}]`;
  },
});

function startMs(databaseBytes: number): number {
  return SQL_START_MS + Math.ceil(databaseBytes / SQL_HANDED_OVER_BYTES_PER_MS);
}
