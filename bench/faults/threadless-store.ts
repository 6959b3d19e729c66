import { openFiles } from '../../src/drivers/sqlite/open-database.ts';
import { examineDatabase } from '../../src/drivers/sqlite/examine-database.ts';
import { headPathOf, openHeadFile } from '../../src/drivers/sqlite/head-file.ts';
import { connectReader } from '../../src/drivers/sqlite/store-reader.ts';
import { systemStoreTime } from '../../src/drivers/sqlite/store-time.ts';
import { invariant, systemClock } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, type LedgerStore } from '../../src/ledger/index.ts';

function readOnly(): never {
  invariant(false, 'a store without threads only reads');
}

/**
 * A ledger on disk opened and read by the driver's own code, but in this thread: starting two more for each of thousands
 * of damaged files would take hours. It cannot write.
 */
export function openThreadless(file: string): LedgerStore {
  const { database, head, opener } = openFiles({ file, setup: BUILTIN_SETUP });
  head.leave(opener);
  head.close();
  const reader = connectReader(file, systemStoreTime(systemClock));
  return {
    ...reader,
    transact: async () => readOnly(),
    forgetRemoved: async () => readOnly(),
    sweepBlobs: async () => readOnly(),
    backup: async () => readOnly(),
    onCommit: () => () => undefined,
    async examine() {
      const outside = openHeadFile(headPathOf(file));
      const best = outside.best();
      outside.close();
      return examineDatabase({ database, setup: BUILTIN_SETUP, file, head: best });
    },
    async close() {
      reader.close();
      database.close();
    },
  };
}
