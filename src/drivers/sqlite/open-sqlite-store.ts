import { resolve } from 'node:path';
import { systemClock, type Clock } from '../../kernel/index.ts';
import { FOLLOW_POLL_MS, type LedgerStore, type StoreTime } from '../../ledger/index.ts';
import { backupDatabase } from './backup.ts';
import { realDatabasePath } from './database-path.ts';
import { examineInThread } from './examine.ts';
import { connectReader, type ConnectedReader } from './store-reader.ts';
import { createCommitSignal } from './commit-signal.ts';
import { storageError } from './storage-errors.ts';
import { systemStoreTime } from './store-time.ts';
import { startWriter, type WriterClient } from './writer-client.ts';

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

export interface SqliteStore extends LedgerStore {
  /** The head beside the log was missing when this store was opened, and made anew: that no end is lost cannot be told. */
  readonly isHeadRebuilt: boolean;
}

/** Opens the ledger of one tenant on disk; creates it when there is none. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const file = realFile(options.file);
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
  const reader = await readerOrNone(writer, file, given ?? systemStoreTime(systemClock));
  signal.follow(reader.dataVersion);
  return {
    ...reader,
    isHeadRebuilt: writer.isHeadRebuilt,
    transact: writer.transact,
    onCommit: signal.listen,
    sweepBlobs: writer.sweep,
    forgetRemoved: writer.writeBack,
    examine: () => examineInThread({ file, setupModule }),
    backup: (target) => backupDatabase(file, resolve(target), setupModule),
    async close() {
      signal.stop();
      reader.close();
      await writer.close();
      // Whoever waits for a commit looks again, and is told that there will be none.
      signal.notify();
    },
  };
}

function realFile(file: string): string {
  try {
    return realDatabasePath(file);
  } catch (error) {
    throw storageError(file, error);
  }
}

/** Whoever gets no store must not keep the thread of one. */
async function readerOrNone(writer: WriterClient, file: string, time: () => StoreTime): Promise<ConnectedReader> {
  try {
    return connectReader(file, time);
  } catch (error) {
    await writer.close();
    throw storageError(file, error);
  }
}
