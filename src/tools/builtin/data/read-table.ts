import { TaskRefusal } from '../isolation/task-refusal.ts';
import { decodeText, detectEncoding } from '../files/text-encoding.ts';
import { TABLE_FAULTS_SHOWN_MAX, TABLE_ROWS_MAX } from './limits.ts';
import { delimiterOf, withoutSeparatorLine } from './delimiter.ts';
import { typedTable, type Table, type TableNote, type TableValue } from './table.ts';
import { numberIn } from './written-number.ts';

export const TABLE_FORMATS = ['csv', 'tsv', 'json', 'jsonl'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export async function readTable(bytes: Uint8Array, format: TableFormat): Promise<Table> {
  const text = tableText(bytes);
  if (format === 'json') return fromJson(text);
  return format === 'jsonl' ? fromLines(text) : fromSeparated(text, format === 'tsv' ? '\t' : null);
}

/** Bytes that are not UTF-8 are most often those of Windows, whose table has the euro sign and curved quotes where Latin-1 has nothing. */
function tableText(bytes: Uint8Array): string {
  const encoding = detectEncoding(bytes, true);
  if (encoding === null) throw new TaskRefusal('The file is no text.', 'Name a CSV, TSV, JSON or JSON Lines file.');
  return encoding === 'latin1' ? new TextDecoder('windows-1252').decode(bytes) : decodeText(bytes, encoding);
}

async function fromSeparated(whole: string, known: string | null): Promise<Table> {
  const { parse } = await import('csv-parse/sync');
  const { text, delimiter: said, skippedLines } = withoutSeparatorLine(whole.replaceAll('\r\n', '\n'));
  const delimiter = said ?? known ?? delimiterOf(text);
  const faults: string[] = [];
  let [faultCount, isOpen] = [0, false];
  const fault = (message: string): void => {
    faultCount += 1;
    if (faults.length < TABLE_FAULTS_SHOWN_MAX) faults.push(message);
  };
  const records = parse(text, {
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') isOpen = true;
      fault(error?.message ?? 'a row could not be read');
      return undefined;
    },
  }) as unknown as { readonly record: string[]; readonly info: { readonly lines: number } }[];
  // All that stands behind the quote would be one cell, and every number would lack it.
  if (isOpen) throw new TaskRefusal(`A quote that is opened after line ${(records.at(-1)?.info.lines ?? 0) + skippedLines} is never closed, so the rows from there on cannot be told apart.`, 'Close the quote there, or write it twice where it is meant as a sign.');
  const [header, ...body] = records;
  const names = uniqueNames(header?.record ?? []);
  boundRowCount(body.length);
  const filled = body.map(({ record, info }) => ({ record, line: info.lines - newlinesIn(record) + skippedLines })).filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  const rows = filled.filter(({ record, line }) => {
    if (record.length === names.length) return true;
    fault(`line ${line} has ${record.length} cells instead of ${names.length}`);
    return false;
  });
  const blank = body.length - filled.length;
  return typedTable(names, rows.map(({ record }) => record), {
    faultCount,
    faults,
    delimiter,
    placeOf: (row) => `line ${rows[row]?.line ?? 0}`,
    notes: [...headerNotes(header?.record ?? []), ...(blank === 0 ? [] : [{ column: null, note: `${blank} ${blank === 1 ? 'row holds' : 'rows hold'} nothing in any cell and ${blank === 1 ? 'is' : 'are'} not counted.` }])],
  });
}

/** A record that ends in one line begins in an earlier one when there are line ends in its cells. */
function newlinesIn(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

/** Two columns of one name could not be told apart, and one without a name could not be asked for. */
function uniqueNames(header: readonly string[]): string[] {
  const taken = new Set(header.map((cell) => cell.trim()));
  const seen = new Map<string, number>();
  return header.map((cell, at) => {
    const name = cell.trim() === '' ? `column_${at + 1}` : cell.trim();
    let times = (seen.get(name) ?? 0) + 1;
    while (times > 1 && taken.has(`${name}_${times}`)) times += 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}_${times}`;
  });
}

/** A name that stands for two columns, and a first line that may not be one of names at all. */
function headerNotes(header: readonly string[]): TableNote[] {
  const names = header.map((cell) => cell.trim());
  const twice = [...new Set(names.filter((name, at) => name !== '' && names.indexOf(name) !== at))];
  const numbers = names.filter((name) => numberIn(name, 'point') !== undefined);
  return [
    ...twice.map((name) => ({ column: name, note: `${names.filter((one) => one === name).length} columns are called ${name}; this is the first of them.` })),
    ...(numbers.length > 0 && numbers.length * 2 >= names.length ? [{ column: null, note: `The first line was taken for the names of the columns (${names.join(', ')}) and is in no number.` }] : []),
  ];
}

function fromLines(text: string): Table {
  const faults: string[] = [];
  const records: { record: Record<string, unknown>; place: string }[] = [];
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') return;
    const record = parsed(line);
    if (isRecord(record)) records.push({ record, place: `line ${at + 1}` });
    else faults.push(`line ${at + 1} is not a JSON object`);
  });
  return fromRecords(records, faults);
}

function fromJson(text: string): Table {
  const value = parsed(text);
  // Many programs write JSON Lines into files that are called JSON.
  if (value === undefined && isRecord(parsed(text.trimStart().split('\n', 1)[0] ?? ''))) return fromLines(text);
  if (value === undefined) throw new TaskRefusal(`The file is no JSON: ${faultOfJson(text)}`, 'Correct it there, or name another file.');
  const list = listIn(value);
  const entries = list.map((record, at) => ({ record, place: `entry ${at + 1}` }));
  return fromRecords(entries.flatMap(({ record, place }) => (isRecord(record) ? [{ record, place }] : [])), entries.flatMap(({ record, place }) => (isRecord(record) ? [] : [`${place} is not an object`])));
}

/** The list of objects that a JSON document is or holds. With two of them, whoever asks has to say which is meant. */
function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const lists = isRecord(value) ? Object.entries(value).filter((one): one is [string, unknown[]] => Array.isArray(one[1]) && one[1].some(isRecord)) : [];
  const [first, second] = lists;
  if (first !== undefined && second !== undefined) throw new TaskRefusal(`The JSON holds ${lists.length} lists of objects: ${lists.map(([name]) => name).join(', ')}.`, 'Put the one that is meant into a file of its own.');
  if (first === undefined) throw new TaskRefusal('The JSON holds no list of objects.', 'Name a file that is a list of objects, or an object with one list in it.');
  return first[1];
}

function fromRecords(records: readonly { readonly record: Record<string, unknown>; readonly place: string }[], faults: readonly string[]): Table {
  boundRowCount(records.length);
  const names = [...new Set(records.flatMap(({ record }) => Object.keys(record)))];
  const rows = records.map(({ record }) => names.map((name) => plain(record[name])));
  return typedTable(names, rows, { faultCount: faults.length, faults: faults.slice(0, TABLE_FAULTS_SHOWN_MAX), placeOf: (row) => records[row]?.place ?? '' });
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

function faultOfJson(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function boundRowCount(count: number): void {
  if (count > TABLE_ROWS_MAX) throw new TaskRefusal(`The table has ${count} rows; at most ${TABLE_ROWS_MAX} can be asked here.`, 'Put it into a database and use sql_query.');
}
