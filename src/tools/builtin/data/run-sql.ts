import { TaskRefusal } from '../isolation/task-refusal.ts';
import { SQL_MEMORY_BYTES_MAX, SQL_VALUE_BYTES_MAX } from './limits.ts';
import { boundRows, type BoundedRows } from './result-rows.ts';
import { readOnlyAuthorizer } from './sql-permissions.ts';

export type SqlValue = string | number | boolean | null;

export interface SqlRequest {
  /** A whole database; empty bytes are an empty one. */
  readonly database: Uint8Array;
  readonly query: string;
  readonly parameters: readonly SqlValue[] | Readonly<Record<string, SqlValue>>;
  readonly rowsMax: number;
}

export interface SqlOutcome extends BoundedRows {
  readonly columns: string[];
}

/** Asks a copy of a database in memory. Runs in a process of its own, since nothing else can stop a long query. */
export async function runSql({ database, query, parameters, rowsMax }: SqlRequest): Promise<SqlOutcome> {
  const { DatabaseSync, constants } = await import('node:sqlite');
  const db = new DatabaseSync(':memory:', { allowExtension: false, defensive: true, limits: { length: SQL_VALUE_BYTES_MAX, attach: 0 } });
  try {
    if (database.length > 0) db.deserialize(database);
    // Sorting must not spill into files, and must not fill the machine either.
    db.exec(`PRAGMA temp_store = MEMORY; PRAGMA hard_heap_limit = ${SQL_MEMORY_BYTES_MAX + database.length}; PRAGMA trusted_schema = OFF; PRAGMA query_only = ON`);
    db.setAuthorizer(readOnlyAuthorizer(constants));
    const statement = db.prepare(query);
    refuseMore(query.slice(statement.sourceSQL.length));
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    const columns = statement.columns().map(({ name }) => name);
    // VACUUM and REINDEX are only held to account when they run; what gives no columns does not get that far.
    if (columns.length === 0) throw doesMore();
    const rows = Array.isArray(parameters) ? statement.iterate(...parameters.map(bound)) : statement.iterate(Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, bound(value as SqlValue)])));
    return { columns, ...boundRows(rows as unknown as Iterable<readonly unknown[]>, rowsMax) };
  } catch (error) {
    throw error instanceof TaskRefusal ? error : refusalOf(error);
  } finally {
    db.close();
  }
}

function bound(value: SqlValue): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Only the first statement of a text is run, so a second one would be dropped without a word. */
function refuseMore(rest: string): void {
  if (rest.split('\n').every((line) => /^[\s;]*(--|$)/.test(line))) return;
  throw new TaskRefusal('There is more than one statement.', 'Ask them one after the other.');
}

function doesMore(): TaskRefusal {
  return new TaskRefusal('This statement would do more than read: SQLite was told to refuse it.', 'Use SELECT on this database alone; changes need a program that a person allows.');
}

function refusalOf(error: unknown): TaskRefusal {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('not authorized')) return doesMore();
  if (message.includes('out of memory')) return new TaskRefusal('The query needed more memory than it may have.', 'Ask for fewer rows or smaller values.');
  return new TaskRefusal(`SQLite refused the query: ${message}.`, 'Correct the query; SELECT name, sql FROM sqlite_schema shows what there is.');
}
