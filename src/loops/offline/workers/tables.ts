import type { JsonObject } from '../../../contracts/index.ts';
import { drawChart, type ChartPoint } from '../compute/draw-chart.ts';
import { firstRows, markdownTable } from '../compute/markdown-table.ts';
import { counted, shownCount, shownNumber } from '../compute/shown-numbers.ts';
import { CHART_BARS_MAX, LISTED_ROWS_MAX, TABLE_ROWS_MAX } from '../limits.ts';
import type { OfflineTaskOf } from '../tasks.ts';
import { TableReply } from './tool-outputs.ts';
import type { Work, WorkerHands, Workers } from './worker.ts';

type Task = OfflineTaskOf<'ask_table'>;
type Reply = ReturnType<typeof TableReply.parse>;

const NAMES = { count: 'rows', sum: 'total', avg: 'average', min: 'lowest', max: 'highest' };

/** The columns, as the table calls them: the planner looked. */
interface Meant {
  readonly column?: string;
  readonly group?: string;
  readonly order?: string;
  readonly where: readonly { readonly column: string; readonly op: string; readonly value: string | number }[];
}

export const tableWorkers: Pick<Workers, 'ask_table'> = {
  async ask_table(task, hands) {
    const meant: Meant = { ...(task.column !== undefined && { column: task.column }), ...(task.group !== undefined && { group: task.group }), ...(task.order?.column !== undefined && { order: task.order.column }), where: task.where };
    const label = task.measure === undefined ? '' : measureName(task, meant);
    const reply = TableReply.parse((await hands.call('query_table', queryOf(task, meant, label))).output);
    const work = task.measure === undefined ? listing(task, reply) : task.group === undefined ? oneNumber(task, reply, label, hands) : grouped(task, reply, meant, label, hands);
    return task.chart === undefined ? work : charted(task, reply, work, label, hands);
  },
};

function measureName({ measure = 'count' }: Task, { column }: Meant): string {
  return measure === 'count' || column === undefined ? NAMES[measure] : `${NAMES[measure]} ${column}`;
}

function queryOf(task: Task, { column, group, order, where }: Meant, label: string): JsonObject {
  const aggregates = task.measure === undefined ? [] : [{ function: task.measure, ...(task.measure !== 'count' && column !== undefined && { column }), as: label }];
  const direction = task.order?.direction ?? (task.chart === undefined && task.measure !== undefined ? 'desc' : 'asc');
  // A chart runs along the names of its groups; a table of sums begins with the largest.
  const ordered = order ?? (group === undefined ? undefined : task.chart === undefined || task.order !== undefined ? label : group);
  return {
    path: task.path,
    where: where.map((one) => ({ ...one })),
    ...(group !== undefined && { group_by: [group] }),
    ...(aggregates.length > 0 && { aggregates }),
    ...(ordered !== undefined && { order_by: [{ column: ordered, direction }] }),
    limit: task.limit ?? (task.measure === undefined ? LISTED_ROWS_MAX : TABLE_ROWS_MAX),
  };
}

function limits({ unreadable_count: unreadable, has_more: hasMore }: Reply, task: Task): string[] {
  return [...(unreadable > 0 ? [`${counted(unreadable, 'row')} could not be read and are in no number.`] : []), ...(hasMore && task.limit === undefined ? ['There are more rows than were taken.'] : [])];
}

function condition(task: Task): string {
  return task.where.map(({ column, op, value }) => ` where ${column} ${OPERATORS[op]} ${value}`).join('');
}
const OPERATORS = { eq: 'is', ne: 'is not', gt: 'is over', lt: 'is under', ge: 'is at least', le: 'is at most', contains: 'contains' };

function listing(task: Task, reply: Reply): Work {
  const { shown, note } = firstRows(reply.rows, LISTED_ROWS_MAX);
  return {
    answer: `${task.path} has ${counted(reply.table_row_count, 'row')} and ${counted(reply.table_columns.length, 'column')}: ${reply.table_columns.map(({ name, type }) => `${name} (${type})`).join(', ')}.${task.where.length === 0 ? '' : ` ${counted(reply.matched_count, 'row')}${condition(task)}.`}`,
    details: [markdownTable(reply.columns, shown.map((row) => row.map(shownCell))), ...note],
    how: 'query_table read the table.',
    numbers: [{ name: 'rows', value: reply.table_row_count, unit: null, call: 1 }],
    limitations: limits(reply, task),
  };
}

function oneNumber(task: Task, reply: Reply, label: string, hands: WorkerHands): Work {
  const value = reply.rows[0]?.[reply.columns.indexOf(label)];
  return {
    answer: `${label.charAt(0).toUpperCase()}${label.slice(1)} in ${task.path}${condition(task)}: ${shownCell(value ?? null)} (${counted(reply.matched_count, 'row')}).`,
    details: [],
    how: 'query_table reckoned it.',
    numbers: typeof value === 'number' ? [{ name: label, value, unit: null, call: hands.calls() }] : [],
    limitations: limits(reply, task),
  };
}

function grouped(task: Task, reply: Reply, { group = '' }: Meant, label: string, hands: WorkerHands): Work {
  const { shown, note } = firstRows(reply.rows, LISTED_ROWS_MAX);
  const at = reply.columns.indexOf(label);
  const ranked = reply.rows.filter((row) => typeof row[at] === 'number').toSorted((left, right) => Number(right[at]) - Number(left[at]));
  const [first] = ranked;
  const name = (row: Reply['rows'][number] | undefined): string => shownCell(row?.[reply.columns.indexOf(group)] ?? null);
  return {
    answer: first === undefined ? `There is no ${label} in ${task.path}${condition(task)}.` : `${label.charAt(0).toUpperCase()}${label.slice(1)} by ${group} in ${task.path}${condition(task)}: ${name(first)} has the most (${shownCell(first[at] ?? null)})${ranked.length < 2 ? '' : `, ${name(ranked.at(-1))} the least of the ${shownCount(ranked.length)} shown (${shownCell(ranked.at(-1)?.[at] ?? null)})`}.`,
    details: [markdownTable(reply.columns, shown.map((row) => row.map(shownCell))), ...note],
    how: 'query_table grouped and reckoned.',
    numbers: ranked.slice(0, 10).map((row) => ({ name: `${label}: ${name(row)}`, value: Number(row[at]), unit: null, call: hands.calls() })),
    limitations: limits(reply, task),
  };
}

async function charted(task: Task, reply: Reply, work: Work, label: string, hands: WorkerHands): Promise<Work> {
  const at = reply.columns.indexOf(label);
  const points: ChartPoint[] = reply.rows.flatMap((row) => {
    const value = row[at];
    return typeof value === 'number' ? [{ label: shownCell(row[at === 0 ? 1 : 0] ?? null), value }] : [];
  });
  if (points.length === 0 || task.chart === undefined) return { ...work, isDone: false };
  const file = task.chart.file;
  await hands.call('write_file', { path: file, content: drawChart({ shape: task.chart.shape, title: `${label} by ${task.group ?? 'row'}`, points: points.slice(0, CHART_BARS_MAX) }) });
  return {
    ...work,
    answer: `Drew ${file}. ${work.answer}`,
    how: 'query_table reckoned, and the chart was drawn as SVG by Keelson itself.',
    limitations: [...(work.limitations ?? []), ...(points.length > CHART_BARS_MAX ? [`The chart shows the first ${CHART_BARS_MAX} of ${shownCount(points.length)} groups; the table has more.`] : [])],
  };
}

function shownCell(value: Reply['rows'][number][number]): string {
  if (typeof value === 'number') return shownNumber(value);
  return value === null ? '' : typeof value === 'object' ? '(binary)' : String(value);
}
