/** A thread of its own: looking at every page of a large file holds up neither writers nor the event loop. */
import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { LedgerSetup } from '../../ledger/index.ts';
import { examineDatabase } from './examine-database.ts';
import { headPathOf, readBestHead } from './head-file.ts';
import { withLock } from './lock-attempts.ts';
import { storageError } from './storage-errors.ts';
import { failureOf } from './thread-protocol.ts';
import type { ExaminationAnswer, ExaminationStart } from './examine.ts';

const { file, setupModule, source = file } = workerData as ExaminationStart;

function examine(): ExaminationAnswer {
  try {
    const { setup } = createRequire(import.meta.url)(fileURLToPath(setupModule)) as { setup: LedgerSetup };
    const head = readBestHead(headPathOf(file));
    const database = withLock(file, () => new DatabaseSync(source, { readOnly: true, timeout: 0 }));
    try {
      // One snapshot for all checks, so that they do not find each other's news.
      database.exec('BEGIN');
      return { faults: withLock(file, () => examineDatabase({ database, setup, file, head })) };
    } finally {
      database.close();
    }
  } catch (error) {
    return { failure: failureOf(storageError(file, error)) };
  }
}

const port = parentPort;
port?.postMessage(examine());
