import { TaskRefusal } from '../isolation/task-refusal.ts';
import { decodeText, detectEncoding } from '../files/text-encoding.ts';
import { TABLE_FAULTS_SHOWN_MAX, TABLE_ROWS_MAX } from './limits.ts';
import { typedTable, type Table, type TableValue } from './table.ts';

export const TABLE_FORMATS = ['csv', 'tsv', 'json', 'jsonl'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

const DELIMITERS = [',', ';', '\t', '|'] as const;

export async function readTable(bytes: Uint8Array, format: TableFormat): Promise<Table> {
  const encoding = detectEncoding(bytes, true);
  if (encoding === null) throw new TaskRefusal('The file is no text.', 'Name a CSV, TSV, JSON or JSON Lines file.');
  const text = decodeText(bytes, encoding);
  if (format === 'json') return fromRecords(jsonRecords(text), []);
  return format === 'jsonl' ? fromLines(text) : fromSeparated(text, format === 'tsv' ? '\t' : delimiterOf(text));
}

/** The one that occurs most often in the first line that holds any. */
function delimiterOf(text: string): string {
  const line = text.slice(0, 10_000).split('\n').find((one) => one.trim() !== '') ?? '';
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

async function fromSeparated(text: string, delimiter: string): Promise<Table> {
  const { parse } = await import('csv-parse/sync');
  const faults: string[] = [];
  let faultCount = 0;
  const fault = (message: string): void => {
    faultCount += 1;
    if (faults.length < TABLE_FAULTS_SHOWN_MAX) faults.push(message);
  };
  const lines: string[][] = parse(text, {
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      fault(error?.message ?? 'a row could not be read');
      return undefined;
    },
  });
  const names = uniqueNames(lines.shift() ?? []);
  boundRowCount(lines.length);
  const rows = lines.filter((row, at) => {
    if (row.length === names.length) return true;
    fault(`row ${at + 1} has ${row.length} cells instead of ${names.length}`);
    return false;
  });
  return typedTable(names, rows, { faultCount, faults });
}

/** Two columns of one name could not be told apart, and one without a name could not be asked for. */
function uniqueNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, at) => {
    const name = cell.trim() === '' ? `column_${at + 1}` : cell.trim();
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}_${times}`;
  });
}

function fromLines(text: string): Table {
  const faults: string[] = [];
  const records: unknown[] = [];
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') return;
    const record = parsed(line);
    if (isRecord(record)) records.push(record);
    else faults.push(`line ${at + 1} is not a JSON object`);
  });
  return fromRecords(records, faults);
}

function jsonRecords(text: string): unknown[] {
  const value = parsed(text);
  const list = isRecord(value) ? Object.values(value).find(Array.isArray) : value;
  if (!Array.isArray(list)) throw new TaskRefusal('The JSON holds no list of objects.', 'Name a file that is a list of objects, or an object with one list in it.');
  return list;
}

function fromRecords(records: readonly unknown[], knownFaults: readonly string[]): Table {
  boundRowCount(records.length);
  const usable = records.filter(isRecord);
  const names = [...new Set(usable.flatMap((record) => Object.keys(record)))];
  const faults = [...knownFaults, ...records.flatMap((record, at) => (isRecord(record) ? [] : [`entry ${at + 1} is not an object`]))];
  const rows = usable.map((record) => names.map((name) => plain(record[name])));
  return typedTable(names, rows, { faultCount: faults.length, faults: faults.slice(0, TABLE_FAULTS_SHOWN_MAX) });
}

/** What lies deeper than a row is kept as JSON. */
function plain(value: unknown): TableValue {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function boundRowCount(count: number): void {
  if (count > TABLE_ROWS_MAX) throw new TaskRefusal(`The table has ${count} rows; at most ${TABLE_ROWS_MAX} can be asked here.`, 'Put it into a database and use sql_query.');
}
