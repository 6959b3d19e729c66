import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { TIME } from '../../../test/support/sqlite-ledger.ts';
import type { StoredRecord } from '../../ledger/index.ts';
import { createEntryQueries } from './entry-queries.ts';
import { createKnownState } from './known-state.ts';
import { migrate } from './schema.ts';
import { createStreamNames } from './stream-names.ts';

const record = (key: string): StoredRecord => ({ space: 'lease', key, body: { key }, dueMs: null, position: null, source: null });

it('what the writer remembers stays within its bound, also when it only writes', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'ledger.db');
  const names = createStreamNames(database, 'ledger.db');
  const state = createKnownState(database, createEntryQueries(database, names, 'ledger.db'), names, 'ledger.db', 2);
  const known = (key: string): boolean => state.facts({ streams: [], records: [record(key)], due: [], blobs: [], entries: [] }, TIME).records.size === 1;
  for (const key of ['a', 'b', 'a']) state.noteRecord(record(key));
  expect([known('a'), known('b')]).toEqual([true, true]);
  state.noteRecord(record('c'));
  expect([known('c'), known('a')]).toEqual([true, false]);
});
