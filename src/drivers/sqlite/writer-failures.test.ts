import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { codeOf, messageRequest, openEngine, sqliteFailure, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import { sha256Hex } from '../../kernel/index.ts';
import type { LedgerRequest, LedgerStore } from '../../ledger/index.ts';
import { headPathOf, openHeadFile, readBestHead } from './head-file.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

const operate = (operation: unknown): LedgerRequest => ({ append: null, fences: [], expected: [], events: [], operations: [operation] as LedgerRequest['operations'] });
const claim = operate({ kind: 'work.claim', queue: 'q', owner: 'me', limit: 1, ttlMs: 1_000 });
const answer = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => 'answered', (error: { code: string }) => error.code);

/** An append whose answer is more than a place in the log, and so is told as a message. */
const withCursor = (key: string): LedgerRequest => ({ ...messageRequest(key, key), operations: [{ kind: 'cursor.advance', name: key, position: 1 }] });

/** Opens a store whose thread runs these hooks. */
async function openWith(source: string): Promise<{ store: LedgerStore; file: string }> {
  const folder = folders.make();
  const module = join(folder, 'hooks.mjs');
  writeFileSync(module, source);
  const file = join(folder, 'ledger.db');
  return { store: await openSqliteStore({ file, hooksModule: pathToFileURL(module).href }), file };
}

const headOf = (file: string): number | undefined => readBestHead(headPathOf(file))?.position;

describe('a head that cannot be written', () => {
  it('stops nobody, and is written with the next commit', async () => {
    const { store, file } = await openWith("let heads = 0; export const beforeHead = () => { heads += 1; if (heads === 2) throw new Error('no space left'); };");
    for (const key of ['a', 'b']) expect(await answer(store.transact(messageRequest(key, key)))).toBe('answered');
    expect(await answer(store.transact(messageRequest('c', 'c')))).toBe('answered');
    await store.sweepBlobs(0);
    expect(headOf(file)).toBe(3);
    await store.close();
  });

  it('is written when there is time, although nothing more is committed', async () => {
    const { store, file } = await openWith("let heads = 0; export const beforeHead = () => { heads += 1; if (heads === 1) throw new Error('no space left'); };");
    await store.transact(messageRequest('a', 'a'));
    await vi.waitFor(() => expect(headOf(file)).toBe(1), { timeout: 10_000 });
    await store.close();
  });

  it('is written at the latest when the ledger is closed, which succeeds in any case', async () => {
    const { store, file } = await openWith("let heads = 0; export const beforeHead = () => { heads += 1; if (heads === 1) throw new Error('no space left'); };");
    await store.transact(messageRequest('a', 'a'));
    await store.close();
    expect(headOf(file)).toBe(1);
    const { store: never } = await openWith("export const beforeHead = () => { throw new Error('no space left'); };");
    await never.transact(messageRequest('a', 'a'));
    await never.close();
  });
});

describe('the thread that writes', () => {
  it('tells everyone why it stopped, now and later', async () => {
    const { store } = await openWith(
      `import { workerData } from 'node:worker_threads';
       const { port } = workerData.lines;
       const post = port.postMessage.bind(port);
       port.postMessage = (answer) => { if (!['opened', 'stopped'].includes(answer.kind)) throw new Error('cannot speak'); post(answer); };
       const write = Buffer.prototype.write;
       Buffer.prototype.write = function (...given) {
         if (this.buffer instanceof SharedArrayBuffer) throw new Error('cannot speak');
         return write.apply(this, given);
       };`,
    );
    const waiting = [store.transact(withCursor('a')), store.transact(withCursor('b')), store.sweepBlobs(0)];
    for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('cannot speak') as string } });
    await expect(store.transact(messageRequest('c', 'c'))).rejects.toThrow('cannot speak');
    await store.close();
  });

  it.each(['beforeCommit', 'beforeHead'])('tells whoever waits in a process that has nothing else to do: %s', verifies('KEL-SQLITE-05'), async (hook) => {
    const folder = folders.make();
    writeFileSync(join(folder, 'hooks.mjs'), `export const ${hook} = () => process.exit(3);`);
    const program = join(import.meta.dirname, '../../../test/support/append-once.ts');
    const { stdout, status } = spawnSync(process.execPath, [program, join(folder, 'ledger.db'), pathToFileURL(join(folder, 'hooks.mjs')).href], { encoding: 'utf8' });
    // What was committed before the thread ended was answered; what was not is refused with the reason.
    expect([stdout, status]).toEqual([hook === 'beforeHead' ? 'answered\n' : 'ledger.storage_failed\n', 0]);
  });

  it('answers a batch also when its answer cannot be told, and serves the next', async () => {
    const { store } = await openWith(
      `const write = Buffer.prototype.write;
       let answers = 0;
       Buffer.prototype.write = function (...given) {
         if (this.buffer instanceof SharedArrayBuffer && answers++ === 0) throw new Error('too odd to tell');
         return write.apply(this, given);
       };`,
    );
    const [one, other] = [answer(store.transact(withCursor('a'))), answer(store.transact(withCursor('b')))];
    expect(await Promise.all([one, other])).toEqual(['internal.unexpected', 'internal.unexpected']);
    expect(await store.transact(withCursor('a'))).toMatchObject({ isReplay: true });
    await store.close();
  });

  it('is stopped when the store cannot be read after all', async () => {
    const file = join(folders.make(), 'ledger.db');
    const module = join(folders.make(), 'hooks.mjs');
    writeFileSync(module, `import { renameSync } from 'node:fs'; export const opened = () => renameSync(${JSON.stringify(file)}, ${JSON.stringify(`${file}.away`)});`);
    await expect(openSqliteStore({ file, hooksModule: pathToFileURL(module).href })).rejects.toMatchObject({ code: 'ledger.read_only' });
    const head = openHeadFile(headPathOf(file));
    expect(head.openers()).toEqual([]);
    head.close();
  });

  it('can be closed although the store was given up', verifies('KEL-SQLITE-06'), () => {
    const folder = folders.make();
    const bench = openEngine(join(folder, 'ledger.db'), {
      beforeCommit() {
        rmSync(folder, { recursive: true });
        throw sqliteFailure(1034);
      },
    });
    expect(bench.transact(messageRequest('a', 'a')).map(codeOf)).toEqual(['ledger.storage_failed']);
    expect(bench.transact(messageRequest('b', 'b')).map(codeOf)).toEqual(['ledger.storage_failed']);
    bench.close();
  });
});

describe('a request', () => {
  it('that cannot cross to the thread is refused alone', verifies('KEL-SQLITE-05'), async () => {
    const { store } = await openWith('');
    const content = new Uint8Array(1_000);
    const blob = { sha256: sha256Hex(content), bytes: content.length, content };
    structuredClone(content.buffer, { transfer: [content.buffer] });
    const requests = [operate({ kind: 'work.enqueue', queue: 'q', id: 'i', dueMs: 1, body: { call: () => undefined } }), messageRequest('a', 'a'), operate({ kind: 'blob.put', blob })];
    expect(await Promise.all(requests.map((request) => answer(store.transact(request))))).toEqual(['input.invalid', 'answered', 'input.invalid']);
    expect(await answer(store.transact(messageRequest('b', 'b')))).toBe('answered');
    await store.close();
  });

  it('that changes nothing wakes nobody and leaves no mark', async () => {
    const { store, file } = await openWith("export const beforeCommit = () => { throw new Error('there is nothing to commit'); };");
    let calls = 0;
    store.onCommit(() => (calls += 1));
    for (let time = 0; time < 3; time += 1) expect(await answer(store.transact(claim))).toBe('answered');
    expect(calls).toBe(0);
    await store.close();
    expect(readBestHead(headPathOf(file))?.touches).toBe(0);
  });
});
