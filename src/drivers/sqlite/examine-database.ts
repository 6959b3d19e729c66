import type { DatabaseSync } from 'node:sqlite';
import { KeelsonError } from '../../kernel/index.ts';
import type { LedgerSetup, StoreFault } from '../../ledger/index.ts';
import { blobOfRow, partsOf, type StoredBlob } from './blob-queries.ts';
import { headFault } from './compare-head.ts';
import { createEntryQueries, type EventRow } from './entry-queries.ts';
import type { HeadRecord } from './head-file.ts';
import { integrityFaults } from './integrity.ts';
import { touchesOf } from './meta.ts';
import { recordOfRow, type RecordRow } from './record-queries.ts';
import { blobPartChecksum, blobRefChecksum, eventChecksum, metaChecksum, streamChecksum } from './row-checksums.ts';
import { storageError } from './storage-errors.ts';
import { createStreamNames } from './stream-names.ts';

/** Enough to see what is going on; a file with more is restored, not read. */
const FAULTS_MAX = 100;

export interface Examination {
  readonly database: DatabaseSync;
  readonly setup: LedgerSetup;
  readonly file: string;
  /** The head outside the database, read before it; undefined when there is none. */
  readonly head: HeadRecord | undefined;
}

type Report = (code: string, detail: string) => void;

/** Looks at every page and every row, and changes nothing. */
export function examineDatabase(examination: Examination): StoreFault[] {
  const faults: StoreFault[] = [];
  const report: Report = (code, detail) => {
    if (faults.length < FAULTS_MAX) faults.push({ code, detail });
  };
  const { database, file, setup, head } = examination;
  for (const detail of integrityFaults(database)) report('ledger.corrupt', detail);
  const searchable = { expected: 0 };
  const checks: (() => void)[] = [
    () => examineEvents(database, setup, searchable, report),
    () => examineTable(database, 'streams', (row) => row['crc'] === streamChecksum({ id: Number(row['id']), name: String(row['name']) }), report),
    () => examineTable(database, 'meta', (row) => row['crc'] === metaChecksum({ name: String(row['name']), value: String(row['value']) }), report),
    () => examineTable(database, 'blob_refs', (row) => row['crc'] === blobRefChecksum({ sha256: String(row['sha256']), position: Number(row['position']) }), report),
    () => examineTable(database, 'blob_parts', (row) => row['crc'] === blobPartChecksum({ part: String(row['part']), blob: String(row['blob']) }), report),
    () => examineTable(database, 'records', (row) => recordOfRow(row as unknown as RecordRow, file) !== undefined, report),
    () => examineTable(database, 'blobs', (row) => blobOfRow(row as unknown as StoredBlob) !== undefined, report),
    () => examineParts(database, report),
    () => examineStrays(database, report),
    () => examineWords(database, searchable.expected, report),
    () => examineHead(database, file, head, report),
  ];
  for (const check of checks) guarded(check, file, report);
  return faults;
}

/** What a check throws is a finding like any other. */
function guarded(check: () => void, file: string, report: Report): void {
  try {
    check();
  } catch (error) {
    const { code, message } = storageError(file, error);
    report(code, message);
  }
}

function examineEvents(database: DatabaseSync, setup: LedgerSetup, searchable: { expected: number }, report: Report): void {
  const marks = setup.searchable.map(({ type }) => `"type":"${type}"`);
  let position = 0;
  for (const row of database.prepare('SELECT * FROM events ORDER BY position').iterate()) {
    const event = row as unknown as EventRow;
    position += 1;
    if (event.position !== position) report('ledger.corrupt', `entry ${position} is missing`);
    position = event.position;
    if (event.crc !== eventChecksum(event)) report('ledger.corrupt', `entry ${position} has changed on disk`);
    if (event.payload !== null && marks.some((mark) => event.header.includes(mark))) searchable.expected += 1;
  }
}

function examineTable(database: DatabaseSync, table: string, isWhole: (row: Record<string, unknown>) => boolean, report: Report): void {
  for (const row of database.prepare(`SELECT rowid AS row_id, * FROM ${table}`).iterate()) {
    try {
      if (!isWhole(row)) report('ledger.corrupt', `row ${String(row['row_id'])} of ${table} has changed on disk`);
    } catch (error) {
      if (!(error instanceof KeelsonError)) throw error;
      report(error.code, error.message);
    }
  }
}

function examineParts(database: DatabaseSync, report: Report): void {
  const has = database.prepare('SELECT 1 AS found FROM blobs WHERE sha256 = ?');
  const isNoted = database.prepare('SELECT 1 AS found FROM blob_parts WHERE part = ? AND blob = ?');
  for (const row of database.prepare('SELECT sha256, parts FROM blobs WHERE parts IS NOT NULL').all()) {
    const [sha256, parts] = [String(row['sha256']), partsOf(String(row['parts']))];
    const missing = parts.filter((part) => has.get(part) === undefined);
    if (missing.length > 0) report('blob.missing', `${missing.length} parts of the blob ${sha256} are missing`);
    const unnoted = parts.filter((part) => isNoted.get(part, sha256) === undefined);
    if (unnoted.length > 0) report('ledger.corrupt', `of ${unnoted.length} parts of the blob ${sha256} it is no longer known that it needs them`);
  }
}

/** Rows that refer to nothing. */
function examineStrays(database: DatabaseSync, report: Report): void {
  const strays: readonly [string, string][] = [
    ['entries of a stream without a name', 'SELECT count(*) AS number FROM events WHERE stream NOT IN (SELECT id FROM streams)'],
    ['references to a blob that is not there', 'SELECT count(*) AS number FROM blob_refs WHERE sha256 NOT IN (SELECT sha256 FROM blobs)'],
    ['references to a blob from an entry that is not there', 'SELECT count(*) AS number FROM blob_refs WHERE position NOT IN (SELECT position FROM events)'],
    ['parts of a blob that is not there', 'SELECT count(*) AS number FROM blob_parts WHERE blob NOT IN (SELECT sha256 FROM blobs)'],
    ['indexed words of an entry that is not there', 'SELECT count(*) AS number FROM words WHERE rowid NOT IN (SELECT position FROM events WHERE payload IS NOT NULL)'],
  ];
  for (const [what, sql] of strays) {
    const found = Number(database.prepare(sql).get()?.['number']);
    if (found > 0) report('ledger.corrupt', `${found} ${what}`);
  }
}

function examineWords(database: DatabaseSync, expected: number, report: Report): void {
  const found = Number(database.prepare('SELECT count(*) AS number FROM words').get()?.['number']);
  if (found !== expected) report('ledger.corrupt', `the index of words holds ${found} entries, the log gives ${expected}`);
}

function examineHead(database: DatabaseSync, file: string, head: HeadRecord | undefined, report: Report): void {
  if (head === undefined) return;
  const entries = createEntryQueries(database, createStreamNames(database, file), file);
  const current = { ...entries.head(), touches: touchesOf(database, file) };
  const fault = headFault(file, head, current, (position) => entries.at(position)?.chain_hash);
  if (fault !== undefined) report(fault.code, fault.message);
}
