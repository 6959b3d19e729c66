import { auditBeginAgain, auditListReports, auditReport, auditVerify, type AuditAnswer, type AuditBegunAgain, type AuditFault, type AuditReport, type AuditStanding, type AuditTrouble, type AuditVerified, type Name } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { bind, type Binding } from './dispatcher.ts';

/** The audit of one tenant as a person asks about it. Handed to these commands only; no tool and no role has it. */
export interface AuditOfTenant {
  report(signal: AbortSignal): Promise<{ readonly report: AuditReport; readonly isCaughtUp: boolean; readonly faults: readonly AuditFault[]; readonly unseen: readonly number[] }>;
  reports(options: { readonly number?: number; readonly limit: number }): Promise<{ readonly reports: readonly AuditReport[]; readonly total: number }>;
  verify(options: { readonly expected?: string }): Promise<AuditComparison>;
  standing(): Promise<AuditStanding>;
  troubles(signal: AbortSignal): Promise<readonly AuditTrouble[]>;
  /** Gives the name under which the audit of before is kept. */
  beginAgain(reason: string, signal: AbortSignal): Promise<string>;
}

export interface AuditComparison {
  readonly standing: AuditStanding;
  readonly lines: number;
  readonly events: number;
  readonly erased: number;
  readonly notAudited: number;
  readonly faults: readonly AuditFault[];
  readonly isWhole: boolean;
}

export interface AuditDesk {
  /** Undefined when nothing has been recorded for this tenant, so that there is nothing to audit. */
  open(tenant: Name): Promise<AuditOfTenant | undefined>;
  /** Where the tenant's ledger lies, or would lie. */
  fileOf(tenant: Name): string;
}

/** Serves what a person asks of the auditor. */
export function auditBindings(desk: AuditDesk): Binding[] {
  const absent = (tenant: Name) => ({ state: 'absent', tenant, file: desk.fileOf(tenant) }) as const;
  return [
    bind(auditReport, async ({ tenant }, { signal }): Promise<AuditAnswer> => {
      const audit = await desk.open(tenant);
      if (audit === undefined) return absent(tenant);
      const { report, isCaughtUp, faults, unseen } = await audit.report(signal);
      return { state: 'done', report, standing: await audit.standing(), is_caught_up: isCaughtUp, faults: [...faults], unseen_reports: [...unseen] };
    }),
    bind(auditListReports, async ({ tenant, number, limit }) => {
      const audit = await desk.open(tenant);
      const found = await audit?.reports({ limit, ...(number !== undefined && { number }) });
      if (number !== undefined && (found?.reports.length ?? 0) === 0) throw reportUnknown(number, found?.total ?? 0);
      return { reports: [...(found?.reports ?? [])], total: found?.total ?? 0, folder: (await audit?.standing())?.folder ?? '' };
    }),
    bind(auditVerify, async ({ tenant, expected }): Promise<AuditVerified> => {
      const audit = await desk.open(tenant);
      if (audit === undefined) return absent(tenant);
      const { standing, lines, events, erased, notAudited, faults, isWhole } = await audit.verify(expected === undefined ? {} : { expected });
      return { state: 'done', standing, lines, events, erased, not_audited: notAudited, faults: [...faults], is_whole: isWhole };
    }),
    bind(auditBeginAgain, async ({ tenant, reason }, { signal }): Promise<AuditBegunAgain> => {
      const audit = await desk.open(tenant);
      if (audit === undefined) return absent(tenant);
      return { state: 'done', set_aside: await audit.beginAgain(reason, signal), standing: await audit.standing() };
    }),
  ];
}

function reportUnknown(report: number, reports: number): KeelsonError<'audit.report_unknown'> {
  return new KeelsonError('audit.report_unknown', { message: `There is no report ${report}.`, nextStep: reports === 0 ? 'Run `keelson audit` to have one made.' : '`keelson audit reports` lists those that there are.', data: { report, reports } });
}
