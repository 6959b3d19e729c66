import type { DatabaseSync } from 'node:sqlite';
import type { HostProbe } from '../../commands/index.ts';

/** Each is tried for real on a database in memory: a version number does not say what was compiled in. */
const FEATURES: Readonly<Record<string, string>> = {
  FTS5: "CREATE VIRTUAL TABLE words USING fts5(body); SELECT count(*) FROM words WHERE words MATCH 'a'",
  trigram: "CREATE VIRTUAL TABLE grams USING fts5(body, tokenize='trigram'); SELECT count(*) FROM grams",
  JSON: `SELECT json_extract('{"a":1}', '$.a')`,
};

export function sqliteProbe(): HostProbe {
  return {
    id: 'sqlite',
    run: async () => {
      const { DatabaseSync } = await import('node:sqlite');
      const database = new DatabaseSync(':memory:');
      try {
        const row = database.prepare('SELECT sqlite_version() AS version').get();
        const lacking = Object.keys(FEATURES).filter((name) => !works(database, FEATURES[name] ?? ''));
        const version = `SQLite ${String(row?.['version'])}`;
        return lacking.length === 0
          ? { status: 'ok', found: `${version} with ${Object.keys(FEATURES).join(', ')}` }
          : { status: 'limited', found: `${version} without ${lacking.join(', ')}` };
      } finally {
        database.close();
      }
    },
  };
}

function works(database: DatabaseSync, sql: string): boolean {
  try {
    database.exec(sql);
    return true;
  } catch {
    return false;
  }
}
