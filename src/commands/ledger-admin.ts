import type { LedgerEndUnproven, LedgerLoss, Name, Timestamp } from '../contracts/index.ts';
import type { Head, LedgerSetup, LedgerStore } from '../ledger/index.ts';

/** The ledgers of this machine. Whoever has this can read every tenant's and replace it: it is handed to these commands only. */
export interface LedgerAdmin {
  /** What the ledgers' events and projections mean. */
  setup(): Promise<LedgerSetup>;
  /** Where a tenant's ledger lies, or would lie. */
  fileOf(tenant: Name): string;
  /** The tenant's ledger, open until the program ends; undefined when nothing has been recorded. Creates nothing. */
  open(tenant: Name): Promise<LedgerStore | undefined>;
  /** The same for whoever only reads: also where this user may not write, and then every write is refused. */
  openToRead(tenant: Name): Promise<LedgerStore | undefined>;
  /** Why nobody can vouch for the end of an opened ledger; undefined when its head does. */
  unprovenEnd(tenant: Name): Promise<UnprovenEnd | undefined>;
  /** Writes a whole and verified copy to a file that does not exist yet. */
  backup(tenant: Name, file: string): Promise<{ readonly file: string; readonly bytes: number }>;
  /** A private copy of a backup, to be closed by the caller. Changes nothing about the backup itself. */
  openBackup(file: string, tenant: Name): Promise<BorrowedBackup>;
  /** What came of a replacement under this key; undefined when there was none. */
  replaced(tenant: Name, key: string): Promise<Replacement | undefined>;
  /** Opens a ledger that has lost something and takes it as it is from now on. Says where that is recorded. */
  acceptLoss(tenant: Name, key: string, accepted: AcceptedLoss): Promise<string>;
  /** The loss that was accepted under this key; undefined when there was none. */
  acceptedLoss(tenant: Name, key: string): Promise<(AcceptedLoss & { readonly record: string }) | undefined>;
}

/** The head beside the database was made anew from it, or is missing where it cannot be written. */
export interface UnprovenEnd {
  readonly code: LedgerEndUnproven['code'];
  readonly noticedAt: Timestamp;
  /** Where the log ended then. */
  readonly position: number;
  /** The file that remembers it; null where none could be written. */
  readonly record: string | null;
}

export interface BorrowedBackup {
  /** A copy; what is changed in it reaches the ledger only by `putInPlace`. */
  readonly store: LedgerStore;
  /** The backup as it was named, in full. */
  readonly file: string;
  /** Puts the copy, as it is now, in the place of the tenant's ledger and keeps the files that were there: all of it or nothing. */
  putInPlace(key: string, replacing: Replacing): Promise<Replacement>;
  close(): Promise<void>;
}

export interface Replacing {
  readonly erasedAgain: number;
  /** Called when nobody else can write any more, with where the present ledger ends; undefined when none can be read. Throws to refuse. */
  readonly confirm: (present: Head | undefined) => void;
}

export interface Replacement {
  /** The database that was replaced, under its new name, with what belongs to it beside it; null when there was none. */
  readonly keptAside: string | null;
  /** Payloads that had been erased after the backup was made, and were erased in it before it took the place. */
  readonly erasedAgain: number;
}

export interface AcceptedLoss {
  readonly loss: LedgerLoss;
  readonly acceptedAt: Timestamp;
}
