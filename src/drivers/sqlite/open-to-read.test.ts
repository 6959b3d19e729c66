import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerOf, messageRequest, openEngine, tamper, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import type { LedgerStore } from '../../ledger/index.ts';
import { headPathOf } from './head-file.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { openSqliteStoreToRead, type ReadingSqliteStore } from './open-to-read.ts';

const folders = temporaryFolders();
const stores: LedgerStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  folders.removeAll();
});

async function reading(file: string): Promise<ReadingSqliteStore> {
  const store = await openSqliteStoreToRead({ file });
  stores.push(store);
  return store;
}

async function writing(file: string): Promise<LedgerStore> {
  const store = await openSqliteStore({ file });
  stores.push(store);
  return store;
}

const textsOf = async (store: LedgerStore): Promise<unknown[]> => (await store.entries({ after: 0, limit: 10 })).map(({ payload }) => (JSON.parse(payload ?? '{}') as { text: unknown }).text);

describe('a ledger opened for reading', () => {
  it('gives what one that is opened for writing gives, and leaves its folder as it was', verifies('KEL-LEDGERCLI-34'), async () => {
    const file = ledgerOf(folders.make(), 3);
    const answers = async (store: LedgerStore): Promise<unknown[]> => {
      const [first] = await store.entries({ after: 0, limit: 1 });
      return [
        await store.head(),
        await store.entries({ after: 1, limit: 10 }),
        await store.appended(first?.append?.key ?? ''),
        await store.record({ space: 'setup', key: 'projections' }),
        await store.records({ space: 'document', prefix: '', after: '', limit: 10 }),
        await store.blob('0'.repeat(64)),
        await store.search({ terms: ['message'], limit: 10 }),
        { ...(await store.counts()), bytes: 0 },
        await store.examine(),
      ];
    };
    const writer = await openSqliteStore({ file });
    const expected = await answers(writer);
    await writer.close();
    const before = readdirSync(join(file, '..')).map((name) => [name, readFileSync(join(file, '..', name)).toString('base64')]);
    const store = await reading(file);
    expect(await answers(store)).toEqual(expected);
    expect({ bytes: (await store.counts()).bytes, isHeadMissing: store.isHeadMissing, epoch: typeof store.time().epoch }).toEqual({ bytes: readFileSync(file).length, isHeadMissing: false, epoch: 'string' });
    expect(readdirSync(join(file, '..')).map((name) => [name, readFileSync(join(file, '..', name)).toString('base64')])).toEqual(before);
  });

  it('refuses whatever would write, and everything once it is closed', verifies('KEL-LEDGERCLI-34'), async () => {
    const file = ledgerOf(folders.make(), 1);
    const store = await reading(file);
    const refused = { code: 'ledger.read_only', data: { file } };
    for (const attempt of [store.transact(messageRequest('k', 'x')), store.sweepBlobs(0), store.forgetRemoved(), store.backup(`${file}.copy`)]) await expect(attempt).rejects.toMatchObject(refused);
    await store.close();
    await expect(store.head()).rejects.toMatchObject({ code: 'ledger.closed', data: { store: file } });
  });

  it('sees what others commit, whether they came before it or after', verifies('KEL-LEDGERCLI-34'), async () => {
    const file = ledgerOf(folders.make(), 0);
    const alone = await reading(file);
    expect(await textsOf(alone)).toEqual([]);
    const news = new Promise<void>((resolve) => void alone.onCommit(() => resolve()));
    const writer = await writing(file);
    await writer.transact(messageRequest('a', 'one'));
    await news;
    expect(await textsOf(alone)).toEqual(['one']);
    const beside = await reading(file);
    await writer.transact(messageRequest('b', 'two'));
    expect([await textsOf(alone), await textsOf(beside), await alone.examine()]).toEqual([['one', 'two'], ['one', 'two'], []]);
  });

  it('reads again what was written while it was read', verifies('KEL-LEDGERCLI-34'), async () => {
    const file = ledgerOf(folders.make(), 2);
    const store = await reading(file);
    const head = store.head();
    const bench = openEngine(file);
    bench.transact(messageRequest('late', 'late'));
    bench.close();
    expect([existsSync(`${file}-wal`), (await head).position]).toEqual([false, 3]);
  });

  it('reads again for everyone who was reading when somebody else noticed the change', verifies('KEL-LEDGERCLI-34'), async () => {
    const file = ledgerOf(folders.make(), 2);
    const store = await openSqliteStoreToRead({ file });
    const one = store.head();
    const searched = store.search({ terms: ['message'], limit: 10 });
    const engine = openEngine(file);
    engine.transact(messageRequest('late', 'late'));
    engine.close();
    const two = store.head();
    expect([(await one).position, (await two).position]).toEqual([3, 3]);
    await searched;
    await store.close();
  });

  it('gives up on a file that never rests', verifies('KEL-LEDGERCLI-34'), async () => {
    const file = ledgerOf(folders.make(), 2);
    const store = await reading(file);
    const stirring = new AbortController();
    const head = store.head().finally(() => stirring.abort());
    const stir = async (): Promise<void> => {
      for (let at = 1; !stirring.signal.aborted; at += 1) {
        utimesSync(file, at, at);
        await Promise.resolve();
      }
    };
    await Promise.all([expect(head).rejects.toMatchObject({ code: 'ledger.busy', data: { file, attempts: 15 } }), stir()]);
  });

  it('knows a ledger that was not closed by what lies beside it', verifies('KEL-LEDGERCLI-34'), async () => {
    const folder = folders.make();
    const file = ledgerOf(folder, 1);
    const writer = await writing(file);
    await writer.transact(messageRequest('b', 'only in the write-ahead log'));
    const copy = join(folders.make(), 'ledger.db');
    for (const end of ['', '-wal', '-shm']) writeFileSync(copy + end, readFileSync(file + end));
    writeFileSync(headPathOf(copy), readFileSync(headPathOf(file)));
    expect((await (await reading(copy)).head()).position).toBe(2);
  });

  it('says that there is no head to compare with', verifies('KEL-LEDGERCLI-34'), async () => {
    const file = ledgerOf(folders.make(), 1);
    rmSync(headPathOf(file));
    expect((await reading(file)).isHeadMissing).toBe(true);
    expect(existsSync(headPathOf(file))).toBe(false);
  });

  it.each<[string, (file: string) => void, object]>([
    ['has lost its end', (file) => tamper(file, 'DELETE FROM events WHERE position = 2'), { code: 'ledger.tail_cut', data: { head: 2, found: 1 } }],
    ['is gone', (file) => rmSync(file), { code: 'ledger.tail_cut', data: { head: 2, found: 0 } }],
    ['is empty', (file) => truncateSync(file), { code: 'ledger.tail_cut', data: { head: 2, found: 0 } }],
    ['is gone with its head', (file) => [file, headPathOf(file)].forEach((one) => rmSync(one)), { code: 'ledger.read_only' }],
    ['is no ledger', (file) => writeFileSync(file, 'Dear Ada,'), { code: 'ledger.foreign_file' }],
    ['is of a newer Keelson', (file) => tamper(file, 'PRAGMA user_version = 99'), { code: 'ledger.newer_schema' }],
    ['is of an older one', (file) => tamper(file, 'PRAGMA user_version = 0'), { code: 'ledger.read_only' }],
  ])('is refused when it %s', verifies('KEL-LEDGERCLI-34'), async (_what, spoil, refusal) => {
    const file = ledgerOf(folders.make(), 2);
    spoil(file);
    await expect(openSqliteStoreToRead({ file })).rejects.toMatchObject(refusal);
  });
});
