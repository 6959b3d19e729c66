import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { Count, Name, NonEmptyText, PositiveCount } from '../core/index.ts';
import { LedgerEndUnproven, LedgerHead, LedgerRunning, LedgerWorkRequest } from './ledger-tenant.ts';

/** Something in the ledger that does not fit, with what it means and what to do. */
export const LedgerFault = z.strictObject({
  code: z.string(),
  /** The entry it was seen at, where it was one. */
  position: PositiveCount.nullable(),
  /** What is affected: a stream, a document, a blob, the storage. */
  subject: z.string(),
  /** What was seen, as a fact. */
  detail: z.string(),
  means: z.string(),
  what_to_do: z.string(),
});
export type LedgerFault = z.infer<typeof LedgerFault>;

/** With `file` a backup is verified in place of the tenant's ledger. */
export const LedgerVerifyRequest = LedgerWorkRequest.extend({ file: NonEmptyText.optional() });
export type LedgerVerifyRequest = z.infer<typeof LedgerVerifyRequest>;

export const LedgerVerified = z.strictObject({
  state: z.literal('done'),
  /** Null for a backup, which does not say whose it is. */
  tenant: Name.nullable(),
  file: z.string(),
  head: LedgerHead,
  entries: Count,
  erased: Count,
  documents: Count,
  blobs: Count,
  /** Projections that are not folded up to the head, so that their documents could not be compared. */
  projections_not_compared: z.array(z.string()),
  faults: z.array(LedgerFault),
  /** False when there were so many faults that the rest was not looked at. */
  is_whole: z.boolean(),
  /** Always null for a backup, which has no head beside it. */
  end_unproven: LedgerEndUnproven.nullable(),
});
export type LedgerVerified = z.infer<typeof LedgerVerified>;

export const LedgerVerifyReport = z.discriminatedUnion('state', [LedgerRunning, LedgerVerified]);
export type LedgerVerifyReport = z.infer<typeof LedgerVerifyReport>;

export const ledgerVerify = defineQuery({
  id: 'ledger.verify',
  request: ['LedgerVerifyRequest', LedgerVerifyRequest],
  response: ['LedgerVerifyReport', LedgerVerifyReport],
  failureCodes: [
    'input.invalid',
    'operation.resume_unknown',
    'ledger.absent',
    'ledger.folder_unusable',
    'ledger.corrupt',
    'ledger.foreign_file',
    'ledger.newer_schema',
    'ledger.tail_cut',
    'ledger.read_only',
    'ledger.backup_missing',
    'ledger.backup_unreadable',
    'ledger.backup_unsound',
  ],
  behaviours: {
    empty: 'Refuses where nothing has been recorded: that nothing is wrong would be taken for an answer.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'Documents of a projection that is not folded up to the head are not compared, and it is named; so is a head that could not be compared with.',
    error: 'A ledger that cannot be opened at all is answered with the code of what is wrong and how to get it back.',
  },
});
