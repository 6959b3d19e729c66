import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { Count, Name, PositiveCount, Timestamp } from '../core/index.ts';
import { LedgerAbsent, LedgerEndUnproven, LedgerHead, LedgerRunning, LedgerWorkRequest } from './ledger-tenant.ts';

export const LedgerTypeCount = z.strictObject({ type: z.string(), events: Count, payload_bytes: Count, erased: Count });
export type LedgerTypeCount = z.infer<typeof LedgerTypeCount>;

export const LedgerKindCount = z.strictObject({ aggregate: z.string(), streams: Count, events: Count });
export type LedgerKindCount = z.infer<typeof LedgerKindCount>;

/** How far a projection is folded, and by which version; null when it never was. */
export const LedgerProjectionState = z.strictObject({
  name: z.string(),
  version: PositiveCount,
  stored_version: PositiveCount.nullable(),
  folded_to: Count,
});
export type LedgerProjectionState = z.infer<typeof LedgerProjectionState>;

/** The machine's clock stands before the last event: what is recorded now will seem older than what is there. */
export const LedgerClockBehind = z.strictObject({
  code: z.literal('ledger.clock_behind'),
  now: Timestamp,
  last_recorded_at: Timestamp,
  behind_ms: PositiveCount,
});
export type LedgerClockBehind = z.infer<typeof LedgerClockBehind>;

export const LedgerCounted = z.strictObject({
  state: z.literal('done'),
  tenant: Name,
  file: z.string(),
  head: LedgerHead,
  streams: Count,
  documents: Count,
  blobs: Count,
  /** What all of it takes on disk. */
  bytes: Count,
  erased: Count,
  first_at: Timestamp.nullable(),
  last_at: Timestamp.nullable(),
  types: z.array(LedgerTypeCount),
  kinds: z.array(LedgerKindCount),
  projections: z.array(LedgerProjectionState),
  clock: LedgerClockBehind.nullable(),
  end_unproven: LedgerEndUnproven.nullable(),
});
export type LedgerCounted = z.infer<typeof LedgerCounted>;

export const LedgerStatsReport = z.discriminatedUnion('state', [LedgerAbsent, LedgerRunning, LedgerCounted]);
export type LedgerStatsReport = z.infer<typeof LedgerStatsReport>;

export const ledgerStats = defineQuery({
  id: 'ledger.stats',
  request: ['LedgerWorkRequest', LedgerWorkRequest],
  response: ['LedgerStatsReport', LedgerStatsReport],
  failureCodes: ['input.invalid', 'operation.resume_unknown', 'ledger.folder_unusable', 'ledger.corrupt', 'ledger.foreign_file', 'ledger.newer_schema', 'ledger.tail_cut', 'ledger.read_only'],
  behaviours: {
    empty: 'Says that nothing has been recorded yet, and where it would be.',
    blocked: 'Nothing blocks it: it only reads, and shows no content.',
    degraded: 'A projection that is not folded up to the head is shown with how far it is; a head that could not be compared with is told.',
    error: 'Shows the error with its code and what to do next.',
  },
});
