import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerOf, messageRequest, openEngine, tamper, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import type { LedgerStore } from '../../ledger/index.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { restoreSqliteStore } from './restore.ts';

const folders = temporaryFolders();
const stores: LedgerStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  folders.removeAll();
});

async function open(file: string): Promise<LedgerStore> {
  const store = await openSqliteStore({ file });
  stores.push(store);
  return store;
}

describe('a backup', () => {
  it('is one whole file, made while others write, and never takes the place of another', verifies('KEL-SQLITE-10'), async () => {
    const folder = folders.make();
    const store = await open(join(folder, 'ledger.db'));
    await store.transact(messageRequest('a', 'one'));
    const target = join(folder, 'copies', 'ledger-copy.db');
    const [, reply] = await Promise.all([store.backup(target), store.transact(messageRequest('b', 'two'))]);
    expect(reply.isReplay).toBe(false);
    expect(readdirSync(join(folder, 'copies'))).toEqual(['ledger-copy.db']);
    const before = readFileSync(target);
    await expect(store.backup(target)).rejects.toMatchObject({ code: 'ledger.target_exists', data: { file: target } });
    expect(readFileSync(target)).toEqual(before);
  });

  it('can be restored over a ledger, which is kept beside it', verifies('KEL-SQLITE-10'), async () => {
    const folder = folders.make();
    const file = join(folder, 'ledger.db');
    const store = await open(file);
    await store.transact(messageRequest('a', 'one'));
    const target = join(folder, 'copy.db');
    await store.backup(target);
    await store.transact(messageRequest('b', 'two'));
    await expect(restoreSqliteStore({ file, from: target })).rejects.toMatchObject({ code: 'ledger.busy' });
    await store.close();
    const clock = { nowMs: () => 1_800_000_000_000, monotonicMs: () => 0 };
    const { head, setAside } = await restoreSqliteStore({ file, from: target, clock });
    expect([head.position, setAside]).toEqual([1, `${file}.before-restore-2027-01-15T08-00-00.000Z`]);
    const restored = await open(file);
    expect((await restored.entries({ after: 0, limit: 9 })).map(({ append }) => append?.key)).toEqual(['a']);
    expect(await restored.examine()).toEqual([]);
    const old = await open(setAside ?? '');
    expect(await old.head()).toMatchObject({ position: 2 });
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('is restored where there was nothing', verifies('KEL-SQLITE-10'), async () => {
    const from = ledgerOf(folders.make(), 3);
    const file = join(folders.make(), 'new', 'ledger.db');
    expect(await restoreSqliteStore({ file, from })).toMatchObject({ head: { position: 3 }, setAside: null });
    expect(await (await open(file)).head()).toMatchObject({ position: 3 });
  });

  it('replaces a ledger that is damaged beyond opening', verifies('KEL-SQLITE-10'), async () => {
    const from = ledgerOf(folders.make(), 3);
    const file = ledgerOf(folders.make(), 9);
    writeFileSync(file, Buffer.alloc(20_000, 7));
    const { setAside } = await restoreSqliteStore({ file, from });
    expect(readFileSync(setAside ?? '')).toEqual(Buffer.alloc(20_000, 7));
    expect(await (await open(file)).head()).toMatchObject({ position: 3 });
  });

  it.each([
    ['is not there', (from: string) => rmSync(from), 'ledger.storage_failed'],
    ['is no ledger', (from: string) => writeFileSync(from, 'a text'), 'ledger.foreign_file'],
    ['is newer', (from: string) => tamper(from, 'PRAGMA user_version = 9'), 'ledger.newer_schema'],
    ['has changed', (from: string) => tamper(from, "UPDATE events SET payload = '{}' WHERE position = 2"), 'ledger.corrupt'],
    ['has a broken chain', breakChain, 'ledger.corrupt'],
  ])('that %s is refused, and the ledger stays as it is', verifies('KEL-SQLITE-10'), async (_what, spoil, code) => {
    const from = ledgerOf(folders.make(), 3);
    spoil(from);
    const folder = folders.make();
    const file = ledgerOf(folder, 5);
    await expect(restoreSqliteStore({ file, from })).rejects.toMatchObject({ code });
    expect(readdirSync(folder).sort()).toEqual(['ledger.db', 'ledger.head']);
    openEngine(file).close();
  });
});

/** Exchanges the last entry for one of another ledger: whole in itself, but not of this history. */
function breakChain(from: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-other-'));
  const other = ledgerOf(folder, 2);
  const bench = openEngine(other);
  bench.transact(messageRequest('other', 'of another past'), messageRequest('third', 'three'));
  bench.close();
  tamper(
    from,
    `ATTACH '${other}' AS other; DELETE FROM events WHERE position = 3; DELETE FROM words WHERE rowid = 3;
     UPDATE other.events SET position = -3 WHERE position = 3;
     INSERT INTO events SELECT 3, stream, 3, header, payload, chain_hash, append_key, content_hash, crc FROM other.events WHERE position = 4`,
  );
  rmSync(folder, { recursive: true });
}
