import type { AcceptedLoss, BorrowedBackup, LedgerAdmin, Replacement, UnprovenEnd } from '../../src/commands/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, type LedgerStore } from '../../src/ledger/index.ts';

/** Ledgers by tenant and backups by file, without a disk. */
export interface LedgersInMemory extends LedgerAdmin {
  readonly tenants: Map<string, LedgerStore>;
  readonly files: Map<string, LedgerStore>;
  readonly unproven: Map<string, UnprovenEnd>;
}

export function ledgersInMemory(): LedgersInMemory {
  const tenants = new Map<string, LedgerStore>();
  const files = new Map<string, LedgerStore>();
  const unproven = new Map<string, UnprovenEnd>();
  const replacements = new Map<string, Replacement>();
  const losses = new Map<string, AcceptedLoss>();
  const fileOf = (tenant: string): string => `/data/${tenant}/ledger.db`;
  return {
    tenants,
    files,
    unproven,
    setup: async () => BUILTIN_SETUP,
    fileOf,
    open: async (tenant) => tenants.get(tenant),
    // Whoever changes how these are opened changes it for readers too.
    openToRead(tenant) {
      return this.open(tenant);
    },
    unprovenEnd: async (tenant) => unproven.get(tenant),
    async backup(tenant, file) {
      if (files.has(file)) throw new KeelsonError('ledger.target_exists', { message: `${file} exists.`, nextStep: 'Name another file.', data: { file } });
      const store = tenants.get(tenant);
      if (store !== undefined) files.set(file, store);
      return { file, bytes: 4_096 };
    },
    async openBackup(file, tenant): Promise<BorrowedBackup> {
      const store = files.get(file);
      if (store === undefined) throw new KeelsonError('ledger.backup_missing', { message: `There is no ${file}.`, nextStep: 'Name a backup.', data: { file } });
      return {
        file,
        store,
        async putInPlace(key, { erasedAgain, confirm }) {
          confirm(await tenants.get(tenant)?.head());
          const replacement = { keptAside: tenants.has(tenant) ? `/data/${tenant}/replaced` : null, erasedAgain };
          tenants.set(tenant, store);
          replacements.set(`${tenant} ${key}`, replacement);
          return replacement;
        },
        close: async () => {},
      };
    },
    replaced: async (tenant, key) => replacements.get(`${tenant} ${key}`),
    async acceptLoss(tenant, key, accepted) {
      losses.set(`${tenant} ${key}`, accepted);
      return `/data/${tenant}/losses`;
    },
    async acceptedLoss(tenant, key) {
      const accepted = losses.get(`${tenant} ${key}`);
      return accepted && { ...accepted, record: `/data/${tenant}/losses` };
    },
  };
}

/** The store as it was when it ended at this position. */
export function asOf(store: LedgerStore, position: number): LedgerStore {
  const entries: LedgerStore['entries'] = async (query) => (await store.entries(query)).filter((row) => row.position <= position);
  return {
    ...store,
    entries,
    async head() {
      const [last] = await store.entries({ after: position - 1, limit: 1 });
      return last === undefined ? store.head() : { position, chainHash: last.chainHash };
    },
  };
}
