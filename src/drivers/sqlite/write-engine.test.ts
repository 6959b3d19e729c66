import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { codeOf, leaseRequest, messageRequest, openEngine, replyOf, sqliteFailure, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import type { WriterHooks } from './writer-hooks.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

const newFile = (): string => join(folders.make(), 'ledger.db');
const place = (position: number, sequence = position) => [{ stream: 'session/s1', position, sequence }];

/** Throws at a moment, but only when it is armed. */
function failingAt(moment: 'beforeCommit' | 'afterCommit', error: Error): { hooks: WriterHooks; arm(): void } {
  let isArmed = false;
  const fail = (): void => {
    if (!isArmed) return;
    isArmed = false;
    throw error;
  };
  return { hooks: { [moment]: fail }, arm: () => void (isArmed = true) };
}

describe('the writer', () => {
  it('writes a batch in one commit, and each request sees those before it', verifies('KEL-SQLITE-05'), () => {
    let commits = 0;
    const bench = openEngine(newFile(), { afterCommit: () => void (commits += 1) });
    const outcomes = bench.transact(messageRequest('a', 'one'), messageRequest('b', 'two'), leaseRequest('run'), leaseRequest('run'), messageRequest('c', 'three'));
    expect(outcomes.map((outcome) => codeOf(outcome) ?? replyOf(outcome)?.appended)).toEqual([place(1), place(2), [], 'lease.held', place(3)]);
    expect(commits).toBe(1);
    bench.close();
  });

  it('answers a repeated key with the first reply: in the same batch, later, and after it was opened again', verifies('KEL-SQLITE-06'), () => {
    const file = newFile();
    const bench = openEngine(file);
    const request = messageRequest('a', 'one');
    expect(bench.transact(request, request).map(replyOf)).toMatchObject([
      { appended: place(1), isReplay: false },
      { appended: place(1), isReplay: true },
    ]);
    expect(replyOf(bench.transact(request)[0])).toMatchObject({ appended: place(1), isReplay: true });
    bench.close();
    const again = openEngine(file);
    expect(replyOf(again.transact(request)[0])).toMatchObject({ appended: place(1), isReplay: true });
    again.close();
  });

  it('answers a repeated key with the first reply also when it would now be refused', verifies('KEL-SQLITE-06'), () => {
    const bench = openEngine(newFile());
    const request = { ...messageRequest('a', 'one'), expected: [{ stream: 'session/s1', sequence: 0 }] };
    bench.transact(request);
    expect(replyOf(bench.transact(request)[0])).toMatchObject({ appended: place(1), isReplay: true });
    expect(codeOf(bench.transact({ ...request, append: { key: 'b', contentHash: 'x' } })[0])).toBe('ledger.sequence_conflict');
    bench.close();
  });

  it('refuses a key that stands for other content, without a trace of the rest', verifies('KEL-SQLITE-06'), () => {
    const file = newFile();
    const bench = openEngine(file);
    bench.transact(messageRequest('a', 'one'));
    const outcomes = bench.transact(messageRequest('a', 'two'), messageRequest('a', 'three', 'unheard-of'), messageRequest('b', 'four'));
    expect(outcomes.map((outcome) => codeOf(outcome) ?? replyOf(outcome)?.appended)).toEqual(['ledger.key_reused', 'ledger.key_reused', place(2)]);
    bench.close();
    const database = new DatabaseSync(file);
    expect(database.prepare('SELECT name FROM streams').all().map(({ name }) => name)).toEqual(['session/s1']);
    database.close();
  });

  it('sees what another connection wrote meanwhile', verifies('KEL-SQLITE-05'), () => {
    const file = newFile();
    const [one, other] = [openEngine(file), openEngine(file)];
    expect(replyOf(one.transact(messageRequest('a', 'one'))[0])?.appended).toEqual(place(1));
    expect(replyOf(other.transact(messageRequest('b', 'two'))[0])?.appended).toEqual(place(2));
    expect(replyOf(one.transact(messageRequest('c', 'three'))[0])?.appended).toEqual(place(3));
    expect(codeOf(other.transact(leaseRequest('run'))[0])).toBeUndefined();
    expect(codeOf(one.transact(leaseRequest('run'))[0])).toBe('lease.held');
    one.close();
    other.close();
  });
});

describe('a commit that fails', () => {
  it.each([
    ['an I/O error', sqliteFailure(1034), 'ledger.storage_failed'],
    ['a full disk', sqliteFailure(13), 'ledger.disk_full'],
    ['a damaged page', sqliteFailure(11), 'ledger.corrupt'],
    ['a defect', new TypeError('odd'), 'internal.unexpected'],
  ])('by %s before it took effect is acknowledged to nobody, and nothing of it is kept', verifies('KEL-SQLITE-06'), (_what, error, code) => {
    const { hooks, arm } = failingAt('beforeCommit', error);
    const bench = openEngine(newFile(), hooks);
    bench.transact(messageRequest('a', 'one'));
    arm();
    expect(bench.transact(messageRequest('b', 'two'), leaseRequest('run'), messageRequest('c', 'three', 's2')).map(codeOf)).toEqual([code, code, code]);
    expect(bench.transact(messageRequest('b', 'two'), leaseRequest('run')).map((outcome) => replyOf(outcome))).toMatchObject([
      { appended: place(2), isReplay: false },
      { isReplay: false },
    ]);
    bench.close();
  });

  it('after it took effect is found by its key and not written twice', verifies('KEL-SQLITE-06'), () => {
    const { hooks, arm } = failingAt('afterCommit', sqliteFailure(1034));
    const bench = openEngine(newFile(), hooks);
    arm();
    const outcomes = bench.transact(messageRequest('a', 'one'), leaseRequest('run'), messageRequest('b', 'two'));
    expect(outcomes.map((outcome) => codeOf(outcome) ?? replyOf(outcome))).toMatchObject([
      { appended: place(1), isReplay: true },
      'ledger.storage_failed',
      { appended: place(2), isReplay: true },
    ]);
    expect(replyOf(bench.transact(messageRequest('c', 'three'))[0])?.appended).toEqual(place(3));
    bench.close();
  });

  it('and cannot be cleared up makes the store refuse everything until it is opened again', verifies('KEL-SQLITE-06'), () => {
    const file = newFile();
    const { hooks, arm } = failingAt('beforeCommit', sqliteFailure(1034));
    const bench = openEngine(file, hooks);
    bench.transact(messageRequest('a', 'one'));
    // A reader in the midst of a page keeps the write-ahead log from being emptied.
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM events');
    bench.transact(messageRequest('b', 'two'));
    arm();
    expect(codeOf(bench.transact(messageRequest('c', 'three'))[0])).toBe('ledger.storage_failed');
    reader.close();
    expect(bench.transact(messageRequest('d', 'four'), leaseRequest('run')).map(codeOf)).toEqual(['ledger.storage_failed', 'ledger.storage_failed']);
    expect(() => bench.engine.sweep(0, () => expect.fail('no time is needed'))).toThrow(expect.objectContaining({ code: 'ledger.storage_failed' }) as Error);
    bench.close();
    const again = openEngine(file);
    expect(replyOf(again.transact(messageRequest('c', 'three'))[0])?.appended).toEqual(place(3));
    again.close();
  });

  it('for want of space leaves the ledger usable once there is some', verifies('KEL-SQLITE-06', 'KEL-SQLITE-08'), () => {
    let database: DatabaseSync | undefined;
    const bench = openEngine(newFile(), { opened: (opened) => void (database = opened) });
    bench.transact(messageRequest('a', 'one'));
    const pages = Number(database?.prepare('PRAGMA page_count').get()?.['page_count']);
    database?.exec(`PRAGMA max_page_count = ${pages}`);
    const large = messageRequest('b', 'x'.repeat(50_000));
    expect(bench.transact(large, leaseRequest('run')).map(codeOf)).toEqual(['ledger.disk_full', 'ledger.disk_full']);
    database?.exec('PRAGMA max_page_count = 1000000');
    expect(replyOf(bench.transact(large)[0])?.appended).toEqual(place(2));
    bench.close();
  });

  it('to get the lock tells all who wait, and writes nothing', verifies('KEL-SQLITE-07'), () => {
    const file = newFile();
    const bench = openEngine(file);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    expect(bench.transact(messageRequest('a', 'one'), leaseRequest('run')).map(codeOf)).toEqual(['ledger.busy', 'ledger.busy']);
    other.exec('ROLLBACK');
    other.close();
    expect(replyOf(bench.transact(messageRequest('a', 'one'))[0])?.appended).toEqual(place(1));
    bench.close();
  });
});

describe('the head outside', () => {
  it('is written after the commit, and once for a batch', verifies('KEL-SQLITE-03'), () => {
    const moments: string[] = [];
    const hooks: WriterHooks = Object.fromEntries(
      ['beforeBegin', 'beforeCommit', 'afterCommit', 'beforeHead', 'afterHead'].map((name) => [name, () => void moments.push(name)]),
    );
    const bench = openEngine(newFile(), hooks);
    bench.transact(messageRequest('a', 'one'), messageRequest('b', 'two'));
    expect(moments).toEqual(['beforeBegin', 'beforeCommit', 'afterCommit', 'beforeHead', 'afterHead']);
    moments.length = 0;
    bench.transact(messageRequest('a', 'one'));
    expect(moments).toEqual(['beforeBegin']);
    bench.close();
  });
});
