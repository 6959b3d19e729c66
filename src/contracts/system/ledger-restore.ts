import { z } from 'zod';
import { defineCommand, defineQuery, ReadModelKind } from '../commands/operation.ts';
import { CommandInstanceId, Count, Name, NonEmptyText } from '../core/index.ts';
import { LedgerAbsent, LedgerHead, LedgerTenant } from './ledger-tenant.ts';

/** What a restore would replace. A ledger too damaged to open can still be replaced. */
export const LedgerPresent = z.discriminatedUnion('state', [
  LedgerAbsent.omit({ tenant: true }),
  z.strictObject({ state: z.literal('readable'), file: z.string(), head: LedgerHead }),
  z.strictObject({ state: z.literal('unreadable'), file: z.string(), code: z.string(), detail: z.string() }),
]);
export type LedgerPresent = z.infer<typeof LedgerPresent>;

export const LedgerRestorePreviewRequest = z.strictObject({ tenant: LedgerTenant, file: NonEmptyText });
export type LedgerRestorePreviewRequest = z.infer<typeof LedgerRestorePreviewRequest>;

export const LedgerRestorePreview = z.strictObject({
  tenant: Name,
  present: LedgerPresent,
  backup: z.strictObject({ file: z.string(), head: LedgerHead }),
  /** Confirms exactly this restore: the idempotency key to send with it. */
  confirmation: CommandInstanceId,
});
export type LedgerRestorePreview = z.infer<typeof LedgerRestorePreview>;

export const ledgerPreviewRestore = defineQuery({
  id: 'ledger.preview_restore',
  request: ['LedgerRestorePreviewRequest', LedgerRestorePreviewRequest],
  response: ['LedgerRestorePreview', LedgerRestorePreview],
  failureCodes: ['input.invalid', 'ledger.backup_missing', 'ledger.corrupt', 'ledger.foreign_file', 'ledger.newer_schema'],
  behaviours: {
    empty: 'A tenant without a ledger is shown as such: there is nothing to replace.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'A present ledger that cannot be read is shown with the code of what is wrong.',
    error: 'Says why the backup cannot be used.',
  },
});

export const LedgerRestoreRequest = z.strictObject({
  tenant: LedgerTenant,
  file: NonEmptyText,
  /** The positions that the person was shown; null where there was nothing readable. The restore is refused when they no longer hold. */
  present_position: Count.nullable(),
  backup_position: Count,
});
export type LedgerRestoreRequest = z.infer<typeof LedgerRestoreRequest>;

export const LedgerRestored = z.strictObject({
  tenant: Name,
  file: z.string(),
  head: LedgerHead,
  /** The database that was replaced, under its new name, with what belongs to it beside it; null when there was none. */
  kept_aside: z.string().nullable(),
});
export type LedgerRestored = z.infer<typeof LedgerRestored>;

export const ledgerRestore = defineCommand({
  id: 'ledger.restore',
  request: ['LedgerRestoreRequest', LedgerRestoreRequest],
  response: ['LedgerRestored', LedgerRestored],
  durableWrite: 'required',
  policyChecks: ['person_confirmed_replacement'],
  invalidates: ReadModelKind.options,
  failureCodes: [
    'input.invalid',
    'operation.idempotency_key_missing',
    'ledger.backup_missing',
    'ledger.backup_unsound',
    'ledger.restore_outdated',
    'ledger.busy',
    'ledger.corrupt',
    'ledger.foreign_file',
    'ledger.newer_schema',
    'ledger.disk_full',
    'ledger.read_only',
  ],
  behaviours: {
    empty: 'A tenant without a ledger gets the one of the backup.',
    blocked: 'Refuses without a confirmation, and when what would be replaced is no longer what was shown.',
    degraded: 'None: the ledger is replaced whole or not at all.',
    error: 'Says what is wrong with the backup; the present ledger stays as it was.',
  },
});
