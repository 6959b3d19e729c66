import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { TIME } from '../../../test/support/sqlite-ledger.ts';
import type { ReadPlan, StoredRecord } from '../../ledger/index.ts';
import { createEntryQueries } from './entry-queries.ts';
import { createKnownState } from './known-state.ts';
import { migrate } from './schema.ts';
import { createStreamNames } from './stream-names.ts';

const record = (key: string): StoredRecord => ({ space: 'lease', key, body: { key }, dueMs: null, position: null, source: null });

function stateWith(rememberedMax: number) {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'ledger.db');
  const names = createStreamNames(database, 'ledger.db');
  const state = createKnownState(database, createEntryQueries(database, names, 'ledger.db'), names, 'ledger.db', rememberedMax);
  const look = (records: readonly StoredRecord[], due: ReadPlan['due'] = []) => state.facts({ streams: [], records, due, blobs: [], entries: [] }, TIME);
  return { state, look, known: (key: string): boolean => look([record(key)]).records.size === 1, rows: () => database.prepare('SELECT key FROM records ORDER BY key').all().map(({ key }) => key), empty: () => database.exec('DELETE FROM records') };
}

it('what the writer remembers stays within its bound, also when it only writes', () => {
  const { state, known, empty } = stateWith(2);
  for (const key of ['a', 'b', 'a']) state.noteRecord(record(key));
  expect([known('a'), known('b')]).toEqual([true, true]);
  state.noteRecord(record('c'));
  state.writeRecords();
  empty();
  expect([known('c'), known('a')]).toEqual([true, false]);
});

it('a record that is changed several times in a transaction is written once, as it was left, and found before that', verifies('KEL-FAST-51'), () => {
  const { state, look, known, rows } = stateWith(1);
  state.noteRecord({ ...record('a'), body: { at: 1 } });
  state.noteRecord({ ...record('a'), body: { at: 2 } });
  state.noteRecord(record('b'));
  state.noteRecord({ ...record('b'), body: null });
  expect([rows(), known('b')]).toEqual([[], false]);
  // Forgotten for the bound's sake, and still waiting.
  expect(look([record('a')]).records.get('lease a')?.body).toEqual({ at: 2 });
  state.writeRecords();
  expect(rows()).toEqual(['a']);
  state.forget();
  expect(look([record('a')]).records.get('lease a')?.body).toEqual({ at: 2 });
});

it('what is due is found although it was not written yet, and what belongs to a lost transaction is gone with it', verifies('KEL-FAST-51'), () => {
  const { state, look, rows, known } = stateWith(9);
  state.noteRecord({ ...record('a'), dueMs: 1 });
  expect(look([], [{ space: 'lease', prefix: '', limit: 5 }]).due).toEqual([[{ ...record('a'), dueMs: 1 }]]);
  state.noteRecord(record('b'));
  state.forget();
  state.writeRecords();
  expect([rows(), known('b')]).toEqual([['a'], false]);
});
