import type { Name } from '../contracts/index.ts';
import type { LedgerSetup, LedgerStore } from '../ledger/index.ts';

/** A ledger with its file, for what a person asks about the ledger itself. */
export interface FoundLedger {
  readonly store: LedgerStore;
  readonly file: string;
}

/** The ledgers of this machine. Whoever has this can read every tenant's and replace it: it is handed to these commands only. */
export interface LedgerAdmin {
  /** What the ledgers' events and projections mean. */
  setup(): Promise<LedgerSetup>;
  /** Where a tenant's ledger lies, or would lie. */
  fileOf(tenant: Name): string;
  /** The tenant's ledger, open until the program ends; undefined when nothing has been recorded. Creates nothing. */
  open(tenant: Name): Promise<LedgerStore | undefined>;
  /** Writes a whole copy to a file that does not exist yet. */
  backup(tenant: Name, file: string): Promise<{ readonly file: string; readonly bytes: number }>;
  /** A backup, to be read and closed by the caller. Changes nothing about it. */
  openBackup(file: string): Promise<FoundLedger>;
  /** Puts a copy of the backup in the place of the tenant's ledger and keeps the files that were there. */
  replace(tenant: Name, file: string, key: string): Promise<Replacement>;
  /** What came of a replacement under this key; undefined when there was none. */
  replaced(tenant: Name, key: string): Promise<Replacement | undefined>;
}

export interface Replacement {
  /** The database that was replaced, under its new name, with what belongs to it beside it; null when there was none. */
  readonly keptAside: string | null;
}
