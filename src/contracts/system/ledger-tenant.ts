import { z } from 'zod';
import { Count, Name, PositiveCount, Sha256, Timestamp } from '../core/index.ts';

/** The compartment used by whoever names none. */
export const DEFAULT_TENANT = 'default';

/** Whose ledger is meant. */
export const LedgerTenant = Name.default(DEFAULT_TENANT);
export type LedgerTenant = z.infer<typeof LedgerTenant>;

/** Nothing has been recorded yet for this tenant. Looking creates nothing. */
export const LedgerAbsent = z.strictObject({ state: z.literal('absent'), tenant: Name, file: z.string() });
export type LedgerAbsent = z.infer<typeof LedgerAbsent>;

/** The last entry of a log. */
export const LedgerHead = z.strictObject({ position: Count, chain_hash: Sha256 });
export type LedgerHead = z.infer<typeof LedgerHead>;

/**
 * The head beside the database was not there to compare the end of the log with: it was made anew from the database, or
 * is missing where nothing can be written. Not a fault, but a promise that cannot be kept.
 */
export const LedgerEndUnproven = z.strictObject({
  code: z.enum(['ledger.head_rebuilt', 'ledger.head_missing']),
  noticed_at: Timestamp,
  /** Where the log ended then; what was recorded after that is watched over again, once there is a head. */
  position: Count,
  /** The file that remembers it; null where none could be written. */
  record: z.string().nullable(),
  means: z.string(),
  what_to_do: z.string(),
});
export type LedgerEndUnproven = z.infer<typeof LedgerEndUnproven>;

/** Names long work that is not finished: asked again with it, the work goes on where it stood. */
export const LedgerResume = z.string().min(1).max(64);
export type LedgerResume = z.infer<typeof LedgerResume>;

/** Long work is answered in parts, so that every surface can show how far it is and stop by not asking again. */
export const LedgerRunning = z.strictObject({
  state: z.literal('running'),
  resume: LedgerResume,
  checked: Count,
  total: Count,
});
export type LedgerRunning = z.infer<typeof LedgerRunning>;

export const LedgerWorkRequest = z.strictObject({ tenant: LedgerTenant, resume: LedgerResume.optional() });
export type LedgerWorkRequest = z.infer<typeof LedgerWorkRequest>;

/** Entries that one answer holds at most. */
export const LEDGER_PAGE_MAX = 500;
export const LedgerPageSize = PositiveCount.max(LEDGER_PAGE_MAX);
export type LedgerPageSize = z.infer<typeof LedgerPageSize>;
