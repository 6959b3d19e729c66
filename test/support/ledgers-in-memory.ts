import type { FoundLedger, LedgerAdmin, Replacement } from '../../src/commands/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, type LedgerStore } from '../../src/ledger/index.ts';

/** Ledgers by tenant and backups by file, without a disk. */
export interface LedgersInMemory extends LedgerAdmin {
  readonly tenants: Map<string, LedgerStore>;
  readonly files: Map<string, LedgerStore>;
}

export function ledgersInMemory(): LedgersInMemory {
  const tenants = new Map<string, LedgerStore>();
  const files = new Map<string, LedgerStore>();
  const replacements = new Map<string, Replacement>();
  const fileOf = (tenant: string): string => `/data/${tenant}/ledger.db`;
  const openBackup = async (file: string): Promise<FoundLedger> => {
    const store = files.get(file);
    if (store === undefined) throw new KeelsonError('ledger.backup_missing', { message: `There is no ${file}.`, nextStep: 'Name a backup.', data: { file } });
    return { file, store: { ...store, close: async () => {} } };
  };
  return {
    tenants,
    files,
    setup: async () => BUILTIN_SETUP,
    fileOf,
    open: async (tenant) => tenants.get(tenant),
    async backup(tenant, file) {
      if (files.has(file)) throw new KeelsonError('ledger.target_exists', { message: `${file} exists.`, nextStep: 'Name another file.', data: { file } });
      const store = tenants.get(tenant);
      if (store !== undefined) files.set(file, store);
      return { file, bytes: 4_096 };
    },
    openBackup,
    async replace(tenant, file, key) {
      const { store } = await openBackup(file);
      const replacement = { keptAside: tenants.has(tenant) ? `/data/${tenant}/replaced` : null };
      tenants.set(tenant, store);
      replacements.set(`${tenant} ${key}`, replacement);
      return replacement;
    },
    replaced: async (tenant, key) => replacements.get(`${tenant} ${key}`),
  };
}
