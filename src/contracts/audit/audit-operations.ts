import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { Count, NonEmptyText, PositiveCount } from '../core/index.ts';
import { LedgerAbsent, LedgerTenant } from '../system/ledger-tenant.ts';
import { AuditReport } from './audit-report.ts';
import { AuditFault, AuditMark, AuditStanding } from './audit-verdict.ts';

const behaviours = {
  empty: 'Says that nothing has been recorded, where that is so.',
  blocked: 'Nothing blocks it: it is for the person, and no role can ask for it.',
  degraded: 'Says how far the audit has come where it could not catch up in time.',
  error: 'Shows the error with its code and what to do next.',
};
const folderFailures = ['audit.folder_unsafe', 'audit.folder_unusable', 'audit.busy'];
const ledgerFailures = ['input.invalid', 'ledger.folder_unusable', 'ledger.corrupt', 'ledger.foreign_file', 'ledger.newer_schema', 'ledger.tail_cut'];

const ofTenant = z.strictObject({ tenant: LedgerTenant });

export const AuditReportRequest = ofTenant;
export type AuditReportRequest = z.infer<typeof AuditReportRequest>;

export const AuditAnswer = z.discriminatedUnion('state', [
  LedgerAbsent,
  z.strictObject({
    state: z.literal('done'),
    report: AuditReport,
    standing: AuditStanding,
    /** False when events of the log are still to be written down; the report is of what is. */
    is_caught_up: z.boolean(),
    /** What stands in the way of the audit, and stays so until a person has seen to it. */
    faults: z.array(AuditFault),
    /** Reports since a person last asked that hold something to see to; the latest first. */
    unseen_reports: z.array(PositiveCount).default([]),
  }),
]);
export type AuditAnswer = z.infer<typeof AuditAnswer>;

/** Closes the window and begins the next, so it is a command; what it writes is the auditor's own and nothing of the product's. */
export const auditReport = defineCommand({
  id: 'audit.report',
  request: ['AuditReportRequest', AuditReportRequest],
  response: ['AuditAnswer', AuditAnswer],
  failureCodes: [...ledgerFailures, ...folderFailures],
  behaviours,
  durableWrite: 'explicit_no_op',
  policyChecks: [],
  invalidates: [],
});

export const AuditReportsRequest = ofTenant.extend({ number: PositiveCount.optional(), limit: PositiveCount.max(200).default(20) });
export type AuditReportsRequest = z.infer<typeof AuditReportsRequest>;

/** The latest first; or the one that was asked for. */
export const AuditReports = z.strictObject({ reports: z.array(AuditReport), total: Count, folder: z.string() });
export type AuditReports = z.infer<typeof AuditReports>;

export const auditListReports = defineQuery({
  id: 'audit.list_reports',
  request: ['AuditReportsRequest', AuditReportsRequest],
  response: ['AuditReports', AuditReports],
  failureCodes: ['input.invalid', 'audit.report_unknown', ...folderFailures],
  behaviours,
});

export const AuditVerifyRequest = ofTenant.extend({ expected: AuditMark.optional() });
export type AuditVerifyRequest = z.infer<typeof AuditVerifyRequest>;

export const AuditVerified = z.discriminatedUnion('state', [
  LedgerAbsent,
  z.strictObject({
    state: z.literal('done'),
    standing: AuditStanding,
    /** Lines and events that were compared. */
    lines: Count,
    events: Count,
    erased: Count,
    /** Events of the log that are not written down yet. */
    not_audited: Count,
    faults: z.array(AuditFault),
    /** False when there were so many faults that the rest was not looked at. */
    is_whole: z.boolean(),
  }),
]);
export type AuditVerified = z.infer<typeof AuditVerified>;

export const auditVerify = defineQuery({
  id: 'audit.verify',
  request: ['AuditVerifyRequest', AuditVerifyRequest],
  response: ['AuditVerified', AuditVerified],
  failureCodes: [...ledgerFailures, ...folderFailures],
  behaviours,
});

export const AuditBeginAgainRequest = ofTenant.extend({ reason: NonEmptyText.max(2_000) });
export type AuditBeginAgainRequest = z.infer<typeof AuditBeginAgainRequest>;

export const AuditBegunAgain = z.discriminatedUnion('state', [LedgerAbsent, z.strictObject({ state: z.literal('done'), set_aside: NonEmptyText, standing: AuditStanding })]);
export type AuditBegunAgain = z.infer<typeof AuditBegunAgain>;

/** Keeps the audit that no longer fits aside, whole, and begins one that follows on from its last hash. */
export const auditBeginAgain = defineCommand({
  id: 'audit.begin_again',
  request: ['AuditBeginAgainRequest', AuditBeginAgainRequest],
  response: ['AuditBegunAgain', AuditBegunAgain],
  failureCodes: [...ledgerFailures, ...folderFailures],
  behaviours,
  durableWrite: 'explicit_no_op',
  policyChecks: [],
  invalidates: [],
});
