import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { StoredRecord } from '../../ledger/index.ts';
import { createRecordQueries } from './record-queries.ts';
import { createRecordWrites } from './record-writes.ts';
import { migrate } from './schema.ts';

function recordsIn() {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'ledger.db');
  const writes = createRecordWrites(database);
  const put = (body: unknown, key = 'counter:day', space: StoredRecord['space'] = 'document'): void => {
    writes.put({ space, key, body, dueMs: null, position: 1, source: 'counter@1' });
    writes.flush();
  };
  return { database, put, records: createRecordQueries(database, 'ledger.db') };
}

const DAY = { space: 'document', key: 'counter:day' } as const;

it('what many look at is parsed once as long as it stays the same, and cannot be changed by any of them', verifies('KEL-FAST-57'), () => {
  const { put, records } = recordsIn();
  put({ spent: { tokens: 1 } });
  const first = records.one(DAY);
  expect(records.one(DAY)).toBe(first);
  const body = first?.body as { spent: { tokens: number } };
  expect(() => (body.spent.tokens = 2)).toThrow(TypeError);
  put({ spent: { tokens: 2 } });
  expect([records.one(DAY)?.body, first?.body]).toEqual([{ spent: { tokens: 2 } }, { spent: { tokens: 1 } }]);
  put(null);
  expect(records.one(DAY)).toBeUndefined();
});

it('a row that changed on disk is refused, also when it was read before', verifies('KEL-FAST-57'), () => {
  const { database, put, records } = recordsIn();
  put({ spent: { tokens: 1 } });
  records.one(DAY);
  database.exec(`UPDATE records SET body = '{"spent":{"tokens":9}}'`);
  expect(() => records.one(DAY)).toThrow(expect.objectContaining({ code: 'ledger.corrupt' }));
});

it('a lease is read afresh each time, and no more documents are kept than a few', verifies('KEL-FAST-57'), () => {
  const { put, records } = recordsIn();
  put({ token: 1 }, 'run', 'lease');
  expect(records.one({ space: 'lease', key: 'run' })).not.toBe(records.one({ space: 'lease', key: 'run' }));
  put({ at: 0 });
  const before = records.one(DAY);
  for (let at = 0; at < 128; at += 1) {
    put({ at }, `other:${at}`);
    records.one({ space: 'document', key: `other:${at}` });
  }
  expect(records.one(DAY)).toEqual(before);
  expect(records.one(DAY)).not.toBe(before);
});

it('a document is given with the state of the projection that it is of, both as they are given alone', verifies('KEL-FAST-64'), () => {
  const { database, put, records } = recordsIn();
  expect(records.documentWithState('counter:day')).toEqual({ document: undefined, state: undefined });
  put({ spent: { tokens: 1 } });
  expect(records.documentWithState('counter:day')).toEqual({ document: records.one(DAY), state: undefined });
  put({ version: 1, rebuilt_to: null }, 'counter', 'projection');
  put({ version: 1, rebuilt_to: 5 }, 'count', 'projection');
  const seen = records.documentWithState('counter:day');
  expect(seen).toEqual({ document: records.one(DAY), state: records.one({ space: 'projection', key: 'counter' }) });
  expect(records.documentWithState('counter:day').document).toBe(seen.document);
  put({ version: 1, rebuilt_to: 0 }, 'counter', 'projection');
  expect(records.documentWithState('counter:day').state?.body).toEqual({ version: 1, rebuilt_to: 0 });
  database.exec(`UPDATE records SET body = '{"version":1,"rebuilt_to":null}' WHERE space = 'projection'`);
  expect(() => records.documentWithState('counter:day')).toThrow(expect.objectContaining({ code: 'ledger.corrupt' }));
});
