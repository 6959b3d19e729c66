import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LedgerAdmin } from '../commands/index.ts';
import type { Name } from '../contracts/index.ts';
import { openSqliteStore, restoreSqliteStore } from '../drivers/index.ts';
import type { LedgerStore } from '../ledger/index.ts';
import { borrowBackup } from './backup-files.ts';
import { hasLedger, ledgerFileOf, tenantFolderOf } from './data-folder.ts';
import { readRestoreReceipt, writeRestoreReceipt } from './restore-receipts.ts';

export interface LedgersOnDisk extends LedgerAdmin {
  close(): Promise<void>;
}

/** The ledgers below one data folder. Each is opened when it is first asked for and stays open until the end. */
export function ledgersOnDisk(dataFolder: string): LedgersOnDisk {
  const opened = new Map<Name, Promise<LedgerStore>>();
  const fileOf = (tenant: Name): string => ledgerFileOf(dataFolder, tenant);
  const open = async (tenant: Name): Promise<LedgerStore | undefined> => {
    const known = opened.get(tenant);
    if (known !== undefined) return known;
    if (!hasLedger(dataFolder, tenant)) return undefined;
    const opening = openSqliteStore({ file: fileOf(tenant) });
    opened.set(tenant, opening);
    // One that cannot be opened is tried again: a restore may have mended it meanwhile.
    opening.catch(() => opened.delete(tenant));
    return opening;
  };
  const letGo = async (tenant: Name): Promise<void> => {
    const store = await opened.get(tenant)?.catch(() => undefined);
    opened.delete(tenant);
    await store?.close();
  };
  return {
    setup: async () => (await import('../ledger/index.ts')).BUILTIN_SETUP,
    fileOf,
    open,
    async backup(tenant, target) {
      const file = resolve(target);
      await (await open(tenant))?.backup(file);
      return { file, bytes: (await stat(file)).size };
    },
    async openBackup(backup) {
      const file = resolve(backup);
      const copy = await borrowBackup(file, dataFolder);
      try {
        const store = await openSqliteStore({ file: copy.file });
        return { file, store: { ...store, close: () => store.close().finally(copy.remove) } };
      } catch (error) {
        await copy.remove();
        throw error;
      }
    },
    async replace(tenant, backup, key) {
      await letGo(tenant);
      const { setAside } = await restoreSqliteStore({ file: fileOf(tenant), from: resolve(backup) });
      const replacement = { keptAside: setAside };
      await writeRestoreReceipt(tenantFolderOf(dataFolder, tenant), key, replacement);
      return replacement;
    },
    replaced: (tenant, key) => readRestoreReceipt(tenantFolderOf(dataFolder, tenant), key),
    async close() {
      for (const tenant of opened.keys()) await letGo(tenant);
    },
  };
}
