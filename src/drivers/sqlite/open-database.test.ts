import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { codeOf, ledgerOf, leaseRequest, messageRequest, openEngine, replyOf, tamper, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { BUILTIN_SETUP } from '../../ledger/index.ts';
import { connectReader } from './store-reader.ts';
import { headFault } from './compare-head.ts';
import { refuseForeign } from './open-database.ts';
import { blobPartChecksum, metaChecksum } from './row-checksums.ts';
import { checkOwnership, SCHEMA_VERSION } from './schema.ts';
import { wordsAreCurrent } from './words-index.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

function refusal(file: string): { code: string; data: unknown } {
  try {
    openEngine(file).close();
  } catch (error) {
    if (error instanceof KeelsonError) return { code: error.code, data: error.data };
    throw error;
  }
  throw new Error('it was opened');
}

async function find(file: string, ...terms: string[]): Promise<readonly number[]> {
  const reader = connectReader(file, () => expect.fail('no time is needed'));
  const found = await reader.search({ terms, limit: 10 });
  reader.close();
  return found;
}

describe('opening a database', () => {
  it('creates the folder and the file, in WAL mode, marked as ours', verifies('KEL-SQLITE-01'), () => {
    const file = join(folders.make(), 'deep', 'er', 'ledger.db');
    openEngine(file).close();
    const database = new DatabaseSync(file);
    const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect([pragma('application_id'), pragma('user_version'), pragma('journal_mode')]).toEqual([0x4b65656c, SCHEMA_VERSION, 'wal']);
    database.close();
  });

  it('writes every commit through to the disk and overwrites what is deleted', verifies('KEL-SQLITE-01'), () => {
    const seen: unknown[] = [];
    const look = (database: DatabaseSync): void => {
      for (const name of ['synchronous', 'secure_delete', 'busy_timeout']) seen.push(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    };
    openEngine(join(folders.make(), 'ledger.db'), { opened: look }).close();
    expect(seen).toEqual([2, 1, 0]);
  });

  it.each([
    ['a text', (file: string) => writeFileSync(file, 'Dear diary, '.repeat(50))],
    ['a folder', (file: string) => mkdirSync(file)],
    ["another program's database", (file: string) => tamper(file, 'CREATE TABLE t (a); PRAGMA application_id = 7')],
    ['a database of nobody', (file: string) => tamper(file, 'CREATE TABLE t (a)')],
  ])('refuses %s and leaves it as it is', verifies('KEL-SQLITE-01'), (_what, make) => {
    const folder = folders.make();
    const file = join(folder, 'ledger.db');
    make(file);
    const before = existsSync(join(file, '.')) ? undefined : readFileSync(file);
    expect(refusal(file).code).toBe('ledger.foreign_file');
    if (before !== undefined) expect(readFileSync(file)).toEqual(before);
    expect(existsSync(join(folder, 'ledger.head'))).toBe(false);
  });

  it('refuses a newer schema and changes nothing', verifies('KEL-SQLITE-01'), () => {
    const file = ledgerOf(folders.make(), 1);
    tamper(file, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    expect(refusal(file)).toEqual({ code: 'ledger.newer_schema', data: { file, found: SCHEMA_VERSION + 1, known: SCHEMA_VERSION } });
    tamper(file, `PRAGMA user_version = ${SCHEMA_VERSION}`);
    openEngine(file).close();
  });

  it('is refused by its marks alone when they are not ours', verifies('KEL-SQLITE-01'), () => {
    const owned = (sql: string): (() => void) => () => {
      const database = new DatabaseSync(':memory:');
      database.exec(sql);
      checkOwnership(database, 'ledger.db');
    };
    const foreign = expect.objectContaining({ code: 'ledger.foreign_file' }) as Error;
    expect(owned('')).not.toThrow();
    expect(owned(`CREATE TABLE t (a); PRAGMA application_id = ${0x4b65656c}; PRAGMA user_version = 1`)).not.toThrow();
    expect(owned('CREATE TABLE t (a)')).toThrow(foreign);
    expect(owned('PRAGMA application_id = 7')).toThrow(foreign);
    expect(owned('PRAGMA user_version = 1')).toThrow(foreign);
    expect(owned(`PRAGMA application_id = ${0x4b65656c}; PRAGMA user_version = ${SCHEMA_VERSION + 1}`)).toThrow(expect.objectContaining({ code: 'ledger.newer_schema' }) as Error);
  });

  it('is refused by its first bytes before SQLite recovers it, unless it is still empty', verifies('KEL-SQLITE-01'), () => {
    const folder = folders.make();
    const file = join(folder, 'ledger.db');
    const refuse = (): void => refuseForeign(file);
    expect(refuse).not.toThrow();
    writeFileSync(file, '');
    expect(refuse).not.toThrow();
    writeFileSync(file, 'Dear diary');
    expect(refuse).toThrow('it does not begin like one');
    writeFileSync(`${file}-journal`, '');
    expect(refuse).toThrow('it does not begin like one');
    writeFileSync(file, '');
    expect(refuse).not.toThrow();
    expect(() => refuseForeign(folder)).toThrow('it is a folder');
    expect(() => refuseForeign(ledgerOf(folders.make(), 1))).not.toThrow();
  });

  it('refuses a file with damaged pages', verifies('KEL-SQLITE-01'), () => {
    const file = ledgerOf(folders.make(), 200);
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4096 * 3, 4096 * 5);
    writeFileSync(file, bytes);
    expect(refusal(file).code).toBe('ledger.corrupt');
  });

  it('refuses a file that was cut short', verifies('KEL-SQLITE-01'), () => {
    const file = ledgerOf(folders.make(), 200);
    truncateSync(file, 4096 * 10);
    expect(refusal(file).code).toBe('ledger.corrupt');
  });

  it('creates again what is missing: an index, a column, the index of words', verifies('KEL-SQLITE-11'), async () => {
    const file = ledgerOf(folders.make(), 3);
    tamper(file, 'DROP INDEX events_by_key; DROP INDEX events_by_stream; ALTER TABLE blobs DROP COLUMN put_at; DROP TABLE words');
    const bench = openEngine(file);
    expect(replyOf(bench.transact(messageRequest('k2', 'message 2'))[0])).toMatchObject({ isReplay: true });
    bench.close();
    expect(await find(file, 'MESSAGE')).toEqual([3, 2, 1]);
    const database = new DatabaseSync(file);
    expect(database.prepare('SELECT put_at FROM blobs').all()).toEqual([]);
    database.close();
  });

  it('notes for a ledger of an older Keelson which parts its blobs need', verifies('KEL-SQLITE-11', 'KEL-LEDGER-19'), () => {
    const file = ledgerOf(folders.make(), 1);
    const [part, blob] = ['a'.repeat(64), 'b'.repeat(64)];
    tamper(file, `DROP TRIGGER blobs_with_noted_parts; INSERT INTO blobs VALUES ('${blob}', 3, NULL, '${part}', 1, 0); DROP TABLE blob_parts; PRAGMA user_version = 1`);
    openEngine(file).close();
    const database = new DatabaseSync(file);
    expect(database.prepare('SELECT part, blob, crc FROM blob_parts').all()).toEqual([{ part, blob, crc: blobPartChecksum({ part, blob }) }]);
    database.close();
  });

  it('stops a process of an older Keelson that would store parts of which nobody knew that they are needed', verifies('KEL-SQLITE-11', 'KEL-LEDGER-19'), () => {
    const file = ledgerOf(folders.make(), 1);
    const [part, blob] = ['a'.repeat(64), 'b'.repeat(64)];
    const asBefore = (parts: string | null): (() => void) => () => tamper(file, `INSERT INTO blobs VALUES ('${blob}', 3, NULL, ${parts === null ? 'NULL' : `'${parts}'`}, 1, 0)`);
    expect(asBefore(part)).toThrow('a newer Keelson has brought this ledger forward');
    expect(asBefore(null)).not.toThrow();
    tamper(file, `DELETE FROM blobs; INSERT INTO blob_parts VALUES ('${part}', '${blob}', 0)`);
    expect(asBefore(part)).not.toThrow();
  });

  it.each([
    ['its words are wrong', "UPDATE words_data SET block = x'00ff00ff'"],
    ['it cannot even be read', 'DROP TABLE words_config'],
  ])('makes the index of words again when %s', verifies('KEL-SQLITE-11'), async (_what, sql) => {
    const file = ledgerOf(folders.make(), 3);
    tamper(file, sql);
    openEngine(file).close();
    expect(await find(file, 'ssage 2')).toEqual([2]);
  });

  it.each([
    ['other types become searchable', 'nfkc-lower-1 other.type'],
    ['words are folded in another way', 'session.message_recorded'],
  ])('indexes old words again when %s', verifies('KEL-SQLITE-11'), async (_what, value) => {
    const file = ledgerOf(folders.make(), 2);
    const crc = metaChecksum({ name: 'searchable', value });
    tamper(file, `DELETE FROM words; UPDATE meta SET value = '${value}', crc = ${crc} WHERE name = 'searchable'`);
    openEngine(file).close();
    expect(await find(file, 'message')).toEqual([2, 1]);
  });

  it('knows when the index of words is as it should be', verifies('KEL-SQLITE-11'), () => {
    const file = ledgerOf(folders.make(), 2);
    const isCurrent = (setup = BUILTIN_SETUP): boolean => {
      const database = new DatabaseSync(file);
      try {
        return wordsAreCurrent(database, setup, file);
      } finally {
        database.close();
      }
    };
    expect(isCurrent()).toBe(true);
    expect(isCurrent({ ...BUILTIN_SETUP, searchable: [] })).toBe(false);
    tamper(file, 'DROP TABLE words');
    expect(isCurrent()).toBe(false);
  });

  it('refuses two rows with one key when the index that forbids it is gone', verifies('KEL-SQLITE-11'), () => {
    const file = ledgerOf(folders.make(), 2);
    tamper(file, "DROP INDEX events_by_key; UPDATE events SET append_key = 'k1'");
    expect(refusal(file).code).toBe('ledger.corrupt');
  });
});

describe('the head beside the database', () => {
  it('is compared by position, by commits without events, and by the chain', verifies('KEL-SQLITE-04'), () => {
    const head = (position: number, touches: number, chainHash = 'a') => ({ position, touches, chainHash });
    const code = (best: ReturnType<typeof head>, current: ReturnType<typeof head>): string | undefined =>
      headFault('ledger.db', best, current, (position) => (position === 3 ? 'a' : undefined))?.code;
    expect(code(head(3, 2), head(3, 2))).toBeUndefined();
    expect(code(head(3, 2), head(4, 3))).toBeUndefined();
    expect(code(head(0, 0, 'genesis'), head(0, 0))).toBeUndefined();
    expect(code(head(4, 2), head(3, 2))).toBe('ledger.tail_cut');
    expect(code(head(3, 3), head(3, 2))).toBe('ledger.tail_cut');
    expect(code(head(3, 2, 'b'), head(3, 2))).toBe('ledger.head_mismatch');
    expect(code(head(2, 2), head(3, 2))).toBe('ledger.head_mismatch');
  });

  it('reveals a database that lost its end', verifies('KEL-SQLITE-04'), () => {
    const folder = folders.make();
    const file = ledgerOf(folder, 2);
    copyFileSync(file, join(folder, 'old.db'));
    const bench = openEngine(file);
    bench.transact(messageRequest('k3', 'message 3'));
    bench.close();
    copyFileSync(join(folder, 'old.db'), file);
    expect(refusal(file)).toEqual({ code: 'ledger.tail_cut', data: { file, head: 3, found: 2 } });
  });

  it('reveals a database that is gone, and does not begin a new one', verifies('KEL-SQLITE-04'), () => {
    const file = ledgerOf(folders.make(), 2);
    rmSync(file);
    expect(refusal(file)).toEqual({ code: 'ledger.tail_cut', data: { file, head: 2, found: 0 } });
    expect(existsSync(file)).toBe(false);
  });

  it('reveals that commits without events are gone', verifies('KEL-SQLITE-04'), () => {
    const folder = folders.make();
    const file = ledgerOf(folder, 2);
    copyFileSync(file, join(folder, 'old.db'));
    const bench = openEngine(file);
    bench.transact(leaseRequest('run-1'));
    bench.close();
    copyFileSync(join(folder, 'old.db'), file);
    expect(refusal(file)).toEqual({ code: 'ledger.tail_cut', data: { file, head: 2, found: 2 } });
  });

  it('reveals another history of the same length', verifies('KEL-SQLITE-04'), () => {
    const file = ledgerOf(folders.make(), 3);
    const other = join(folders.make(), 'ledger.db');
    const bench = openEngine(other);
    for (const at of [1, 2, 3, 4]) bench.transact(messageRequest(`o${at}`, 'another'));
    bench.close();
    copyFileSync(other, file);
    expect(refusal(file)).toEqual({ code: 'ledger.head_mismatch', data: { file, position: 3 } });
  });

  it('lets a loss be accepted, and is content from then on', verifies('KEL-SQLITE-04'), () => {
    const folder = folders.make();
    const file = ledgerOf(folder, 2);
    copyFileSync(file, join(folder, 'old.db'));
    const bench = openEngine(file);
    bench.transact(messageRequest('k3', 'message 3'));
    bench.close();
    copyFileSync(join(folder, 'old.db'), file);
    openEngine(file, {}, { acceptTailCut: true }).close();
    openEngine(file).close();
  });

  it.each([
    ['missing', (path: string) => rmSync(path)],
    ['empty', (path: string) => truncateSync(path, 0)],
    ['torn', (path: string) => truncateSync(path, 200)],
  ])('raises no alarm when it is %s, and is written anew', verifies('KEL-SQLITE-04'), (_what, spoil) => {
    const folder = folders.make();
    const file = ledgerOf(folder, 2);
    copyFileSync(file, join(folder, 'old.db'));
    const bench = openEngine(file);
    bench.transact(messageRequest('k3', 'message 3'));
    bench.close();
    spoil(join(folder, 'ledger.head'));
    openEngine(file).close();
    copyFileSync(join(folder, 'old.db'), file);
    expect(refusal(file).code).toBe('ledger.tail_cut');
  });

  it('may be behind the database, as a crash between the two leaves it', verifies('KEL-SQLITE-04'), () => {
    const folder = folders.make();
    const file = ledgerOf(folder, 2);
    copyFileSync(join(folder, 'ledger.head'), join(folder, 'old.head'));
    const bench = openEngine(file);
    bench.transact(messageRequest('k3', 'message 3'), leaseRequest('run-1'));
    bench.close();
    copyFileSync(join(folder, 'old.head'), join(folder, 'ledger.head'));
    openEngine(file).close();
  });
});

describe('a row that changed on disk', () => {
  const cases: [string, string, (reader: ReturnType<typeof connectReader>) => Promise<unknown>][] = [
    ['an event', "UPDATE events SET payload = '{}' WHERE position = 2", (reader) => reader.entries({ after: 1, limit: 1 })],
    ['the last event', "UPDATE events SET chain_hash = 'x' WHERE position = 3", (reader) => reader.head()],
    ['an event found by its key', "UPDATE events SET header = '{}' WHERE position = 2", (reader) => reader.appended('k2')],
    ['the name of a stream', "UPDATE streams SET name = 'session/s2'", (reader) => reader.entries({ stream: 'session/s2', after: 0, limit: 9 })],
    ['a record', "UPDATE records SET body = '{}'", (reader) => reader.record({ space: 'lease', key: 'run-1' })],
    ['a record in a page', 'UPDATE records SET due_ms = 5', (reader) => reader.records({ space: 'lease', prefix: '', after: '', limit: 9 })],
    ['a log with a hole', 'DELETE FROM events WHERE position = 2', (reader) => reader.entries({ after: 0, limit: 9 })],
    ['a stream with a hole', 'DELETE FROM events WHERE position = 1', (reader) => reader.entries({ stream: 'session/s1', after: 0, limit: 9 })],
  ];

  it.each(cases)('is refused and never returned: %s', verifies('KEL-SQLITE-02'), async (_what, sql, read) => {
    const file = ledgerOf(folders.make(), 3);
    const bench = openEngine(file);
    bench.transact(leaseRequest('run-1'));
    bench.close();
    tamper(file, sql);
    const reader = connectReader(file, () => expect.fail('no time is needed'));
    await expect(read(reader)).rejects.toMatchObject({ code: 'ledger.corrupt' });
    reader.close();
  });

  it('refuses only the request that needs it', verifies('KEL-SQLITE-02'), () => {
    const file = ledgerOf(folders.make(), 1);
    const first = openEngine(file);
    first.transact(leaseRequest('run-1'));
    first.close();
    tamper(file, "UPDATE records SET body = '{}'");
    const bench = openEngine(file);
    const [bad, good] = bench.transact(leaseRequest('run-1'), messageRequest('k2', 'two'));
    expect([codeOf(bad), replyOf(good)?.appended]).toEqual(['ledger.corrupt', [{ stream: 'session/s1', position: 2, sequence: 2 }]]);
    bench.close();
  });
});
