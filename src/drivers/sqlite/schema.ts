import type { DatabaseSync } from 'node:sqlite';
import { noteAllParts } from './blob-parts.ts';
import { corrupt, foreignFile, newerSchema, textOf } from './storage-errors.ts';

/** "Keel" in ASCII: tells our files from everybody else's. */
export const APPLICATION_ID = 0x4b65656c;

interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
}

const TABLES: readonly Table[] = [
  { name: 'streams', columns: { id: 'INTEGER PRIMARY KEY', name: 'TEXT', crc: 'INTEGER' } },
  {
    name: 'events',
    columns: {
      position: 'INTEGER PRIMARY KEY',
      stream: 'INTEGER',
      sequence: 'INTEGER',
      header: 'TEXT',
      payload: 'TEXT',
      chain_hash: 'TEXT',
      append_key: 'TEXT',
      content_hash: 'TEXT',
      crc: 'INTEGER',
    },
  },
  {
    name: 'records',
    columns: { space: 'TEXT', key: 'TEXT', body: 'TEXT', due_ms: 'INTEGER', position: 'INTEGER', source: 'TEXT', crc: 'INTEGER' },
  },
  { name: 'blobs', columns: { sha256: 'TEXT', bytes: 'INTEGER', content: 'BLOB', parts: 'TEXT', put_at: 'INTEGER', crc: 'INTEGER' } },
  { name: 'blob_refs', columns: { sha256: 'TEXT', position: 'INTEGER', crc: 'INTEGER' } },
  { name: 'blob_parts', columns: { part: 'TEXT', blob: 'TEXT', crc: 'INTEGER' } },
  { name: 'meta', columns: { name: 'TEXT', value: 'TEXT', crc: 'INTEGER' } },
];

/** No table is stored in its own key order: an index that disagrees with its table is what betrays a changed key. */
const INDEXES: readonly string[] = [
  'CREATE UNIQUE INDEX IF NOT EXISTS streams_by_name ON streams (name)',
  'CREATE UNIQUE INDEX IF NOT EXISTS events_by_stream ON events (stream, sequence)',
  'CREATE UNIQUE INDEX IF NOT EXISTS events_by_key ON events (append_key) WHERE append_key IS NOT NULL',
  'CREATE UNIQUE INDEX IF NOT EXISTS records_by_key ON records (space, key)',
  'CREATE INDEX IF NOT EXISTS records_by_due ON records (space, due_ms) WHERE due_ms IS NOT NULL',
  'CREATE UNIQUE INDEX IF NOT EXISTS blobs_by_hash ON blobs (sha256)',
  'CREATE UNIQUE INDEX IF NOT EXISTS blob_refs_by_hash ON blob_refs (sha256, position)',
  'CREATE INDEX IF NOT EXISTS blob_refs_by_position ON blob_refs (position)',
  'CREATE UNIQUE INDEX IF NOT EXISTS blob_parts_by_part ON blob_parts (part, blob)',
  'CREATE UNIQUE INDEX IF NOT EXISTS meta_by_name ON meta (name)',
];

/**
 * A process of an older Keelson may have the ledger open while it is brought forward. It writes no notes of parts, and what it
 * stored would be swept as needed by nobody: it is stopped at that, with nothing written.
 */
const TRIGGERS: readonly string[] = [
  `CREATE TRIGGER IF NOT EXISTS blobs_with_noted_parts BEFORE INSERT ON blobs
   WHEN NEW.parts <> '' AND NOT EXISTS (SELECT 1 FROM blob_parts WHERE part = substr(NEW.parts, 1, 64) AND blob = NEW.sha256)
   BEGIN SELECT RAISE(ABORT, 'a newer Keelson has brought this ledger forward; end this process and start it anew with that one'); END`,
];

/**
 * What each version changes in data that is already there, oldest first; new tables and columns need no entry here.
 * The number of entries is the version of the schema. Never change one that has been released.
 */
const MIGRATIONS: readonly ((database: DatabaseSync) => void)[] = [() => undefined, noteAllParts];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** Refuses what is not ours or not yet known, and changes nothing. */
export function checkOwnership(database: DatabaseSync, file: string): void {
  const applicationId = pragma(database, 'application_id');
  const version = pragma(database, 'user_version');
  const isEmpty = database.prepare('SELECT count(*) AS number FROM sqlite_schema').get()?.['number'] === 0;
  if (isEmpty && applicationId === 0 && version === 0) return;
  if (applicationId !== APPLICATION_ID) throw foreignFile(file, 'it is the database of another program');
  if (version > SCHEMA_VERSION) throw newerSchema(file, version, SCHEMA_VERSION);
}

/** True when nothing is missing, so that an ordinary start writes nothing. */
export function isCurrent(database: DatabaseSync): boolean {
  if (pragma(database, 'application_id') !== APPLICATION_ID || pragma(database, 'user_version') !== SCHEMA_VERSION) return false;
  const names = new Set(database.prepare('SELECT name FROM sqlite_schema').all().map(({ name }) => name));
  return TABLES.every(({ name }) => names.has(name) && missingColumns(database, name).length === 0) && [...INDEXES, ...TRIGGERS].every((sql) => names.has(nameIn(sql)));
}

/** What `CREATE … IF NOT EXISTS` creates. */
function nameIn(sql: string): string {
  return /EXISTS (\w+)/u.exec(sql)?.[1] ?? '';
}

/** Creates what is missing and carries old data forward. Runs inside the caller's transaction. */
export function migrate(database: DatabaseSync, file: string): void {
  const from = pragma(database, 'user_version');
  for (const { name, columns } of TABLES) {
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (${Object.entries(columns).map(([column, type]) => `${column} ${type}`).join(', ')})`);
    for (const [column, type] of missingColumns(database, name)) database.exec(`ALTER TABLE ${name} ADD COLUMN ${column} ${type}`);
  }
  for (const sql of INDEXES) createIndex(database, file, sql);
  for (const step of MIGRATIONS.slice(from)) step(database);
  for (const sql of TRIGGERS) database.exec(sql);
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
}

/** Rows that break a unique index can only come from damage: every writer goes through it. */
function createIndex(database: DatabaseSync, file: string, sql: string): void {
  try {
    database.exec(sql);
  } catch (error) {
    throw corrupt(file, textOf(error), error);
  }
}

function missingColumns(database: DatabaseSync, table: string): [string, string][] {
  const present = new Set(database.prepare(`PRAGMA table_info(${table})`).all().map(({ name }) => name));
  return Object.entries(TABLES.find(({ name }) => name === table)?.columns ?? {}).filter(([column]) => !present.has(column));
}

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
