import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { Count, Sha256 } from '../core/index.ts';
import { AggregateKind, EventEnvelope, EventType, LogEntry } from '../events/envelope.ts';
import { StreamId } from '../ledger/stream.ts';
import { Activity, ACTIVITY_STREAM } from './activity.ts';
import { LEDGER_PAGE_MAX, LedgerAbsent, LedgerPageSize, LedgerTenant } from './ledger-tenant.ts';

/** A stream as people write it: `run/run_01J…`. */
export const LedgerStreamName = z.string().refine((name) => {
  const [aggregate, ...rest] = name.split('/');
  return AggregateKind.safeParse(aggregate).success && StreamId.safeParse(rest.join('/')).success;
}, `expected kind/id, where the kind is one of ${AggregateKind.options.join(', ')}`);
export type LedgerStreamName = z.infer<typeof LedgerStreamName>;

/** `none` leaves payloads out, `redacted` masks secrets and personal data in them, `stored` gives them as they are. */
export const PayloadView = z.enum(['none', 'redacted', 'stored']);
export type PayloadView = z.infer<typeof PayloadView>;

/** Longest time one answer may wait for something new. */
export const LEDGER_WAIT_MS_MAX = 30_000;

export const LedgerEventsRequest = z.strictObject({
  tenant: LedgerTenant,
  /** One stream, or everything that is an activity under its own name. */
  stream: z.union([z.literal(ACTIVITY_STREAM), LedgerStreamName]).optional(),
  type: EventType.optional(),
  /** Entries after this position of the log or, where a stream of the log is named, after this number in it. */
  after: Count.default(0),
  limit: LedgerPageSize.default(LEDGER_PAGE_MAX),
  payload: PayloadView.default('none'),
  /** Wait this long for something new when there is nothing yet. */
  wait_ms: Count.max(LEDGER_WAIT_MS_MAX).default(0),
});
export type LedgerEventsRequest = z.infer<typeof LedgerEventsRequest>;

/** An entry as it is shown. A payload is absent when it was not asked for and null when it was erased; a key may be masked. */
export const ShownEntry = LogEntry.extend({
  append: z.strictObject({ key: z.string(), content_hash: Sha256 }).optional(),
  event: EventEnvelope.partial({ payload: true }),
  /** Where activities were asked for: what it means. */
  activity: Activity.optional(),
});
export type ShownEntry = z.infer<typeof ShownEntry>;

export const LedgerEventsPage = z.strictObject({
  state: z.literal('done'),
  entries: z.array(ShownEntry),
  /** Where to go on; further than the last entry when others were passed over. */
  next_after: Count,
  /** True when the log ended here at the time. */
  is_end: z.boolean(),
});
export type LedgerEventsPage = z.infer<typeof LedgerEventsPage>;

export const LedgerEventsReport = z.discriminatedUnion('state', [LedgerAbsent, LedgerEventsPage]);
export type LedgerEventsReport = z.infer<typeof LedgerEventsReport>;

export const ledgerEvents = defineQuery({
  id: 'ledger.events',
  request: ['LedgerEventsRequest', LedgerEventsRequest],
  response: ['LedgerEventsReport', LedgerEventsReport],
  failureCodes: ['input.invalid', 'ledger.folder_unusable', 'ledger.corrupt', 'ledger.foreign_file', 'ledger.newer_schema', 'ledger.tail_cut', 'ledger.read_only'],
  behaviours: {
    empty: 'Says that nothing has been recorded yet, or that no event matches.',
    blocked: 'Payloads are left out unless asked for; they and the keys of appends are masked unless asked for as stored.',
    degraded: 'An erased payload is shown as null.',
    error: 'Shows the error with its code and what to do next.',
  },
});
