import type { JsonObject } from '../../../contracts/index.ts';
import { drawChart, type ChartPoint } from '../compute/draw-chart.ts';
import { alikeNames } from '../compute/alike-names.ts';
import { firstRows, markdownTable } from '../compute/markdown-table.ts';
import { counted, shownCount, shownNumber } from '../compute/shown-numbers.ts';
import { CHART_BARS_MAX, LISTED_ROWS_MAX, TABLE_GROUPS_MAX } from '../limits.ts';
import type { OfflineTaskOf } from '../tasks.ts';
import { TableReply } from './tool-outputs.ts';
import type { Work, WorkerHands, Workers } from './worker.ts';

type Task = OfflineTaskOf<'ask_table'>;
type Reply = ReturnType<typeof TableReply.parse>;
type Cell = Reply['rows'][number][number];

const NAMES = { count: 'rows', sum: 'total', avg: 'average', min: 'lowest', max: 'highest' };
/** What the table calls its own columns can be anything, so ours have a sign that no header has. */
const FILLED = '# filled';
const ROWS = '# rows';

export const tableWorkers: Pick<Workers, 'ask_table'> = {
  async ask_table(task, hands) {
    if (task.measure === undefined) return listing(task, await ask(task, { order_by: orderOf(task), limit: task.limit ?? LISTED_ROWS_MAX }, hands));
    const spelt = await spellings(task, hands);
    const label = measureName(task);
    const work = task.group === undefined ? await oneNumber(task, label, hands) : await grouped(task, task.group, label, hands);
    return { ...work, limitations: [...spelt, ...(work.limitations ?? [])] };
  },
};

async function ask(task: Task, more: JsonObject, hands: WorkerHands): Promise<Reply> {
  return TableReply.parse((await hands.call('query_table', { path: task.path, where: task.where.map((one) => ({ ...one })), ignore_case: true, ...more })).output);
}

function measureName({ measure = 'count', column, group }: Task): string {
  const name = measure === 'count' || column === undefined ? NAMES[measure] : `${NAMES[measure]} ${column}`;
  return name === group ? `${name} counted` : name;
}

/** What is asked for comes first; then how many cells it is made of, and how many rows there are. */
function aggregatesOf({ measure = 'count', column }: Task, label: string): JsonObject[] {
  const asked = { function: measure, ...(measure !== 'count' && column !== undefined && { column }), as: label };
  return [asked, { function: 'count', ...(measure !== 'count' && column !== undefined && { column }), as: FILLED }, { function: 'count', as: ROWS }];
}

function orderOf({ order }: Task): JsonObject[] {
  return order?.column === undefined ? [] : [{ column: order.column, direction: order.direction }];
}

/** A person who says "north" means "North" too, and is told which spellings there are. */
async function spellings(task: Task, hands: WorkerHands): Promise<string[]> {
  const condition = task.where.find(({ op, value }) => op === 'eq' && typeof value === 'string');
  if (condition === undefined) return [];
  const { rows } = await ask(task, { group_by: [condition.column], aggregates: [{ function: 'count', as: ROWS }], order_by: [{ column: ROWS, direction: 'desc' }], limit: LISTED_ROWS_MAX }, hands);
  if (rows.length < 2) return [];
  return [`${condition.column} is written in different ways, and all of them are used: ${rows.map(([name, count]) => `${JSON.stringify(name)} (${counted(Number(count), 'row')})`).join(', ')}.`];
}

/** What a reader has to know of how the table was read: of all of it, and of the columns that were used. */
function limits({ unreadable_count: unreadable, unreadable: why, notes }: Reply, task: Task): string[] {
  const used = new Set([task.column, task.group, task.order?.column, ...task.where.map(({ column }) => column)]);
  return [
    ...(unreadable > 0 ? [`${counted(unreadable, 'row')} could not be read and ${unreadable === 1 ? 'is' : 'are'} in no number: ${why.join('; ')}${unreadable > why.length ? '; and others' : ''}.`] : []),
    ...notes.filter(({ column }) => column === null || used.has(column)).map(({ note }) => note),
  ];
}

function condition(task: Task): string {
  return task.where.map(({ column, op, value }) => ` where ${column} ${OPERATORS[op]} ${value}`).join('');
}
const OPERATORS = { eq: 'is', ne: 'is not', gt: 'is over', lt: 'is under', ge: 'is at least', le: 'is at most', contains: 'contains' };

/** Texts are compared letter by letter: 10 comes before 9, and the second of January before the first of February only by chance. */
function asTexts(task: Task, { table_columns: columns }: Reply): string[] {
  const said = task.measure === undefined ? task.order?.column : task.measure === 'min' || task.measure === 'max' ? task.column : undefined;
  return said !== undefined && columns.some(({ name, type }) => name === said && type === 'text') ? [`${said} holds texts; they were compared letter by letter, not as numbers or dates.`] : [];
}

function listing(task: Task, reply: Reply): Work {
  const { shown, note } = firstRows(reply.rows, LISTED_ROWS_MAX);
  const left = reply.matched_count - shown.length;
  return {
    answer: `${task.path} has ${counted(reply.table_row_count, 'row')} and ${counted(reply.table_columns.length, 'column')}: ${reply.table_columns.map(({ name, type }) => `${name} (${type})`).join(', ')}.${task.where.length === 0 ? '' : ` ${counted(reply.matched_count, 'row')}${condition(task)}.`}`,
    details: [markdownTable(reply.columns, shown.map((row) => row.map(shownCell))), ...(note.length > 0 ? note : left > 0 ? [`… and ${shownCount(left)} more.`] : [])],
    how: 'query_table read the table.',
    numbers: [{ name: 'rows', value: reply.table_row_count, unit: null, call: 1 }],
    limitations: [...limits(reply, task), ...asTexts(task, reply)],
  };
}

/** The whole is asked for; by the groups of another column it is asked again, so that a check can add them up. */
async function oneNumber(task: Task, label: string, hands: WorkerHands): Promise<Work> {
  const reply = await ask(task, { aggregates: aggregatesOf(task, label) }, hands);
  const call = hands.calls();
  const other = reply.table_columns.find(({ name }) => name !== task.column)?.name ?? task.column;
  if (other !== undefined) await ask(task, { group_by: [other], aggregates: aggregatesOf(task, label), limit: TABLE_GROUPS_MAX }, hands);
  const [value = null, filled = 0] = reply.rows[0] ?? [];
  const rows = reply.matched_count;
  return {
    answer: `${sentence(label)} in ${task.path}${condition(task)}: ${value === null ? 'there is none' : shownCell(value)} (${task.measure === 'count' ? `of ${counted(reply.table_row_count, 'row')}` : madeOf(Number(filled), rows)}).`,
    details: [],
    how: 'query_table reckoned it, as a whole and in groups.',
    numbers: typeof value === 'number' ? [{ name: label, value, unit: null, call }] : [],
    limitations: [...limits(reply, task), ...asTexts(task, reply)],
  };
}

/** "3 rows", or how many of them have a value at all: an average says nothing about the others. */
function madeOf(filled: number, rows: number): string {
  return filled === rows ? counted(rows, 'row') : `${shownCount(filled)} of ${counted(rows, 'row')} ${filled === 1 ? 'has' : 'have'} a value`;
}

async function grouped(task: Task, group: string, label: string, hands: WorkerHands): Promise<Work> {
  // A chart runs along the names of its groups; a table of sums begins with the largest.
  const isByLabel = task.chart === undefined || task.order !== undefined;
  const direction = task.order?.direction ?? (isByLabel ? 'desc' : 'asc');
  const reply = await ask(task, { group_by: [group], aggregates: aggregatesOf(task, label), order_by: [{ column: isByLabel ? label : group, direction }], limit: TABLE_GROUPS_MAX }, hands);
  const call = hands.calls();
  await ask(task, { aggregates: aggregatesOf(task, label) }, hands);
  const groups = reply.rows.map(([name = null, value = null, filled = 0, rows = 0]) => ({ name: name === null ? '(empty)' : shownCell(name), value, filled: Number(filled), rows: Number(rows) }));
  const { shown, note } = firstRows(task.limit === undefined ? groups : groups.slice(0, task.limit), LISTED_ROWS_MAX);
  const ranked = groups.filter(({ value }) => typeof value === 'number').toSorted((left, right) => Number(right.value) - Number(left.value));
  const filled = groups.reduce((sum, one) => sum + one.filled, 0);
  const isSparse = filled < reply.matched_count && task.measure !== 'count';
  const work: Work = {
    answer: [groupAnswer(task, group, label, groups, ranked), ...(isSparse ? [`${sentence(madeOf(filled, reply.matched_count))} in ${task.column ?? ''}.`] : [])].join(' '),
    details: [markdownTable([group, label, ...(isSparse ? ['made of'] : [])], shown.map((one) => [one.name, one.value === null ? 'no value' : shownCell(one.value), ...(isSparse ? [`${shownCount(one.filled)} of ${counted(one.rows, 'row')}`] : [])])), ...note],
    how: 'query_table reckoned it, in groups and as a whole.',
    numbers: ranked.slice(0, 10).map(({ name, value }) => ({ name: `${label}: ${name}`, value: Number(value), unit: null, call })),
    limitations: [
      ...limits(reply, task),
      ...asTexts(task, reply),
      ...alikeNames(groups.map(({ name }) => name)).map((names) => `These groups differ only in case or blanks, and were kept apart: ${names.map((name) => JSON.stringify(name)).join(', ')}.`),
      ...(reply.has_more ? [`Only the first ${shownCount(groups.length)} groups were taken.`] : []),
    ],
  };
  return task.chart === undefined ? work : charted(task, groups, work, label, hands);
}

interface Group {
  readonly name: string;
  readonly value: Cell;
}

function groupAnswer(task: Task, group: string, label: string, groups: readonly Group[], ranked: readonly Group[]): string {
  const [first, last] = [ranked[0], ranked.at(-1)];
  const about = `${label} by ${group} in ${task.path}${condition(task)}`;
  if (groups.length === 0) return `No row of ${task.path} is so${condition(task)}.`;
  if (first === undefined || last === undefined) return groups.some(({ value }) => value !== null) ? `${sentence(about)}: ${counted(groups.length, 'group')}.` : `There is no ${about}.`;
  return `${sentence(about)}: ${first.name} has the most (${shownCell(first.value)})${ranked.length < 2 ? '' : `, ${last.name} the least (${shownCell(last.value)}) of ${counted(ranked.length, 'group')}`}.`;
}

async function charted(task: Task, groups: readonly Group[], work: Work, label: string, hands: WorkerHands): Promise<Work> {
  const points: ChartPoint[] = groups.flatMap(({ name, value }) => (typeof value === 'number' ? [{ label: name, value }] : []));
  if (points.length === 0 || task.chart === undefined) return { ...work, isDone: false };
  const file = task.chart.file;
  await hands.call('write_file', { path: file, content: drawChart({ shape: task.chart.shape, title: `${label} by ${task.group ?? 'row'}`, points: points.slice(0, CHART_BARS_MAX) }) });
  const undrawn = groups.length - points.length;
  return {
    ...work,
    answer: `Drew ${file}. ${work.answer}`,
    how: 'query_table reckoned it, and Keelson itself drew the chart as SVG.',
    limitations: [
      ...(work.limitations ?? []),
      ...(undrawn > 0 ? [`${counted(undrawn, 'group')} without a value ${undrawn === 1 ? 'is' : 'are'} not drawn.`] : []),
      ...(points.length > CHART_BARS_MAX ? [`The chart shows the first ${CHART_BARS_MAX} of ${shownCount(points.length)} groups.`] : []),
    ],
  };
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function shownCell(value: Cell): string {
  if (typeof value === 'number') return shownNumber(value);
  return value === null ? '' : typeof value === 'object' ? '(binary)' : String(value);
}
