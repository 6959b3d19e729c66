import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, DatabaseSync } from 'node:sqlite';
import { assert, array, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig, type ToolRig } from '../../../../test/support/tool-rig.ts';
import { CELL_CHARS_MAX, RESULT_CHARS_MAX } from './limits.ts';
import { boundRows } from './result-rows.ts';
import { runSql, type SqlRequest } from './run-sql.ts';
import { readOnlyAuthorizer } from './sql-permissions.ts';
import { sqlQueryTool } from './sql-query.ts';
import { withWriteAheadLog } from './write-ahead-log.ts';

const SHOP = `CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, price REAL, photo BLOB);
  INSERT INTO items VALUES (1, 'tea', 2.5, NULL), (2, 'a|b', NULL, x'0102'), (9007199254740993, 'big', 1, NULL);`;

async function shop(sql = SHOP): Promise<ToolRig> {
  const rig = await toolRig();
  const db = new DatabaseSync(join(rig.folder, 'shop.db'));
  db.exec(sql);
  db.close();
  return rig;
}

function imageOf(sql: string): Uint8Array {
  const db = new DatabaseSync(':memory:');
  db.exec(sql);
  return db.serialize();
}

const ask = (query: string, also: Partial<SqlRequest> = {}) => runSql({ database: imageOf(SHOP), query, parameters: [], rowsMax: 10, ...also });
const refusalOf = (query: string, also: Partial<SqlRequest> = {}) => ask(query, also).then(({ rows }) => `gave ${rows.length} rows`, (error: unknown) => (error instanceof Error ? error.message : ''));

describe('sql_query', () => {
  it('gives columns and rows, integers exactly and blobs by their size', async () => {
    const rig = await shop();
    const output = await rig.call(sqlQueryTool, { database_path: 'shop.db', query: 'SELECT * FROM items ORDER BY id' });
    expect(output).toEqual({
      columns: ['id', 'name', 'price', 'photo'],
      rows: [
        [1, 'tea', 2.5, null],
        [2, 'a|b', null, { blob_bytes: 2, hex: '0102' }],
        ['9007199254740993', 'big', 1, null],
      ],
      row_count: 3,
      has_more: false,
      cut_cells: 0,
    });
    expect(sqlQueryTool.show(output)).toBe(
      '| id | name | price | photo |\n| --- | --- | --- | --- |\n| 1 | tea | 2.5 | NULL |\n| 2 | a\\|b | NULL | blob of 2 bytes 0102 |\n| 9007199254740993 | big | 1 | NULL |\n[3 row(s)]',
    );
  });

  it('takes values in order and by name', async () => {
    const answers = [await ask('SELECT name FROM items WHERE id = ? AND ?', { parameters: [1, true] }), await ask('SELECT name FROM items WHERE id = :id', { parameters: { id: 2 } })];
    expect(answers.map(({ rows }) => rows)).toEqual([[['tea']], [['a|b']]]);
  });

  it('refuses whatever would change something or reach another file', verifies('KEL-DTOOL-08'), async () => {
    const refused = 'This statement would do more than read: SQLite was told to refuse it.';
    const statements = [
      "INSERT INTO items VALUES (5, 'x', 1, NULL)", 'DELETE FROM items', 'UPDATE items SET price = 0', 'DROP TABLE items', 'CREATE TABLE t (a)', 'CREATE TEMP TABLE t (a)', 'ALTER TABLE items ADD x',
      "ATTACH 'other.db' AS other", 'VACUUM', "VACUUM INTO 'copy.db'", 'BEGIN', 'SAVEPOINT s', 'REINDEX', 'ANALYZE',
      'PRAGMA journal_mode = DELETE', 'PRAGMA writable_schema = 1', 'PRAGMA user_version = 7', 'PRAGMA query_only = OFF', "PRAGMA temp_store_directory = '/'",
      "SELECT load_extension('evil')", "INSERT INTO items VALUES (6, 'x', 1, NULL) RETURNING id", 'WITH a AS (SELECT 1) DELETE FROM items',
    ];
    expect(await Promise.all(statements.map(async (statement) => [statement, await refusalOf(statement)]))).toEqual(statements.map((statement) => [statement, refused]));
  });

  it('tells SQLite which single actions are allowed, and allows no other', verifies('KEL-DTOOL-08'), () => {
    const judge = readOnlyAuthorizer(constants);
    const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_FUNCTION, SQLITE_PRAGMA, SQLITE_ATTACH, SQLITE_INSERT } = constants;
    const verdicts = [
      judge(SQLITE_SELECT, null, null), judge(SQLITE_READ, 't', 'a'), judge(SQLITE_RECURSIVE, null, null), judge(SQLITE_FUNCTION, null, 'sum'), judge(SQLITE_FUNCTION, null, null),
      judge(SQLITE_PRAGMA, 'Table_Info', 't'), judge(SQLITE_PRAGMA, 'user_version', null),
      judge(SQLITE_FUNCTION, null, 'Load_Extension'), judge(SQLITE_PRAGMA, 'user_version', '7'), judge(SQLITE_PRAGMA, null, null), judge(SQLITE_PRAGMA, 'writable_schema', null), judge(SQLITE_ATTACH, 'x', null), judge(SQLITE_INSERT, 't', null),
    ];
    expect(verdicts).toEqual([...Array.from({ length: 7 }, () => SQLITE_OK), ...Array.from({ length: 6 }, () => SQLITE_DENY)]);
  });

  it('may look at what there is', verifies('KEL-DTOOL-08'), async () => {
    const queries = ['PRAGMA table_info(items)', 'PRAGMA user_version', 'SELECT sql FROM sqlite_schema', "SELECT name FROM pragma_table_info('items')", 'EXPLAIN SELECT 1', 'VALUES (1)', 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5) SELECT sum(n) FROM c', "SELECT json_extract('{\"a\":1}', '$.a')"];
    expect((await Promise.all(queries.map((query) => refusalOf(query)))).filter((answer) => !answer.startsWith('gave'))).toEqual([]);
  });

  it('runs one statement and never drops a second one silently', verifies('KEL-DTOOL-08'), async () => {
    const more = 'There is more than one statement.';
    const texts = ['SELECT 1; DROP TABLE items', 'SELECT 1;\n-- then\nSELECT 2', 'SELECT 1; /* x */ SELECT 2', 'SELECT 1 ;\n;; -- done\n', 'SELECT 1 -- one'];
    expect(await Promise.all(texts.map((text) => refusalOf(text)))).toEqual([more, more, more, 'gave 1 rows', 'gave 1 rows']);
  });

  it('bounds rows, values and memory, and says what was left out', verifies('KEL-DTOOL-10'), async () => {
    const numbers = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c';
    expect(await ask(numbers, { rowsMax: 2 })).toEqual({ columns: ['n'], rows: [[1], [2]], hasMore: true, cutCells: 0 });
    const long = await ask("SELECT printf('%.*c', 20000, 'x') AS x", {});
    expect([long.cutCells, long.rows]).toEqual([1, [[`${'x'.repeat(10_000)}… [20000 characters]`]]]);
    const wide = await ask("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT printf('%.*c', 9000, 'x') FROM c", { rowsMax: 10_000 });
    expect([wide.rows.length, wide.hasMore]).toEqual([111, true]);
    expect([await refusalOf('SELECT zeroblob(100000000)'), await refusalOf('SELECT missing FROM items'), await refusalOf('-- nothing')]).toEqual([
      'SQLite refused the query: string or blob too big.',
      'SQLite refused the query: no such column: missing.',
      'SQLite refused the query: The SQL query contains no statements..',
    ]);
  });

  it('gives whole rows up to their bounds, and counts each value that it cuts', verifies('KEL-DTOOL-10'), () => {
    const fits = 'x'.repeat(CELL_CHARS_MAX);
    expect(boundRows([[fits, `${fits}y`, `${fits}y`], [1, null, 2]], 2)).toEqual({ rows: [[fits, `${fits}… [10001 characters]`, `${fits}… [10001 characters]`], [1, null, 2]], hasMore: false, cutCells: 2 });
    // As JSON a row of one text of n characters has n + 4.
    const half = 'x'.repeat(5_000 - 4);
    const rows = Array.from({ length: RESULT_CHARS_MAX / 5_000 }, () => [half]);
    expect([boundRows(rows, 10_000), boundRows([...rows, [1]], 10_000)].map((bounded) => [bounded.rows.length, bounded.hasMore])).toEqual([[200, false], [200, true]]);
  });

  it('ends a query that never ends', verifies('KEL-DTOOL-10'), async () => {
    const rig = await shop();
    const query = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c';
    expect(await rig.failure(sqlQueryTool, { database_path: 'shop.db', query, time_limit_ms: 1 })).toMatchObject({ code: 'tool.timed_out' });
  });

  it('sees what is only in the write-ahead log, and makes and changes nothing beside the database', verifies('KEL-DTOOL-09'), async () => {
    const rig = await toolRig();
    const db = new DatabaseSync(join(rig.folder, 'shop.db'));
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; ${SHOP} UPDATE items SET name = 'new' WHERE id = 1`);
    const before = await snapshot(rig);
    expect(await rig.call(sqlQueryTool, { database_path: 'shop.db', query: 'SELECT name FROM items WHERE id = 1' })).toMatchObject({ rows: [['new']] });
    expect(await snapshot(rig)).toEqual(before);
    db.close();
  });

  it('follows no link out of the workspace, and asks only databases', verifies('KEL-DTOOL-09'), async () => {
    const rig = await shop();
    const outside = await toolRig();
    await outside.write('secret.db', imageOf(SHOP));
    await symlink(join(outside.folder, 'secret.db'), join(rig.folder, 'link.db'));
    await rig.write('text.db', 'not a database at all');
    await rig.write('busy.db', imageOf(SHOP));
    await rig.write('busy.db-journal', 'x');
    const query = 'SELECT 1';
    expect([await rig.failure(sqlQueryTool, { database_path: 'link.db', query }), await rig.failure(sqlQueryTool, { database_path: 'text.db', query }), await rig.failure(sqlQueryTool, { database_path: 'busy.db', query })]).toMatchObject([
      { code: 'path.denied' },
      { code: 'tool.failed', message: 'text.db is not an SQLite database.' },
      { code: 'tool.failed', message: 'busy.db is being written by a program, or one was stopped while it wrote.' },
    ]);
    expect(sqlQueryTool.intentions({ database_path: 'a.db', query, parameters: [], max_rows: 1, time_limit_ms: 1 }, rig.hands.place)).toEqual(['a.db', 'a.db-wal', 'a.db-journal'].map((path) => ({ kind: 'path', op: 'read', path })));
  });
});

async function snapshot({ folder }: ToolRig): Promise<[string, string][]> {
  const names = (await readdir(folder)).toSorted();
  // The file of shared memory belongs to the writer, who may touch it at any time.
  return Promise.all(names.filter((name) => !name.endsWith('-shm')).map(async (name): Promise<[string, string]> => [name, (await readFile(join(folder, name))).toString('base64')]));
}

describe('a write-ahead log', () => {
  it('put into the copy gives what SQLite gives, whatever was written and wherever the log is torn', verifies('KEL-DTOOL-09'), async () => {
    const rig = await toolRig();
    const file = join(rig.folder, 'x.db');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA page_size = 512; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (n INTEGER, filler TEXT)');
    for (let n = 1; n <= 60; n += 1) db.exec(`INSERT INTO t VALUES (${n}, '${'x'.repeat(n * 20)}')`);
    // Afterwards the log holds pages that the database no longer has.
    db.exec('DELETE FROM t WHERE n > 30; VACUUM');
    const [image, log] = [await readFile(file), await readFile(`${file}-wal`)];
    db.close();
    await rm(file);
    const countIn = async (wal: Uint8Array): Promise<unknown> => {
      const copy = Uint8Array.from(withWriteAheadLog(image, wal));
      copy.set([1, 1], 18);
      const { rows } = await runSql({ database: copy, query: 'SELECT count(*), (SELECT integrity_check FROM pragma_integrity_check) FROM t', parameters: [], rowsMax: 1 });
      return rows[0];
    };
    expect(await countIn(log)).toEqual([30, 'ok']);
    const frames = (log.length - 32) / 536;
    const counts: number[] = [];
    for (let kept = 4; kept <= frames; kept += 11) {
      const [count, check] = (await countIn(log.subarray(0, 32 + kept * 536 - 1))) as [number, string];
      expect([kept, check]).toEqual([kept, 'ok']);
      counts.push(count);
    }
    expect([Math.max(...counts) > 50, counts.at(0)]).toEqual([true, 1]);
  });

  it('that is damaged or foreign adds nothing, and nothing is ever read beyond it', () => {
    const database = new Uint8Array(1_024);
    assert(
      property(array(integer({ min: 0, max: 255 }), { maxLength: 200 }), (bytes) => {
        expect(withWriteAheadLog(database, Uint8Array.from([0x37, 0x7f, 0x06, 0x82, ...bytes]))).toBe(database);
      }),
    );
  });
});
