import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { blobRequest, inPartsRequest, leaseRequest, ledgerOf, openEngine, tamper, temporaryFolders } from '../../../test/support/sqlite-ledger.ts';
import { KeelsonError, seededRandom, sha256Hex } from '../../kernel/index.ts';
import { BUILTIN_SETUP, type StoreFault } from '../../ledger/index.ts';
import { connectReader } from './store-reader.ts';
import { examineDatabase } from './examine-database.ts';
import { headPathOf, readBestHead } from './head-file.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

/** A closed ledger with something of everything. */
function sampleLedger(messages: number): string {
  const file = ledgerOf(folders.make(), messages);
  const bench = openEngine(file);
  bench.transact(leaseRequest('run'), blobRequest('content'), inPartsRequest('con', 'tent'));
  bench.close();
  return file;
}

function examine(file: string): StoreFault[] {
  const head = readBestHead(headPathOf(file));
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return examineDatabase({ database, setup: BUILTIN_SETUP, file, head });
  } finally {
    database.close();
  }
}

describe('an examination', () => {
  it('finds nothing wrong with a whole ledger, whatever it holds', verifies('KEL-SQLITE-09'), () => {
    expect(examine(sampleLedger(2))).toEqual([]);
  });

  it.each([
    ['an event', "UPDATE events SET payload = '{}' WHERE position = 1", 'entry 1 has changed on disk'],
    ['a hole in the log', 'DELETE FROM events WHERE position = 1', 'entry 1 is missing'],
    ['an entry of no stream', 'DELETE FROM streams', '2 entries of a stream without a name'],
    ['a record', "UPDATE records SET key = 'other'", 'the record lease other has changed on disk'],
    ['the name of a stream', "UPDATE streams SET name = 'session/s9'", 'row 1 of streams has changed on disk'],
    ['a fact about the database', "UPDATE meta SET value = '9' WHERE name = 'touches'", 'of meta has changed on disk'],
    ['a reference to a blob', "INSERT INTO blob_refs VALUES ('x', 1, 0)", 'row 1 of blob_refs has changed on disk'],
    ['a reference to no blob', "INSERT INTO blob_refs VALUES ('x', 1, 0)", '1 references to a blob that is not there'],
    ['a reference from no entry', "INSERT INTO blob_refs VALUES ('x', 9, 0)", '1 references to a blob from an entry that is not there'],
    ['words of no entry', "INSERT INTO words (rowid, scope, text) VALUES (9, 's', 'abc')", '1 indexed words of an entry that is not there'],
    ['lost words', 'DELETE FROM words WHERE rowid = 2', 'the index of words holds 1 entries, the log gives 2'],
    ['a lost end', 'DELETE FROM events WHERE position = 2', 'it had reached entry 2 and now ends at 1'],
    ['a blob', "UPDATE blobs SET content = x'00'", 'is not what was stored'],
    ['a lost part of a blob', "UPDATE blobs SET parts = 'abc', content = NULL", '1 parts of the blob'],
    ['a part that nobody is known to need', "DELETE FROM blob_parts WHERE part = (SELECT part FROM blob_parts LIMIT 1)", 'of 1 parts of the blob'],
    ['a note of a part', "UPDATE blob_parts SET crc = 0 WHERE rowid = 1", 'row 1 of blob_parts has changed on disk'],
    ['a part of no blob', "INSERT INTO blob_parts VALUES ('x', 'y', 0)", '1 parts of a blob that is not there'],
    ['a broken index of words', "UPDATE words_data SET block = x'00ff00ff'", 'words'],
  ])('finds %s that was changed behind its back', verifies('KEL-SQLITE-09'), (_what, sql, detail) => {
    const file = sampleLedger(2);
    tamper(file, sql);
    expect(examine(file).map((fault) => fault.detail).join('\n')).toContain(detail);
  });
});

/** Everything a reader can be told, or the code of the refusal. */
async function answersOf(file: string): Promise<unknown> {
  try {
    openEngine(file).close();
  } catch (error) {
    if (error instanceof KeelsonError) return error.code;
    throw error;
  }
  const reader = connectReader(file, () => expect.fail('no time is needed'));
  try {
    return [
      await reader.head(),
      await reader.entries({ after: 0, limit: 999 }),
      await reader.entries({ stream: 'session/s1', after: 0, limit: 999 }),
      await reader.appended('k7'),
      await reader.record({ space: 'lease', key: 'run' }),
      await reader.blob(sha256Hex('content')),
      await reader.search({ terms: ['message', '3'], limit: 99 }),
    ];
  } catch (error) {
    if (error instanceof KeelsonError) return error.code;
    throw error;
  } finally {
    reader.close();
  }
}

describe('a flipped bit', () => {
  it('is noticed, or changes no answer', verifies('KEL-SQLITE-02'), async () => {
    const whole = readFileSync(sampleLedger(20));
    const wholeFile = join(folders.make(), 'ledger.db');
    writeFileSync(wholeFile, whole);
    const answers = await answersOf(wholeFile);
    expect(answers).toHaveLength(7);
    const random = seededRandom(3);
    const codes = new Set<unknown>();
    for (let flip = 0; flip < 60; flip += 1) {
      const draw = new DataView(random.bytes(5).buffer);
      const bytes = Buffer.from(whole);
      const at = draw.getUint32(0) % bytes.length;
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (draw.getUint8(4) % 8)), at);
      const file = join(folders.make(), 'ledger.db');
      writeFileSync(file, bytes);
      const found = await answersOf(file);
      if (typeof found === 'string') codes.add(found);
      else expect({ at, found }).toEqual({ at, found: answers });
    }
    expect(codes).toContain('ledger.corrupt');
  });
});
