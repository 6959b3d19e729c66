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

export const LedgerRestorePreviewRequest = z.strictObject({
  tenant: LedgerTenant,
  file: NonEmptyText,
  /** Without it a backup of another log than the present one is refused. */
  accept_other_log: z.boolean().default(false),
});
export type LedgerRestorePreviewRequest = z.infer<typeof LedgerRestorePreviewRequest>;

/** What a restore takes away; all zero where nothing readable is there. */
export const LedgerRestoreLoss = z.strictObject({
  /** Entries that would no longer be in the ledger. */
  entries: Count,
  /** Those among them that say what was allowed, reserved or spent. */
  counter_events: Count,
  /** Payloads in the backup that were erased since; they are erased again. */
  erased_again: Count,
});
export type LedgerRestoreLoss = z.infer<typeof LedgerRestoreLoss>;

export const LedgerRestorePreview = z.strictObject({
  tenant: Name,
  present: LedgerPresent,
  backup: z.strictObject({ file: z.string(), head: LedgerHead }),
  /** Whether the two are one log; `unknown` where there is nothing to compare with. */
  history: z.enum(['same', 'other', 'unknown']),
  loss: LedgerRestoreLoss,
  /** Confirms exactly this restore: the idempotency key to send with it. */
  confirmation: CommandInstanceId,
});
export type LedgerRestorePreview = z.infer<typeof LedgerRestorePreview>;

export const ledgerPreviewRestore = defineQuery({
  id: 'ledger.preview_restore',
  request: ['LedgerRestorePreviewRequest', LedgerRestorePreviewRequest],
  response: ['LedgerRestorePreview', LedgerRestorePreview],
  failureCodes: [
    'input.invalid',
    'ledger.backup_missing',
    'ledger.backup_unreadable',
    'ledger.backup_unsound',
    'ledger.foreign_file',
    'ledger.newer_schema',
    'ledger.restore_other_log',
    'ledger.folder_unusable',
    'ledger.disk_full',
    'ledger.busy',
  ],
  behaviours: {
    empty: 'A tenant without a ledger is shown as such: there is nothing to replace.',
    blocked: 'Refuses a backup of another log unless that is asked for.',
    degraded: 'A present ledger that cannot be read is shown with the code of what is wrong.',
    error: 'Says why the backup cannot be used.',
  },
});

export const LedgerRestoreRequest = z.strictObject({
  tenant: LedgerTenant,
  file: NonEmptyText,
  accept_other_log: z.boolean().default(false),
  /** The heads that the person was shown; null where there was nothing readable. The restore is refused when they no longer hold. */
  present_head: LedgerHead.nullable(),
  backup_head: LedgerHead,
});
export type LedgerRestoreRequest = z.infer<typeof LedgerRestoreRequest>;

export const LedgerRestored = z.strictObject({
  tenant: Name,
  file: z.string(),
  head: LedgerHead,
  /** The database that was replaced, under its new name, with what belongs to it beside it; null when there was none. */
  kept_aside: z.string().nullable(),
  /** Payloads that had been erased after the backup was made, and were erased again. */
  erased_again: Count,
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
    'ledger.backup_unreadable',
    'ledger.backup_unsound',
    'ledger.restore_outdated',
    'ledger.restore_other_log',
    'ledger.restore_interrupted',
    'ledger.restore_failed',
    'ledger.folder_unusable',
    'ledger.busy',
    'ledger.foreign_file',
    'ledger.newer_schema',
    'ledger.disk_full',
    'ledger.read_only',
  ],
  behaviours: {
    empty: 'A tenant without a ledger gets the one of the backup.',
    blocked: 'Refuses without a confirmation, when what would be replaced is no longer what was shown, and a backup of another log unless that is asked for.',
    degraded: 'None: the ledger is replaced whole or not at all.',
    error: 'Says what is wrong with the backup; the present ledger stays as it was, or is put back.',
  },
});
