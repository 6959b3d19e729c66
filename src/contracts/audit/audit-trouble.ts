import { z } from 'zod';
import { NonEmptyText, PositiveCount, Timestamp } from '../core/index.ts';

/** What a person should hear of without asking the auditor: a rule was broken, log and audit differ, or nothing can be written down. */
export const AuditTroubleKind = z.enum(['law_broken', 'log_differs', 'not_written']);
export type AuditTroubleKind = z.infer<typeof AuditTroubleKind>;

/** One of each kind at most, however often it came. What exactly was seen stands in the reports alone. */
export const AuditTrouble = z.strictObject({
  kind: AuditTroubleKind,
  count: PositiveCount,
  since: Timestamp,
  summary: NonEmptyText,
  /** What shows the whole of it. */
  command: NonEmptyText,
});
export type AuditTrouble = z.infer<typeof AuditTrouble>;
