import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { openLanggraph } from './langgraph-loop.mjs';

const contender = await import(process.env['BENCH_CONTENDER']);

/** Its checkpointer wants better-sqlite3, which would have to be compiled here; node:sqlite does the same behind the same words. */
function databaseAt(file) {
  const database = new DatabaseSync(file);
  return {
    exec: (sql) => database.exec(sql),
    pragma: (words) => database.exec(`PRAGMA ${words}`),
    prepare(sql) {
      const statement = database.prepare(sql);
      const bound = (values) => values.map((value) => value ?? null);
      return { get: (...values) => statement.get(...bound(values)), run: (...values) => statement.run(...bound(values)), all: (...values) => statement.all(...bound(values)) };
    },
    transaction: (work) => (...given) => {
      database.exec('BEGIN');
      const result = work(...given);
      database.exec('COMMIT');
      return result;
    },
    close: () => database.close(),
  };
}

await contender.serve(async (serverUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-bench-langgraph-'));
  const file = join(folder, 'checkpoints.db');
  const database = databaseAt(file);
  database.exec('PRAGMA synchronous=FULL');
  const run = await openLanggraph(serverUrl, contender, new SqliteSaver(database));
  return {
    run,
    fileBytes: () => statSync(file).size + statSync(`${file}-wal`).size,
    async close() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
});
