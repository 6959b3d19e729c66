import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerOf, messageRequest, openEngine, tamper, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { LedgerStore } from '../../ledger/index.ts';
import { backupDatabase } from './backup.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { restoreSqliteStore } from './restore.ts';
import { eventChecksum, type EventColumns } from './row-checksums.ts';

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

  it('that fails half-way puts everything back', verifies('KEL-LEDGERCLI-28'), async () => {
    const from = ledgerOf(folders.make(), 3);
    const folder = folders.make();
    const file = ledgerOf(folder, 5);
    // Asking for the lock changes the header of the database, so what it holds is read below.
    const state = (): unknown => [readdirSync(folder), sha256Hex(readFileSync(join(folder, 'ledger.head'), 'latin1'))];
    const before = state();
    const seen: string[][] = [];
    const record = (setAside: string | null): void => {
      seen.push([setAside ?? '', ...readdirSync(folder)]);
      throw new TypeError('no space left');
    };
    const clock = { nowMs: () => 1_800_000_000_000, monotonicMs: () => 0 };
    await expect(restoreSqliteStore({ file, from, clock, record })).rejects.toMatchObject({
      code: 'ledger.restore_failed',
      message: `The restore failed (no space left); the ledger that was there has been put back in ${file}.`,
      data: { file, detail: 'no space left', is_put_back: true, kept_aside: '' },
    });
    const aside = 'ledger.db.before-restore-2027-01-15T08-00-00.000Z';
    expect(seen).toEqual([[join(folder, aside), 'ledger.db', aside, `${aside}.head`, 'ledger.head']]);
    expect(state()).toEqual(before);
    const store = await open(file);
    expect([(await store.head()).position, await store.examine()]).toEqual([5, []]);
  });

  it('that fails half-way leaves nothing where there was nothing', verifies('KEL-LEDGERCLI-28'), async () => {
    const from = ledgerOf(folders.make(), 3);
    const folder = folders.make();
    const refuse = (): void => {
      throw new TypeError('no');
    };
    for (const failing of [{ record: refuse }, { confirm: refuse }]) {
      await expect(restoreSqliteStore({ file: join(folder, 'a', 'b', 'ledger.db'), from, ...failing })).rejects.toThrow('no');
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('says so when what was there cannot be put back', verifies('KEL-LEDGERCLI-28'), async () => {
    const from = ledgerOf(folders.make(), 3);
    const file = ledgerOf(folders.make(), 5);
    const record = (setAside: string | null): void => {
      rmSync(setAside ?? '');
      throw new TypeError('the disk is going');
    };
    await expect(restoreSqliteStore({ file, from, record })).rejects.toMatchObject({
      code: 'ledger.restore_failed',
      message: expect.stringMatching(/^The restore failed \(the disk is going\), and what was there could not be put back whole \(ENOENT/) as unknown,
      data: { is_put_back: false, kept_aside: expect.stringContaining('ledger.db.before-restore-') as unknown },
    });
  });

  it('is put in place only after a last look under the lock', verifies('KEL-LEDGERCLI-28'), async () => {
    const from = ledgerOf(folders.make(), 3);
    const folder = folders.make();
    const file = ledgerOf(folder, 5);
    const seen: (number | undefined)[] = [];
    const confirm = (present: { readonly position: number } | undefined): void => {
      seen.push(present?.position);
      expect(() => tamper(file, 'BEGIN IMMEDIATE')).toThrow('database is locked');
      throw new KeelsonError('ledger.restore_outdated', { message: 'm', nextStep: 'n', data: { tenant: 't', present_position: 5, backup_position: 3 } });
    };
    await expect(restoreSqliteStore({ file, from, confirm })).rejects.toMatchObject({ code: 'ledger.restore_outdated' });
    expect([seen, readdirSync(folder)]).toEqual([[5], ['ledger.db', 'ledger.head']]);
    rmSync(file);
    await restoreSqliteStore({ file, from, confirm: (present) => void seen.push(present?.position) });
    writeFileSync(file, Buffer.alloc(20_000, 7));
    await restoreSqliteStore({ file, from, confirm: (present) => void seen.push(present?.position) });
    expect(seen).toEqual([5, undefined, undefined]);
  });

  it('is not written of a ledger that does not say what was recorded', verifies('KEL-LEDGERCLI-28'), async () => {
    const folder = folders.make();
    const file = ledgerOf(folder, 5);
    const forged = '{"role":"person","session_id":"s1","text":"forged"}';
    const row = new DatabaseSync(file).prepare('SELECT * FROM events WHERE position = 2').get() as unknown as EventColumns;
    tamper(file, `UPDATE events SET payload = '${forged}', crc = ${eventChecksum({ ...row, payload: forged })} WHERE position = 2`);
    await expect(backupDatabase(file, join(folder, 'copy.db'))).rejects.toMatchObject({ code: 'ledger.corrupt', data: { file, detail: 'entry 2 does not say what was recorded' } });
    expect(readdirSync(folder).filter((name) => name.includes('copy'))).toEqual([]);
  });

  it('is not written of a ledger whose pages are damaged', verifies('KEL-LEDGERCLI-28'), async () => {
    const folder = folders.make();
    const file = ledgerOf(folder, 5);
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4_096, 8_192);
    writeFileSync(file, bytes);
    await expect(backupDatabase(file, join(folder, 'copy.db'))).rejects.toMatchObject({ code: 'ledger.corrupt', data: { file } });
    expect(readdirSync(folder).filter((name) => name.includes('copy'))).toEqual([]);
  });

  it.each([
    ['is not there', (from: string) => rmSync(from), 'ledger.storage_failed'],
    ['is empty', (from: string) => writeFileSync(from, ''), 'ledger.foreign_file'],
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
