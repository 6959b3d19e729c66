import { describe, expect, it } from 'vitest';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { askTable } from './ask-table.ts';
import { TABLE_BYTES_MAX } from './limits.ts';
import { queryTableTool } from './query-table.ts';
import { readTable, type TableFormat } from './read-table.ts';
import { TableQuery } from './table-query.ts';
import { typedTable, type TableValue } from './table.ts';

const read = (text: string, format: TableFormat = 'csv') => readTable(new TextEncoder().encode(text), format);
const sales = typedTable(
  ['city', 'amount', 'note'],
  [
    ['Oslo', '10', 'a'],
    ['Rome', '2.5', ''],
    ['Oslo', '', 'B'],
    ['rome', '-1', 'b'],
  ],
  { faultCount: 0, faults: [] },
);
const ask = (query: Parameters<typeof TableQuery.parse>[0]) => askTable(sales, TableQuery.parse(query));
const rowsOf = (query: Parameters<typeof TableQuery.parse>[0]) => ask(query).rows;

describe('query_table', () => {
  it('asks a file and says how much of it was asked', async () => {
    const rig = await toolRig();
    await rig.write('sales.csv', 'city,amount\nOslo,10\nRome,2.5\nOslo,5\nbroken\n');
    const output = await rig.call(queryTableTool, { path: 'sales.csv', where: [{ column: 'amount', op: 'gt', value: 3 }], group_by: ['city'], aggregates: [{ function: 'sum', column: 'amount', as: 'total' }] });
    expect(output).toEqual({
      columns: ['city', 'total'],
      rows: [['Oslo', 15]],
      row_count: 1,
      has_more: false,
      cut_cells: 0,
      table_columns: [
        { name: 'city', type: 'text' },
        { name: 'amount', type: 'number' },
      ],
      table_row_count: 3,
      matched_count: 2,
      unreadable_count: 1,
      unreadable: ['line 5 has 1 cells instead of 2'],
      notes: [],
    });
    expect(queryTableTool.show(output)).toBe('| city | total |\n| --- | --- |\n| Oslo | 15 |\n[1 row(s) given; 2 of 3 rows of the table match; 1 row(s) could not be read: line 5 has 1 cells instead of 2]');
  });

  it('refuses what is too large, of no known kind, or no text', async () => {
    const rig = await toolRig();
    await rig.write('x.dat', 'a');
    await rig.write('x.csv', Uint8Array.from([0, 1, 2]));
    await rig.write('big.csv', new Uint8Array(TABLE_BYTES_MAX + 1));
    expect([await rig.failure(queryTableTool, { path: 'x.dat' }), await rig.failure(queryTableTool, { path: 'x.csv' }), await rig.failure(queryTableTool, { path: 'big.csv' })]).toMatchObject([
      { code: 'tool.failed', message: 'The ending of x.dat does not say what kind of table it is.' },
      { code: 'tool.failed', message: 'The file is no text.' },
      { code: 'tool.too_many_bytes' },
    ]);
  });
});

describe('reading a table', () => {
  it('takes numbers and booleans for what they are only when a whole column is of them and nothing is lost', async () => {
    const { columns, rows } = await read('n,id,big,flag,mixed,none\n1.5,007,12345678901234567890,true,1,\n-2e3,12,1,false,x,\n');
    expect(columns.map(({ type }) => type)).toEqual(['number', 'text', 'text', 'boolean', 'text', 'empty']);
    expect(rows).toEqual([
      [1.5, '007', '12345678901234567890', true, '1', null],
      [-2000, '12', '1', false, 'x', null],
    ]);
  });

  it('knows separators, quotes, marks and repeated or missing names', async () => {
    const semicolons = await read('\uFEFFname;name;\n"a;""b""";"two\nlines";3\n');
    const tabs = await read('a\tb\n1\t2,3\n', 'tsv');
    expect([semicolons, tabs].map(({ columns, rows }) => [columns.map(({ name }) => name), rows])).toEqual([
      [['name', 'name_2', 'column_3'], [['a;"b"', 'two\nlines', 3]]],
      [['a', 'b'], [[1, 2.3]]],
    ]);
  });

  it('reads lists of objects and JSON Lines, and counts what is none', async () => {
    const list = await read('{"meta":1,"items":[{"a":1,"b":{"c":2}},{"a":2},7]}', 'json');
    const lines = await read('{"a":1}\n\nnot json\n[1]\n{"a":"x"}\n', 'jsonl');
    expect([list.rows, list.faults]).toEqual([[[1, '{"c":2}'], [2, null]], ['entry 3 is not an object']]);
    expect([lines.rows, lines.faultCount, lines.faults]).toEqual([[[1], ['x']], 2, ['line 3 is not a JSON object', 'line 4 is not a JSON object']]);
    await expect(read('{"a":1}', 'json')).rejects.toThrow('The JSON holds no list of objects.');
  });
});

describe('asking a table', () => {
  it('keeps the rows for which every condition holds', () => {
    const counts = (
      [
        [[], 4],
        [[{ column: 'city', op: 'eq', value: 'Oslo' }], 2],
        [[{ column: 'city', op: 'ne', value: 'Oslo' }], 2],
        [[{ column: 'amount', op: 'eq', value: '10' }], 1],
        [[{ column: 'amount', op: 'ne', value: 10 }], 3],
        [[{ column: 'note', op: 'contains', value: '' }], 3],
        [[{ column: 'amount', op: 'lt', value: 2.5 }], 1],
        [[{ column: 'amount', op: 'le', value: 2.5 }], 2],
        [[{ column: 'amount', op: 'gt', value: 2.5 }], 1],
        [[{ column: 'amount', op: 'ge', value: 2.5 }], 2],
        [[{ column: 'city', op: 'contains', value: 'OM' }], 2],
        [[{ column: 'city', op: 'starts_with', value: 'r' }], 2],
        [[{ column: 'city', op: 'ends_with', value: 'O' }], 2],
        [[{ column: 'city', op: 'in', value: ['Rome', 'rome', 'Bern'] }], 2],
        [[{ column: 'note', op: 'is_empty' }], 1],
        [[{ column: 'amount', op: 'is_not_empty' }], 3],
        [[{ column: 'city', op: 'eq', value: 'Oslo' }, { column: 'note', op: 'eq', value: 'a' }], 1],
      ] as const
    ).map(([where, count]) => [where, ask({ where }).matchedCount === count]);
    expect(counts.filter(([, isRight]) => !isRight)).toEqual([]);
  });

  it('groups and reckons; empty cells take no part', () => {
    const aggregates = [{ function: 'count' }, { function: 'count', column: 'amount' }, { function: 'sum', column: 'amount' }, { function: 'avg', column: 'amount' }, { function: 'min', column: 'amount' }, { function: 'max', column: 'note' }, { function: 'count_distinct', column: 'city' }];
    expect(ask({ aggregates })).toEqual({ columns: ['count', 'count_amount', 'sum_amount', 'avg_amount', 'min_amount', 'max_note', 'count_distinct_city'], rows: [[4, 3, 11.5, 11.5 / 3, -1, 'b', 3]], matchedCount: 4 });
    expect(rowsOf({ group_by: ['city'], aggregates: [{ function: 'sum', column: 'amount' }] })).toEqual([['Oslo', 10], ['Rome', 2.5], ['rome', -1]]);
    expect(rowsOf({ where: [{ column: 'city', op: 'eq', value: 'Bern' }], aggregates: [{ function: 'count' }, { function: 'sum', column: 'amount' }] })).toEqual([[0, null]]);
    expect(() => rowsOf({ aggregates: [{ function: 'sum', column: 'city' }] })).toThrow('The column "city" is not one of numbers, so it has no sum.');
  });

  it('orders with what is empty last, then picks columns', () => {
    const amounts = (direction: string): TableValue[] => rowsOf({ select: ['amount'], order_by: [{ column: 'amount', direction }] }).map(([amount]) => amount ?? null);
    expect([amounts('asc'), amounts('desc')]).toEqual([[-1, 2.5, 10, null], [10, 2.5, -1, null]]);
    expect(rowsOf({ select: ['note', 'city'], order_by: [{ column: 'city' }, { column: 'note', direction: 'desc' }] })).toEqual([['a', 'Oslo'], ['B', 'Oslo'], [null, 'Rome'], ['b', 'rome']]);
  });

  it('names the columns that there are when one is not', () => {
    expect(() => ask({ select: ['town'] })).toThrow('There is no column "town".');
  });
});
