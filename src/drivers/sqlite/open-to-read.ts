import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../kernel/index.ts';
import { FOLLOW_POLL_MS, LOCK_ATTEMPTS, type LedgerStore } from '../../ledger/index.ts';
import { BUILTIN_SETUP_MODULE } from './backup.ts';
import { createCommitSignal } from './commit-signal.ts';
import { compareHead, tailCut } from './compare-head.ts';
import { realDatabasePath } from './database-path.ts';
import { examineInThread } from './examine.ts';
import { headPathOf, readBestHead, type HeadRecord } from './head-file.ts';
import { refuseForeign } from './open-database.ts';
import { checkOwnership, isCurrent } from './schema.ts';
import { busy, closedStore, readOnly, storageError } from './storage-errors.ts';
import { connectReader, type ConnectedReader } from './store-reader.ts';
import { systemStoreTime } from './store-time.ts';

export interface ReadingSqliteStore extends LedgerStore {
  /** There is no head beside the log, and none can be made: that no end is lost cannot be told. */
  readonly isHeadMissing: boolean;
}

interface Connected {
  readonly reader: ConnectedReader;
  readonly isHeadMissing: boolean;
  /** How the files looked that are read without locks; undefined where SQLite looks after that. */
  readonly look: string | undefined;
}

/**
 * Opens a ledger where nothing may be written; everything that would write is refused. SQLite needs its files beside a
 * database that others have open, and cannot make them here. Where they are not there nobody has it open, and the database
 * alone is read, without locks: every answer is then given only if the files still look as they did, else it is read again.
 */
export async function openSqliteStoreToRead(options: { readonly file: string }): Promise<ReadingSqliteStore> {
  const file = pathOf(options.file);
  const signal = createCommitSignal(FOLLOW_POLL_MS);
  let connected = connect(file);
  let isClosed = false;
  signal.follow(() => (hasMoved(file, connected) ? Number.NaN : connected.reader.dataVersion()));

  const use = async <Result>(query: (now: Connected) => Promise<Result>): Promise<Result> => {
    for (let made = 1; made <= LOCK_ATTEMPTS; made += 1) {
      if (isClosed) throw closedStore(file);
      if (hasMoved(file, connected)) {
        connected.reader.close();
        connected = connect(file);
      }
      // Another reader may find that the file has moved, and connect anew, while this one waits.
      const asked = connected;
      const [outcome] = await Promise.allSettled([query(asked)]);
      if (asked !== connected || hasMoved(file, asked)) continue;
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    }
    throw busy(file, LOCK_ATTEMPTS);
  };
  const refuse = async (): Promise<never> => {
    throw readOnly(file);
  };
  return {
    isHeadMissing: connected.isHeadMissing,
    head: () => use(({ reader }) => reader.head()),
    entries: (query) => use(({ reader }) => reader.entries(query)),
    appended: (key) => use(({ reader }) => reader.appended(key)),
    record: (key) => use(({ reader }) => reader.record(key)),
    records: (query) => use(({ reader }) => reader.records(query)),
    blob: (sha256) => use(({ reader }) => reader.blob(sha256)),
    search: (query) => use(({ reader }) => reader.search(query)),
    counts: () => use(({ reader }) => reader.counts()),
    time: () => connected.reader.time(),
    examine: () => use(({ look }) => examineInThread({ file, setupModule: BUILTIN_SETUP_MODULE, ...(look !== undefined && { source: aloneAddress(file).href }) })),
    onCommit: signal.listen,
    transact: refuse,
    sweepBlobs: refuse,
    forgetRemoved: refuse,
    backup: refuse,
    async close() {
      isClosed = true;
      signal.stop();
      connected.reader.close();
      // Whoever waits for a commit looks again, and is told that there will be none.
      signal.notify();
    },
  };
}

function pathOf(file: string): string {
  try {
    return realDatabasePath(file);
  } catch (error) {
    throw storageError(file, error);
  }
}

function connect(file: string): Connected {
  try {
    const head = readBestHead(headPathOf(file));
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0) throw head !== undefined && head.position + head.touches > 0 ? tailCut(file, head, 0) : readOnly(file);
    refuseForeign(file);
    const look = lookOf(file);
    const source = look === undefined ? file : aloneAddress(file);
    checkFit(file, source, head);
    return { reader: connectReader(file, systemStoreTime(systemClock), source), isHeadMissing: head === undefined, look };
  } catch (error) {
    throw storageError(file, error);
  }
}

function checkFit(file: string, source: string | URL, best: HeadRecord | undefined): void {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 0 });
  try {
    refuseUnfit(database, file, best);
  } finally {
    database.close();
  }
}

/** What is not ours, of another version, or has lost its end is refused here as it is where it can be written. */
function refuseUnfit(database: DatabaseSync, file: string, best: HeadRecord | undefined): void {
  checkOwnership(database, file);
  if (!isCurrent(database)) throw readOnly(file);
  compareHead({ database, file, best, acceptTailCut: false });
}

/** The database alone, as it lies there: SQLite neither locks it nor looks for files beside it. */
function aloneAddress(file: string): URL {
  const address = pathToFileURL(file);
  address.search = '?immutable=1';
  return address;
}

/** Undefined when a file beside the database says that there is more than the database alone. */
function lookOf(file: string): string | undefined {
  if (['-wal', '-journal'].some((end) => existsSync(file + end))) return undefined;
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
}

/** A ledger that was read alone has been opened by somebody since, or written. */
function hasMoved(file: string, { look }: Connected): boolean {
  return look !== undefined && look !== lookOf(file);
}
