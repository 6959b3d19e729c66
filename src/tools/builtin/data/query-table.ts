import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { runIsolated } from '../isolation/run-isolated.ts';
import { readInput } from '../read-input.ts';
import { toolFailure } from '../tool-failure.ts';
import { Cell } from './cell.ts';
import { DATA_HEAP_MB_MAX, ROWS_DEFAULT, ROWS_MAX, TABLE_BYTES_MAX, TABLE_TIME_MS } from './limits.ts';
import { TABLE_FORMATS, type TableFormat } from './read-table.ts';
import { showRows } from './result-rows.ts';
import { TableQuery } from './table-query.ts';
import type { TableOutcome } from './table-task.ts';

const Input = z.strictObject({
  path: NonEmptyText.describe('A CSV, TSV, JSON or JSON Lines file below the workspace.'),
  format: z.enum(TABLE_FORMATS).optional().describe('Only when the ending of the name does not say it.'),
  ...TableQuery.shape,
  limit: z.int().min(1).max(ROWS_MAX).default(ROWS_DEFAULT),
});

const Output = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.array(Cell)),
  row_count: Count,
  has_more: z.boolean(),
  cut_cells: Count,
  /** Of the table itself: its columns with their types, how many rows it has, and for how many the conditions hold. */
  table_columns: z.array(z.strictObject({ name: z.string(), type: z.enum(['number', 'boolean', 'text', 'empty']) })),
  table_row_count: Count,
  matched_count: Count,
  /** Rows that could not be read and are in no count, with what is wrong with the first of them. */
  unreadable_count: Count,
  unreadable: z.array(z.string()),
  /** What has to be known of the way it was read; null where it is said of the whole table. */
  notes: z.array(z.strictObject({ column: z.string().nullable(), note: z.string() })),
});

const FORMAT_BY_ENDING: Readonly<Record<string, TableFormat>> = { csv: 'csv', tsv: 'tsv', tab: 'tsv', json: 'json', jsonl: 'jsonl', ndjson: 'jsonl' };

export const queryTableTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'query_table',
  tool_name: 'Ask a CSV or JSON table',
  category: 'db',
  side_effects: 'read_only',
  handles_patterns: ['\\b(rows?|columns?|average|sum|count|group)\\b.*\\.(csv|tsv|jsonl|ndjson)\\b'],
  keywords: ['csv', 'tsv', 'table', 'rows', 'column'],
  priority: 77,
  timeout_ms: TABLE_TIME_MS,
  allowed_roles: ['analyst', 'coder', 'research', 'critic', 'librarian'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'user_trusted_bounded',
  intentions: ({ path }) => [{ kind: 'path', op: 'read', path }],
  async perform({ path, format, limit, ...query }, { files, signal }) {
    const known = format ?? FORMAT_BY_ENDING[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
    if (known === undefined) throw toolFailure('query_table', `The ending of ${path} does not say what kind of table it is.`, `Give format as one of ${TABLE_FORMATS.join(', ')}.`);
    const { bytes } = await readInput('query_table', files, path, TABLE_BYTES_MAX);
    const outcome = await runIsolated<TableOutcome>({
      toolId: 'query_table',
      module: new URL('./table-task.ts', import.meta.url),
      input: { name: path, bytes, format: known, query, rowsMax: limit },
      timeoutMs: TABLE_TIME_MS,
      heapMbMax: DATA_HEAP_MB_MAX,
      signal,
    });
    return {
      columns: [...outcome.columns],
      rows: outcome.rows,
      row_count: outcome.rows.length,
      has_more: outcome.hasMore,
      cut_cells: outcome.cutCells,
      table_columns: outcome.tableColumns.map((column) => ({ ...column })),
      table_row_count: outcome.tableRowCount,
      matched_count: outcome.matchedCount,
      unreadable_count: outcome.faultCount,
      unreadable: [...outcome.faults],
      notes: outcome.notes.map((note) => ({ ...note })),
    };
  },
  show({ columns, rows, row_count, has_more, table_row_count, matched_count, unreadable_count, unreadable, cut_cells, notes: told }) {
    const notes = [
      `${row_count} row(s) given${has_more ? ', there are more' : ''}; ${matched_count} of ${table_row_count} rows of the table match`,
      ...(cut_cells > 0 ? [`${cut_cells} long value(s) cut`] : []),
      ...(unreadable_count > 0 ? [`${unreadable_count} row(s) could not be read: ${unreadable.join('; ')}`] : []),
      ...told.map(({ note }) => note),
    ];
    return `${showRows(columns, rows)}\n[${notes.join('; ')}]`;
  },
});
