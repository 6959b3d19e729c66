import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { logOver, message } from '../../../test/contract-suites/ledger-samples.ts';
import { ledgerStoreSuite } from '../../../test/contract-suites/ledger-store.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { leaseRequest, ledgerOf, messageRequest, temporaryFolder, temporaryFolders, TIME } from '../../../test/support/sqlite-ledger.ts';
import { BUILTIN_SETUP, erasePayloads, type LedgerStore } from '../../ledger/index.ts';
import { openSqliteStore, type SqliteStoreOptions } from './open-sqlite-store.ts';

const folders = temporaryFolders();
const stores: LedgerStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  folders.removeAll();
});

async function open(file: string, options: Partial<SqliteStoreOptions> = {}): Promise<LedgerStore> {
  const store = await openSqliteStore({ file, ...options });
  stores.push(store);
  return store;
}

/** A module of hooks, written for one test. */
function hooksModule(folder: string, source: string): string {
  const path = join(folder, 'hooks.mjs');
  writeFileSync(path, source);
  return pathToFileURL(path).href;
}

ledgerStoreSuite({
  name: 'SQLite',
  lasts: true,
  histories: 12,
  createPlace: async () => {
    const folder = temporaryFolder();
    return {
      open: (setupModule) => openSqliteStore({ file: join(folder, 'ledger.db'), setupModule, time: () => TIME }),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  },
});

describe('a ledger on disk', () => {
  it('writes requests that come together in few commits, and none on the calling thread', verifies('KEL-SQLITE-05'), async () => {
    const folder = folders.make();
    const log = join(folder, 'commits');
    const hooks = hooksModule(
      folder,
      `import { appendFileSync } from 'node:fs'; import { threadId } from 'node:worker_threads';
       export const afterCommit = () => appendFileSync(${JSON.stringify(log)}, threadId + '\\n');`,
    );
    const store = await open(join(folder, 'ledger.db'), { hooksModule: hooks });
    const replies = await Promise.all(Array.from({ length: 64 }, (_, at) => store.transact(messageRequest(`k${at}`, `${at}`))));
    expect(replies.map(({ appended }) => appended[0]?.position)).toEqual(Array.from({ length: 64 }, (_, at) => at + 1));
    const commits = readFileSync(log, 'utf8').trim().split('\n');
    expect(commits.length).toBeLessThanOrEqual(2);
    expect(commits).not.toContain('0');
  });

  it('goes on with other things while a slow disk writes', verifies('KEL-SQLITE-05'), async () => {
    const folder = folders.make();
    const hooks = hooksModule(folder, 'export const beforeCommit = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);');
    const store = await open(join(folder, 'ledger.db'), { hooksModule: hooks });
    let turns = 0;
    let next: NodeJS.Immediate | undefined;
    const turn = (): void => {
      turns += 1;
      next = setImmediate(turn);
    };
    turn();
    await store.transact(messageRequest('a', 'one'));
    clearImmediate(next);
    expect(turns).toBeGreaterThan(20);
  });

  it('reads what it has acknowledged, and what another process has', async () => {
    const file = join(folders.make(), 'ledger.db');
    const [one, other] = [await open(file), await open(file)];
    await one.transact(messageRequest('a', 'one'));
    expect(await one.head()).toMatchObject({ position: 1 });
    expect(await other.head()).toMatchObject({ position: 1 });
    expect((await other.transact(messageRequest('b', 'two'))).appended).toEqual([{ stream: 'session/s1', position: 2, sequence: 2 }]);
    expect((await one.entries({ stream: 'session/s1', after: 1, limit: 9 })).map(({ append }) => append?.key)).toEqual(['b']);
  });

  it('tells listeners of commits here and elsewhere, until they stop listening', verifies('KEL-SQLITE-05'), async () => {
    const file = join(folders.make(), 'ledger.db');
    const [here, elsewhere] = [await open(file), await open(file)];
    let calls = 0;
    const heard = (): Promise<void> =>
      new Promise((resolve) => {
        const stop = here.onCommit(() => {
          calls += 1;
          stop();
          resolve();
        });
      });
    const own = heard();
    await here.transact(messageRequest('a', 'one'));
    await own;
    const foreign = heard();
    await elsewhere.transact(messageRequest('b', 'two'));
    await foreign;
    await here.transact(messageRequest('c', 'three'));
    expect(calls).toBe(2);
  });

  it('takes the time from where it is told to', async () => {
    const folder = folders.make();
    const store = await open(join(folder, 'ledger.db'), { time: () => TIME });
    expect(store.time()).toEqual(TIME);
    await store.transact(leaseRequest('run'));
    expect((await store.record({ space: 'lease', key: 'run' }))?.body).toMatchObject({ epoch: 'boot', expires_monotonic_ms: 61_000 });
    const jumping = await open(join(folder, 'other.db'), { hooksModule: hooksModule(folder, "export const time = () => ({ epoch: 'hook', monotonicMs: 5, wallMs: 6 });") });
    await jumping.transact(leaseRequest('run'));
    expect((await jumping.record({ space: 'lease', key: 'run' }))?.body).toMatchObject({ epoch: 'hook' });
    const { epoch, monotonicMs, wallMs } = (await open(join(folder, 'third.db'), { clock: { nowMs: () => 77 } })).time();
    expect([epoch.length > 3, monotonicMs > 0, wallMs]).toEqual([true, true, 77]);
  });

  it('rejects what is under way when its thread dies, and everything after', verifies('KEL-SQLITE-06'), async () => {
    const folder = folders.make();
    const hooks = hooksModule(folder, 'export const beforeCommit = () => process.exit(3);');
    const store = await open(join(folder, 'ledger.db'), { hooksModule: hooks });
    await expect(store.transact(messageRequest('a', 'one'))).rejects.toMatchObject({ code: 'ledger.storage_failed' });
    await expect(store.transact(messageRequest('b', 'two'))).rejects.toMatchObject({ code: 'ledger.storage_failed' });
    await store.close();
    expect(await (await open(join(folder, 'ledger.db'))).head()).toMatchObject({ position: 0 });
  });

  it('writes what it accepted before it closes, and refuses what comes later', verifies('KEL-SQLITE-05'), async () => {
    const file = join(folders.make(), 'ledger.db');
    const store = await open(file);
    const written = store.transact(messageRequest('a', 'one'));
    const closed = store.close();
    const refused = { code: 'ledger.closed', data: { store: file } };
    await expect(store.transact(messageRequest('b', 'two'))).rejects.toMatchObject(refused);
    await expect(store.head()).rejects.toMatchObject(refused);
    await expect(store.sweepBlobs(0)).rejects.toMatchObject(refused);
    expect((await written).appended).toHaveLength(1);
    await closed;
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('says which file it refuses, from the thread that tried', verifies('KEL-SQLITE-08'), async () => {
    const file = join(folders.make(), 'ledger.db');
    writeFileSync(file, 'not a database at all');
    const nextStep = 'Choose another folder for the data, or move this file away.';
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ code: 'ledger.foreign_file', data: { file }, nextStep });
  });

  it.each([
    ['a folder without a ledger', 0],
    ['a folder with one', 2],
  ])('refuses %s that it may not write to', verifies('KEL-SQLITE-08'), (_what, messages) => {
    const folder = folders.make();
    const file = messages === 0 ? join(folder, 'ledger.db') : ledgerOf(folder, messages);
    chmodSync(folder, 0o555);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
    const program = `
      import { openSqliteStore } from ${JSON.stringify(new URL('open-sqlite-store.ts', import.meta.url).href)};
      const found = await openSqliteStore({ file: ${JSON.stringify(file)} }).then(() => 'opened', (error) => error.code);
      console.log(found); process.exit();`;
    // The superuser may write anywhere, so it tries as nobody.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { ...nobody, encoding: 'utf8' });
    chmodSync(folder, 0o755);
    expect(stdout.trim()).toBe('ledger.read_only');
  });
});

describe('eight processes on one stream', () => {
  it('lose nothing and leave no gap', verifies('KEL-SQLITE-07'), async () => {
    const file = ledgerOf(folders.make(), 0);
    const appender = (name: number): string => `
      import { openSqliteStore } from ${JSON.stringify(new URL('open-sqlite-store.ts', import.meta.url).href)};
      import { messageRequest } from ${JSON.stringify(new URL('../../../test/support/sqlite-ledger.ts', import.meta.url).href)};
      const store = await openSqliteStore({ file: ${JSON.stringify(file)} });
      for (let at = 0; at < 10; at += 1) {
        for (;;) {
          const done = await store.transact(messageRequest('p${name}-' + at, 'x')).then(() => true, (error) => { if (error.code !== 'ledger.busy') throw error; });
          if (done) break;
        }
      }
      await store.close();`;
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, name) => new Promise((resolve) => spawn(process.execPath, ['--input-type=module', '-e', appender(name)], { stdio: 'inherit' }).on('exit', resolve))),
    );
    expect(codes).toEqual(Array(8).fill(0));
    const entries = await (await open(file)).entries({ stream: 'session/s1', after: 0, limit: 100 });
    expect(new Set(entries.map(({ append }) => append?.key)).size).toBe(80);
    expect(entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 80 }, (_, at) => at + 1));
  });
});

describe('what was erased', () => {
  it('is in no file of the ledger any more', verifies('KEL-LEDGER-08'), async () => {
    const folder = folders.make();
    const store = await open(join(folder, 'ledger.db'));
    const { writer } = logOver(store, BUILTIN_SETUP);
    const secret = 'quokka-zebra-xylophone';
    for (let at = 0; at < 50; at += 1) await writer.append({ key: `k${at}`, events: [message('s1', at === 20 ? `the word is ${secret}` : `message ${at}`)] });
    const holds = (text: string): string[] => readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
    expect(holds(secret).length).toBeGreaterThan(0);
    const entries = [{ stream: { aggregate: 'session', id: 's1' } as const, sequence: 21 }];
    await erasePayloads({ key: 'erase', entries, reason: 'asked', requestedBy: 'ada' }, { store, writer, projections: BUILTIN_SETUP.projections });
    await store.forgetRemoved();
    expect(holds(secret)).toEqual([]);
  });
});
