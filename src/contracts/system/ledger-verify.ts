import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { Count, Name, PositiveCount } from '../core/index.ts';
import { LedgerAbsent, LedgerHead, LedgerRunning, LedgerWorkRequest } from './ledger-tenant.ts';

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

export const LedgerVerified = z.strictObject({
  state: z.literal('done'),
  tenant: Name,
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
});
export type LedgerVerified = z.infer<typeof LedgerVerified>;

export const LedgerVerifyReport = z.discriminatedUnion('state', [LedgerAbsent, LedgerRunning, LedgerVerified]);
export type LedgerVerifyReport = z.infer<typeof LedgerVerifyReport>;

export const ledgerVerify = defineQuery({
  id: 'ledger.verify',
  request: ['LedgerWorkRequest', LedgerWorkRequest],
  response: ['LedgerVerifyReport', LedgerVerifyReport],
  failureCodes: ['input.invalid', 'operation.resume_unknown', 'ledger.corrupt', 'ledger.foreign_file', 'ledger.newer_schema', 'ledger.tail_cut'],
  behaviours: {
    empty: 'Says that nothing has been recorded yet, and where it would be.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'Documents of a projection that is not folded up to the head are not compared, and it is named.',
    error: 'A ledger that cannot be opened at all is answered with the code of what is wrong and how to get it back.',
  },
});
