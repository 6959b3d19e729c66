import { z } from 'zod';
import { defineCommand } from '../commands/operation.ts';
import { Count, Name, NonEmptyText } from '../core/index.ts';
import { LedgerHead, LedgerTenant } from './ledger-tenant.ts';

export const LedgerBackupRequest = z.strictObject({ tenant: LedgerTenant, file: NonEmptyText });
export type LedgerBackupRequest = z.infer<typeof LedgerBackupRequest>;

/** A copy that can stand in for the ledger as it was at this head. */
export const LedgerBackup = z.strictObject({ tenant: Name, file: z.string(), head: LedgerHead, bytes: Count });
export type LedgerBackup = z.infer<typeof LedgerBackup>;

/** It writes a file, and nothing of the product's own state. */
export const ledgerBackup = defineCommand({
  id: 'ledger.backup',
  request: ['LedgerBackupRequest', LedgerBackupRequest],
  response: ['LedgerBackup', LedgerBackup],
  durableWrite: 'explicit_no_op',
  policyChecks: [],
  invalidates: [],
  failureCodes: [
    'input.invalid',
    'ledger.absent',
    'ledger.target_exists',
    'ledger.target_refused',
    'ledger.folder_unusable',
    'ledger.disk_full',
    'ledger.read_only',
    'ledger.storage_failed',
    'ledger.corrupt',
    'ledger.tail_cut',
  ],
  behaviours: {
    empty: 'Refuses where nothing has been recorded: an empty copy would pass for a backup.',
    blocked: 'Refuses a file that exists, and one among the ledgers themselves; nothing is ever overwritten.',
    degraded: 'None: the copy is whole and verified, or it is not there.',
    error: 'Shows the error with its code and what to do next; a copy that was begun is removed.',
  },
});
