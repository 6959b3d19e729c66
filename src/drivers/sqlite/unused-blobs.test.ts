import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { blobRequest, inPartsRequest, openEngine, tamper, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { dropUnused, sweepUnused } from './unused-blobs.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

/** Two wholes that share a part, and content that stands alone; then something is dropped. Says how many went and what is left. */
function leftAfter(drop: (database: DatabaseSync) => number, sql = ''): [number, string[], number] {
  const file = join(folders.make(), 'ledger.db');
  const bench = openEngine(file);
  bench.transact(inPartsRequest('a', 'b'), inPartsRequest('b', 'c'), blobRequest('alone'));
  bench.close();
  tamper(file, sql);
  const database = new DatabaseSync(file);
  const dropped = drop(database);
  const names = new Map(['a', 'b', 'c', 'ab', 'bc', 'alone'].map((text) => [sha256Hex(text) as string, text]));
  const left = database.prepare('SELECT sha256 FROM blobs').all().map(({ sha256 }) => names.get(String(sha256)) ?? '');
  const notes = database.prepare('SELECT part FROM blob_parts').all().length;
  database.close();
  return [dropped, left.toSorted(), notes];
}

const named = (...texts: string[]): Set<string> => new Set(texts.map((text) => sha256Hex(text)));
const LATER = 9_000_000_000_000;

describe('blobs that nobody needs', () => {
  it('go with the parts that nothing else is made of', verifies('KEL-LEDGER-19'), () => {
    expect(leftAfter((database) => dropUnused(database, named('ab')))).toEqual([2, ['alone', 'b', 'bc', 'c'], 2]);
    expect(leftAfter((database) => dropUnused(database, named('ab', 'bc')))).toEqual([5, ['alone'], 0]);
    expect(leftAfter((database) => dropUnused(database, named('b', 'alone', 'not there')))).toEqual([1, ['a', 'ab', 'b', 'bc', 'c'], 4]);
  });

  it('stay while an event refers to them, with their parts', verifies('KEL-LEDGER-19', 'KEL-LEDGER-07'), () => {
    const referred = `INSERT INTO blob_refs VALUES ('${sha256Hex('bc')}', 1, 0)`;
    expect(leftAfter((database) => sweepUnused(database, LATER), referred)).toEqual([3, ['b', 'bc', 'c'], 2]);
    expect(leftAfter((database) => sweepUnused(database, LATER))).toEqual([6, [], 0]);
  });

  it('stay while they were put lately, and so does a part that was', verifies('KEL-LEDGER-07'), () => {
    expect(leftAfter((database) => sweepUnused(database, 0))).toEqual([0, ['a', 'ab', 'alone', 'b', 'bc', 'c'], 4]);
    const lately = `UPDATE blobs SET put_at = ${LATER + 1} WHERE sha256 = '${sha256Hex('a')}'`;
    expect(leftAfter((database) => sweepUnused(database, LATER), lately)).toEqual([5, ['a'], 0]);
  });
});
