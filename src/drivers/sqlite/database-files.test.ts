import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerOf, messageRequest, openEngine, replyOf, tamper, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import { realDatabasePath } from './database-path.ts';
import { headPathOf, openHeadFile, type Opener } from './head-file.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

const LOCKS = '/proc/locks';
const modeOf = (path: string): number => statSync(path).mode & 0o777;

function openersOf(file: string): readonly Opener[] {
  const head = openHeadFile(headPathOf(file));
  const openers = head.openers();
  head.close();
  return openers;
}

describe('the files of a ledger', () => {
  it('are for their owner only, and so are the folders made for them', () => {
    const folder = folders.make();
    const file = join(folder, 'data', 'tenant', 'ledger.db');
    const bench = openEngine(file);
    bench.transact(messageRequest('a', 'one'));
    const names = readdirSync(join(folder, 'data', 'tenant')).sort();
    expect(names).toEqual(['ledger.db', 'ledger.db-shm', 'ledger.db-wal', 'ledger.head']);
    expect(names.map((name) => modeOf(join(folder, 'data', 'tenant', name)))).toEqual([0o600, 0o600, 0o600, 0o600]);
    expect([modeOf(join(folder, 'data')), modeOf(join(folder, 'data', 'tenant'))]).toEqual([0o700, 0o700]);
    bench.close();
  });

  it('are never those of another ledger in the same folder', () => {
    const folder = folders.make();
    for (const name of ['ledger', 'ledger.db', 'ledger.db.old']) {
      const bench = openEngine(join(folder, name));
      expect(replyOf(bench.transact(messageRequest('a', name))[0])?.appended).toMatchObject([{ position: 1 }]);
      bench.transact(messageRequest(name, name));
      bench.close();
    }
  });

  it('are the same whichever way leads to them', async () => {
    const folder = folders.make();
    const file = ledgerOf(folder, 2);
    mkdirSync(join(folder, 'links'));
    const link = join(folder, 'links', 'ledger.db');
    symlinkSync(file, link);
    const store = await openSqliteStore({ file: link });
    await store.transact(messageRequest('c', 'three'));
    await store.close();
    expect(readdirSync(join(folder, 'links'))).toEqual(['ledger.db']);
    symlinkSync(join(folder, 'links'), join(folder, 'other'));
    symlinkSync('later.db', join(folder, 'links', 'planned.db'));
    expect(realDatabasePath(join(folder, 'other', 'ledger.db'))).toBe(file);
    expect(realDatabasePath(join(folder, 'other', 'planned.db'))).toBe(join(folder, 'links', 'later.db'));
    expect(realDatabasePath(join(folder, 'other', 'new', 'ledger.db'))).toBe(join(folder, 'links', 'new', 'ledger.db'));
  });

  it('are refused when a link only leads to itself', async () => {
    const file = join(folders.make(), 'ledger.db');
    symlinkSync(file, file);
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ code: 'ledger.storage_failed' });
  });
});

describe("another program's database", () => {
  it('that was left in the midst of a change is left so', verifies('KEL-SQLITE-01'), () => {
    const folder = folders.make();
    const source = join(folder, 'source.db');
    const database = new DatabaseSync(source);
    database.exec('CREATE TABLE t (a); PRAGMA cache_size = 5');
    const insert = database.prepare('INSERT INTO t VALUES (?)');
    for (let row = 0; row < 50; row += 1) insert.run('old'.repeat(500));
    database.exec('BEGIN');
    for (let row = 0; row < 200; row += 1) insert.run('new'.repeat(500));
    const file = join(folder, 'ledger.db');
    for (const end of ['', '-journal']) copyFileSync(source + end, file + end);
    database.exec('ROLLBACK');
    database.close();
    const before = [readFileSync(file), readFileSync(`${file}-journal`)];
    expect(() => openEngine(file)).toThrow(expect.objectContaining({ code: 'ledger.foreign_file' }) as Error);
    expect([readFileSync(file), readFileSync(`${file}-journal`)]).toEqual(before);
  });
});

describe('a ledger whose making was cut off', () => {
  it('is made anew: its journal says that nothing was there before', verifies('KEL-SQLITE-01'), () => {
    const folder = folders.make();
    const source = join(folder, 'source.db');
    const database = new DatabaseSync(source);
    database.exec('PRAGMA cache_size = 5; BEGIN; CREATE TABLE t (a)');
    const insert = database.prepare('INSERT INTO t VALUES (?)');
    for (let row = 0; row < 200; row += 1) insert.run('new'.repeat(500));
    const file = join(folder, 'ledger.db');
    for (const end of ['', '-journal']) copyFileSync(source + end, file + end);
    database.exec('ROLLBACK');
    database.close();
    expect(statSync(file).size).toBeGreaterThan(0);
    const engine = openEngine(file);
    expect(engine.transact(messageRequest('k1', 'first'))).toMatchObject([{ reply: { appended: [{ position: 1 }] } }]);
    engine.close();
  });
});

describe('a ledger that is open twice in one process', () => {
  // The locks of a process on a file are only shown where the system lists them.
  it.runIf(existsSync(LOCKS))('keeps its locks when one of the two is opened and closed', async () => {
    const file = join(folders.make(), 'ledger.db');
    const locks = (): string[] => readFileSync(LOCKS, 'utf8').split('\n').filter((line) => line.includes(`:${statSync(file).ino} `));
    const first = await openSqliteStore({ file });
    await first.transact(messageRequest('a', 'one'));
    expect(locks()).toHaveLength(1);
    const second = await openSqliteStore({ file });
    expect(locks()).toHaveLength(1);
    await second.close();
    expect(locks()).toHaveLength(1);
    await first.close();
  });

  it('shows each of the two what the other has committed', async () => {
    const file = join(folders.make(), 'ledger.db');
    const [one, other] = await Promise.all([openSqliteStore({ file }), openSqliteStore({ file })]);
    await one.transact(messageRequest('a', 'one'));
    expect((await other.transact(messageRequest('b', 'two'))).appended).toMatchObject([{ position: 2 }]);
    expect([await one.head(), await other.appended('a')]).toMatchObject([{ position: 2 }, [{ position: 1 }]]);
    await one.close();
    expect((await other.transact(messageRequest('c', 'three'))).appended).toMatchObject([{ position: 3 }]);
    await other.close();
  });

  it('is noted twice, and left once by each', () => {
    const file = join(folders.make(), 'ledger.db');
    const [one, other] = [openEngine(file), openEngine(file)];
    expect(openersOf(file)).toHaveLength(2);
    one.close();
    expect(openersOf(file)).toHaveLength(1);
    other.close();
    expect(openersOf(file)).toEqual([]);
  });
});

describe('a start after a crash', () => {
  it('looks at the file once and then forgets who crashed', () => {
    const file = ledgerOf(folders.make(), 2);
    const head = openHeadFile(headPathOf(file));
    head.enter({ epoch: 'an earlier boot', pid: 12_345, token: 'x' });
    head.close();
    openEngine(file).close();
    expect(openersOf(file)).toEqual([]);
  });

  it('keeps who crashed noted as long as the file is damaged', () => {
    const file = ledgerOf(folders.make(), 2);
    const crashed = { epoch: 'an earlier boot', pid: 12_345, token: 'x' };
    const head = openHeadFile(headPathOf(file));
    head.enter(crashed);
    head.close();
    truncateSync(file, 4096 * 6);
    expect(() => openEngine(file)).toThrow(expect.objectContaining({ code: 'ledger.corrupt' }) as Error);
    expect(openersOf(file)).toEqual([crashed]);
  });

  it('overwrites what it drops when it makes the index of words anew', verifies('KEL-LEDGER-08'), () => {
    const file = ledgerOf(folders.make(), 1);
    const leftover = 'quokka-zebra-xylophone ';
    tamper(file, `INSERT INTO words_content (id, c0, c1) VALUES (9, 's', '${leftover.repeat(40)}')`);
    expect(readFileSync(file).includes(leftover)).toBe(true);
    openEngine(file).close();
    expect(readFileSync(file).includes(leftover)).toBe(false);
  });
});

describe('what is left of a lost end', () => {
  /** A ledger whose last commit is torn in the write-ahead log, as a bad disk leaves it. */
  function tornLedger(): string {
    const bench = openEngine(join(folders.make(), 'ledger.db'));
    for (const key of ['a', 'b', 'c']) bench.transact(messageRequest(key, key));
    const file = join(folders.make(), 'ledger.db');
    for (const end of ['', '-wal']) copyFileSync(bench.file + end, file + end);
    copyFileSync(headPathOf(bench.file), headPathOf(file));
    bench.close();
    truncateSync(`${file}-wal`, statSync(`${file}-wal`).size - 100);
    return file;
  }

  it.each([{ acceptTailCut: false }, { acceptTailCut: true }])('is kept aside before SQLite tidies up: %o', verifies('KEL-SQLITE-04'), (options) => {
    const file = tornLedger();
    const torn = readFileSync(`${file}-wal`);
    if (options.acceptTailCut) openEngine(file, {}, options).close();
    else expect(() => openEngine(file)).toThrow(expect.objectContaining({ code: 'ledger.tail_cut', data: { file, head: 3, found: 2 } }) as Error);
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(readFileSync(`${file}-wal.cut-3`)).toEqual(torn);
  });

  it('is kept as it was found first', () => {
    const file = tornLedger();
    copyFileSync(headPathOf(file), `${file}-wal.cut-3`);
    expect(() => openEngine(file)).toThrow(expect.objectContaining({ code: 'ledger.tail_cut' }) as Error);
    expect(readFileSync(`${file}-wal.cut-3`)).toEqual(readFileSync(headPathOf(file)));
  });
});

describe('a missing head', () => {
  it('is told by the store that made it anew, if there is a log', async () => {
    const file = join(folders.make(), 'ledger.db');
    const found: boolean[] = [];
    for (const act of [() => undefined, () => rmSync(headPathOf(file)), () => undefined]) {
      act();
      const store = await openSqliteStore({ file });
      found.push(store.isHeadRebuilt);
      await store.transact(messageRequest('a', 'one'));
      await store.close();
    }
    expect(found).toEqual([false, true, false]);
  });
});
