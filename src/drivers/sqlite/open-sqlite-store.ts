import { resolve } from 'node:path';
import { systemClock, type Clock } from '../../kernel/index.ts';
import { FOLLOW_POLL_MS, type LedgerStore, type StoreTime } from '../../ledger/index.ts';
import { backupDatabase } from './backup.ts';
import { examineInThread } from './examine.ts';
import { connectReader } from './store-reader.ts';
import { createCommitSignal } from './commit-signal.ts';
import { systemStoreTime } from './store-time.ts';
import { startWriter } from './writer-client.ts';

export interface SqliteStoreOptions {
  /** The database; its head lies beside it. Folders are created. */
  readonly file: string;
  /** The address of a module that exports `setup: LedgerSetup`; it is loaded in the thread that writes. */
  readonly setupModule?: string;
  /** Wall time; the system's unless given. */
  readonly clock?: Pick<Clock, 'nowMs'>;
  /** All of time, in place of the system's: for tests and simulation. */
  readonly time?: () => StoreTime;
  /** The address of a module of `WriterHooks`: for tests and fault rigs. */
  readonly hooksModule?: string;
  /** Opens a database that is behind its head, or differs from it, and takes it as it is. */
  readonly acceptTailCut?: boolean;
}

const BUILTIN = new URL('builtin-setup.ts', import.meta.url).href;

/** Opens the ledger of one tenant on disk; creates it when there is none. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<LedgerStore> {
  const file = resolve(options.file);
  const { setupModule = BUILTIN, clock, hooksModule, acceptTailCut } = options;
  const given = options.time ?? (clock && systemStoreTime(clock));
  const signal = createCommitSignal(FOLLOW_POLL_MS);
  const writer = await startWriter({
    file,
    setupModule,
    onCommit: signal.notify,
    ...(given && { time: given }),
    ...(hooksModule !== undefined && { hooksModule }),
    ...(acceptTailCut !== undefined && { acceptTailCut }),
  });
  const reader = connectReader(file, given ?? systemStoreTime(systemClock));
  signal.follow(reader.dataVersion);
  return {
    ...reader,
    transact: writer.transact,
    onCommit: signal.listen,
    sweepBlobs: writer.sweep,
    examine: () => examineInThread({ file, setupModule }),
    backup: (target) => backupDatabase(file, resolve(target)),
    async close() {
      signal.stop();
      reader.close();
      await writer.close();
    },
  };
}
