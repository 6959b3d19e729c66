import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerOf, messageRequest, openEngine, tamper, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import type { LedgerRequest } from '../../ledger/index.ts';
import { connectReader, type ConnectedReader } from './store-reader.ts';

const folders = temporaryFolders();
const readers: ConnectedReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  folders.removeAll();
});

function readerOf(...requests: LedgerRequest[]): ConnectedReader {
  const bench = openEngine(join(folders.make(), 'ledger.db'));
  bench.transact(...requests);
  bench.close();
  const reader = connectReader(bench.file, () => expect.fail('no time is needed'));
  readers.push(reader);
  return reader;
}

const messages = (count: number, text: string): LedgerRequest[] => Array.from({ length: count }, (_, at) => messageRequest(`k${at}`, text, `s${at % 2}`));

describe('a page', () => {
  it.each([undefined, 'session/s1'])('ends early when its entries are large, but never before the first: %s', async (stream) => {
    const reader = readerOf(...messages(80, 'x'.repeat(240_000)));
    const sizes: number[] = [];
    let after = 0;
    for (;;) {
      const page = await reader.entries({ ...(stream !== undefined && { stream }), after, limit: 512 });
      if (page.length === 0) break;
      after += page.length;
      sizes.push(page.length);
    }
    expect(sizes).toEqual(stream === undefined ? [35, 35, 10] : [35, 5]);
    expect(await reader.entries({ after: 0, limit: 1 })).toHaveLength(1);
  });

  it.each([-1, Number.NaN])('of %d rows is a defect of whoever asks', async (limit) => {
    const reader = readerOf(...messages(2, 'one'));
    const broken = { code: 'invariant.broken' };
    await expect(reader.entries({ after: 0, limit })).rejects.toMatchObject(broken);
    await expect(reader.entries({ stream: 'session/s1', after: 0, limit })).rejects.toMatchObject(broken);
    await expect(reader.records({ space: 'lease', prefix: '', after: '', limit })).rejects.toMatchObject(broken);
    await expect(reader.search({ terms: ['one'], limit })).rejects.toMatchObject(broken);
  });

  it('of any other size is a page of at most what one may ask for', async () => {
    const reader = readerOf(...messages(3, 'one'));
    expect(await reader.entries({ after: 0, limit: 0 })).toEqual([]);
    expect(await reader.entries({ after: 0, limit: Number.POSITIVE_INFINITY })).toHaveLength(3);
    expect(await reader.search({ terms: ['one'], limit: 10 ** 9 })).toEqual([3, 2, 1]);
  });
});

describe('a search', () => {
  it.each([
    ['two letters that are nowhere', { terms: ['zq'] }],
    ['a word that is everywhere, in a session without it', { terms: ['ordinary'], scope: 'nobody' }],
  ])('for %s lets others have their turn', async (_what, query) => {
    const reader = readerOf(...messages(3_000, 'an ordinary message'));
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    expect(await reader.search({ ...query, limit: 20 })).toEqual([]);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('goes on where a slice ended, and keeps no old state of the database in use', async () => {
    const bench = openEngine(join(folders.make(), 'ledger.db'));
    bench.transact(...messages(1_200, 'an ordinary message'), messageRequest('last', 'ordinary too', 's0'));
    const reader = connectReader(bench.file, () => expect.fail('no time is needed'));
    readers.push(reader);
    expect(await reader.search({ terms: ['or', 'MESSAGE'], scope: 's1', limit: 700 })).toEqual(Array.from({ length: 600 }, (_, at) => 1_200 - 2 * at));
    expect(await reader.search({ terms: ['ordinary'], before: 600, limit: 2 })).toEqual([599, 598]);
    expect(await reader.search({ terms: ['to'], limit: 5 })).toEqual([1_201]);
    bench.engine.writeBack();
    bench.close();
  });

  it('finds the same letters however they were typed', async () => {
    const texts = ['ΟΔΟΣΤΡΩΜΑ', 'cafe\u0301 noir', 'İSTANBUL', 'a ﬁne day', 'ab\0cd', 'say "hello"'];
    const reader = readerOf(...texts.map((text, at) => messageRequest(`k${at}`, text)));
    const find = async (term: string): Promise<readonly number[]> => reader.search({ terms: [term], limit: 9 });
    for (const [term, found] of [
      ['ΟΔΟΣ', [1]],
      ['οδος', [1]],
      ['café', [2]],
      ['CAFÉ NOIR', [2]],
      ['é', [2]],
      ['cafe', []],
      ['İstan', [3]],
      ['FINE', [4]],
      ['abcd', [5]],
      ['b\0c', [5]],
      ['"hello"', [6]],
    ] as const) expect([term, await find(term)]).toEqual([term, found]);
  });
});

describe('indexed words that changed on disk', () => {
  it('are refused when they are found, also where the index itself is sound', verifies('KEL-SQLITE-12'), async () => {
    const file = ledgerOf(folders.make(), 2);
    tamper(file, "UPDATE words_content SET c0 = 'another session' WHERE id = 1");
    const reader = connectReader(file, () => expect.fail('no time is needed'));
    readers.push(reader);
    await expect(reader.search({ terms: ['message'], limit: 10 })).rejects.toMatchObject({ code: 'ledger.corrupt', message: expect.stringContaining('the indexed words of entry 1 have changed on disk') as unknown });
  });
});
