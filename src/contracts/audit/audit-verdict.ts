import { z } from 'zod';
import { Count, NonEmptyText, PositiveCount, Sha256, Timestamp } from '../core/index.ts';

/** What does not fit between the log, the audit and the reports. */
export const AuditFaultCode = z.enum([
  'audit.line_unreadable',
  'audit.line_changed',
  'audit.chain_broken',
  'audit.sequence_broken',
  'audit.segment_missing',
  'audit.tail_cut',
  'audit.head_missing',
  'audit.head_differs',
  'audit.report_differs',
  'audit.log_tail_cut',
  'audit.log_rewritten',
  'audit.log_entry_differs',
  'audit.log_entry_missing',
  'audit.log_unreadable',
  'audit.log_chain_broken',
  'audit.log_payload_changed',
  'audit.log_payload_missing',
  'audit.expected_differs',
]);
export type AuditFaultCode = z.infer<typeof AuditFaultCode>;

export const AuditFault = z.strictObject({
  code: AuditFaultCode,
  /** In the log or in the audit, whichever it was seen at. */
  position: PositiveCount.nullable(),
  /** The file of the audit, or `ledger`. */
  subject: NonEmptyText,
  detail: NonEmptyText,
});
export type AuditFault = z.infer<typeof AuditFault>;

/** Where the audit stands, as a person may note it down elsewhere and hold the audit to it. */
export const AuditMark = z.string().regex(/^[1-9]\d*:[0-9a-f]{64}$/, 'expected NUMBER:HASH as keelson audit prints it');
export type AuditMark = z.infer<typeof AuditMark>;

/** Where log and audit stand. */
export const AuditStanding = z.strictObject({
  folder: z.string(),
  sequence: Count,
  hash: Sha256,
  position: Count,
  log_position: Count,
  began_at: Timestamp.nullable(),
  /** Events that were recorded before the audit began; those were seen only afterwards. */
  began_behind: Count,
  segments: Count,
});
export type AuditStanding = z.infer<typeof AuditStanding>;
