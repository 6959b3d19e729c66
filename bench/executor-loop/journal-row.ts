import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bareLoop } from './bare-loop.ts';
import { serve } from './contender.ts';

/** The bare loop with the least that can be called durable: one row for each step, on disk before it goes on. */
await serve(async (serverUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-bench-rows-'));
  const file = join(folder, 'rows.db');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE steps(run INTEGER, step INTEGER, kind TEXT, content TEXT, PRIMARY KEY (run, step)) WITHOUT ROWID');
  const insert = database.prepare('INSERT INTO steps VALUES (?, ?, ?, ?)');
  let rows = 0;
  return {
    async run(nth, conversations) {
      let step = 0;
      for (let at = 0; at < conversations; at += 1) await bareLoop(serverUrl, (kind, content) => void (insert.run(nth, (step += 1), kind, JSON.stringify(content)), (rows += 1)));
    },
    counts: () => ({ commits: rows, events: rows }),
    fileBytes: () => statSync(file).size + statSync(`${file}-wal`).size,
    async close() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
});
