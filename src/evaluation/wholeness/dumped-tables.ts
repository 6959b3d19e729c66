/** A table as a file of SQL statements makes and fills it, in small letters. */
export interface DumpedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Larger dumps are asked with a database. */
const CHARS_MAX = 200_000;

/** The tables that plain `create table` and `insert into … values` statements leave; one that is filled otherwise is left out. */
export function tablesOfDump(sql: string): DumpedTable[] {
  if (sql.length > CHARS_MAX) return [];
  const statements = sql.split(';').map((one) => one.trim().toLowerCase());
  return statements.filter((one) => one.startsWith('create table ')).flatMap((statement) => {
    const open = statement.indexOf('(');
    const name = statement.slice('create table '.length, open).trim().split(' ').at(-1) ?? '';
    const columns = cells(statement.slice(open + 1, statement.lastIndexOf(')'))).map((one) => one.split(' ')[0] ?? '').filter((one) => !['primary', 'foreign', 'unique', 'check', 'constraint'].includes(one));
    const filled = statements.filter((one) => one.startsWith(`insert into ${name} `) || one.startsWith(`insert into ${name}(`));
    const rows = filled.map((one) => rowsOf(one, columns));
    const isTouched = statements.some((one) => [`update ${name} `, `delete from ${name}`, `alter table ${name} `].some((start) => one.startsWith(start)));
    return open === -1 || name === '' || isTouched || rows.includes(undefined) ? [] : [{ name, columns, rows: rows.flatMap((row) => row ?? []) }];
  });
}

/** Undefined where the values are no plain ones. */
function rowsOf(insert: string, columns: readonly string[]): string[][] | undefined {
  const at = insert.indexOf('values');
  const named = insert.slice(0, at).split('(')[1]?.split(')')[0];
  const order = named === undefined ? columns : cells(named);
  const groups = at === -1 ? [] : insert.slice(at + 'values'.length).split('(').slice(1).map((group) => cells(group.slice(0, group.lastIndexOf(')'))));
  if (groups.length === 0 || groups.some((group) => group.length !== order.length)) return undefined;
  return groups.map((group) => columns.map((column) => group[order.indexOf(column)] ?? ''));
}

function cells(list: string): string[] {
  return list.split(',').map((cell) => cell.trim());
}
