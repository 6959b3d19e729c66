import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BorrowedBackup, LedgerAdmin, Replacement, UnprovenEnd } from '../commands/index.ts';
import type { Name } from '../contracts/index.ts';
import { openSqliteStore, openSqliteStoreToRead, restoreSqliteStore } from '../drivers/index.ts';
import { hasCode, KeelsonError } from '../kernel/index.ts';
import type { LedgerStore } from '../ledger/index.ts';
import { borrowBackup, refuseTarget, removeLeftovers, type BorrowedCopy } from './backup-files.ts';
import { folderUnusable, hasLedger, headFileOf, ledgerFileOf, tenantFolderOf } from './data-folder.ts';
import { expectRebuiltHead, forgetRebuiltHead, missingHead, noteRebuiltHead, readRebuiltHead } from './ledger-unproven-end.ts';
import { lostEndInWords } from './lost-end.ts';
import { readLossReceipt, readRestoreReceipt, removeLossReceipt, writeLossReceipt, writeRestoreReceipt } from './restore-receipts.ts';

export interface LedgersOnDisk extends LedgerAdmin {
  /** The tenant's ledger, made when nothing has been recorded yet. */
  openOrCreate(tenant: Name): Promise<LedgerStore>;
  close(): Promise<void>;
}

/** The ledgers below one data folder. Each is opened when it is first asked for and stays open until the end. */
export function ledgersOnDisk(dataFolder: string): LedgersOnDisk {
  const opened = new Map<Name, Promise<LedgerStore>>();
  /** Those that could only be opened for reading. */
  const reading = new Map<Name, Promise<LedgerStore>>();
  const unproven = new Map<Name, UnprovenEnd>();
  const borrowed = new Set<BorrowedBackup>();
  const fileOf = (tenant: Name): string => ledgerFileOf(dataFolder, tenant);
  const folderOf = (tenant: Name): string => tenantFolderOf(dataFolder, tenant);
  const openAs = (tenant: Name, acceptTailCut: boolean): Promise<LedgerStore> => {
    const lacksHead = hasLedger(dataFolder, tenant) && !existsSync(headFileOf(dataFolder, tenant));
    const isExpected = lacksHead && expectRebuiltHead(folderOf(tenant));
    const opening = openSqliteStore({ file: fileOf(tenant), acceptTailCut }).then(
      async (store) => {
        try {
          if (store.isHeadRebuilt) unproven.set(tenant, await noteRebuiltHead(folderOf(tenant), store));
          else if (isExpected) forgetRebuiltHead(folderOf(tenant));
          return store;
        } catch (error) {
          await store.close();
          throw error;
        }
      },
      (error: unknown) => {
        if (isExpected && !existsSync(headFileOf(dataFolder, tenant))) forgetRebuiltHead(folderOf(tenant));
        throw error;
      },
    );
    return keep(opened, tenant, opening);
  };
  const openReading = (tenant: Name): Promise<LedgerStore> => {
    const opening = openSqliteStoreToRead({ file: fileOf(tenant) }).then(async (store) => {
      if (store.isHeadMissing) unproven.set(tenant, await missingHead(store));
      return store;
    });
    return keep(reading, tenant, opening);
  };
  const open = async (tenant: Name): Promise<LedgerStore | undefined> => {
    const known = opened.get(tenant);
    if (known !== undefined) return known;
    return hasLedger(dataFolder, tenant) ? openAs(tenant, false) : undefined;
  };
  const letGo = async (tenant: Name): Promise<void> => {
    for (const stores of [opened, reading]) {
      const store = await stores.get(tenant)?.catch(() => undefined);
      stores.delete(tenant);
      await store?.close();
    }
  };
  const replace = async (tenant: Name, copy: BorrowedCopy, key: string, { erasedAgain, confirm }: Parameters<BorrowedBackup['putInPlace']>[1]): Promise<Replacement> => {
    await letGo(tenant);
    const { setAside } = await restoreSqliteStore({
      file: fileOf(tenant),
      from: copy.file,
      confirm,
      record: (keptAside) => writeRestoreReceipt(folderOf(tenant), key, { keptAside, erasedAgain }),
    });
    unproven.delete(tenant);
    guarded(fileOf(tenant), () => forgetRebuiltHead(folderOf(tenant)));
    return { keptAside: setAside, erasedAgain };
  };
  return {
    setup: async () => (await import('../ledger/index.ts')).BUILTIN_SETUP,
    fileOf,
    open,
    openOrCreate: async (tenant) => opened.get(tenant) ?? openAs(tenant, false),
    async openToRead(tenant) {
      const known = reading.get(tenant);
      if (known !== undefined) return known;
      return open(tenant).catch((error: unknown) => {
        if (!hasCode(error, 'ledger.read_only')) throw error;
        return openReading(tenant);
      });
    },
    unprovenEnd: async (tenant) => unproven.get(tenant) ?? guarded(fileOf(tenant), () => readRebuiltHead(folderOf(tenant))),
    async backup(tenant, target) {
      const file = resolve(target);
      refuseTarget(file, dataFolder);
      await (await open(tenant))?.backup(file);
      return { file, bytes: (await stat(file)).size };
    },
    async openBackup(backup, tenant) {
      const file = resolve(backup);
      await removeLeftovers(dataFolder, folderOf(tenant));
      const copy = await borrowBackup(file, folderOf(tenant));
      const store = await openSqliteStore({ file: copy.file }).catch((error: unknown) => copy.remove().then(() => Promise.reject(error)));
      let closing: Promise<void> | undefined;
      const closeStore = (): Promise<void> => (closing ??= store.close());
      const found: BorrowedBackup = {
        file,
        store,
        async putInPlace(key, replacement) {
          await closeStore();
          return replace(tenant, copy, key, replacement);
        },
        async close() {
          borrowed.delete(found);
          await closeStore();
          await copy.remove();
        },
      };
      borrowed.add(found);
      return found;
    },
    replaced: async (tenant, key) => guarded(fileOf(tenant), () => readRestoreReceipt(folderOf(tenant), key)),
    async acceptLoss(tenant, key, accepted) {
      const record = guarded(fileOf(tenant), () => writeLossReceipt(folderOf(tenant), key, accepted, headFileOf(dataFolder, tenant)));
      try {
        await openAs(tenant, true);
      } catch (error) {
        removeLossReceipt(folderOf(tenant), key);
        throw error;
      }
      return record;
    },
    acceptedLoss: async (tenant, key) => guarded(fileOf(tenant), () => readLossReceipt(folderOf(tenant), key)),
    async close() {
      for (const backup of borrowed) await backup.close();
      for (const tenant of [...opened.keys(), ...reading.keys()]) await letGo(tenant);
    },
  };
}

/** One that cannot be opened is tried again: a restore may have mended it meanwhile. What it has lost is told in words. */
function keep(stores: Map<Name, Promise<LedgerStore>>, tenant: Name, opening: Promise<LedgerStore>): Promise<LedgerStore> {
  const told = opening.catch((error: unknown) => {
    throw lostEndInWords(error, tenant);
  });
  stores.set(tenant, told);
  told.catch(() => stores.delete(tenant));
  return told;
}

/** What the file system refuses is told in words; our own errors pass. */
function guarded<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof KeelsonError ? error : folderUnusable(file, error);
  }
}
