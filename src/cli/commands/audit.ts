import { auditBeginAgain, auditListReports, auditReport, auditVerify, AuditMark, type AuditFault, type AuditReport, type AuditStanding } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText, type Style } from '../style.ts';
import type { Surface } from '../surface.ts';
import { counted, grouped, isConfirmed, showAbsent, showLedgerFailure, showMistake, showUnconfirmed, tenantMistake, type LedgerOptions } from './ledger-shown.ts';
import { printable } from './printable.ts';

export interface AuditReportsOptions {
  readonly number?: number;
  readonly limit?: number;
}

export interface AuditVerifyOptions {
  readonly expect?: string;
}

export interface AuditBeginAgainOptions {
  readonly reason: string;
  readonly yes?: boolean;
}

/** Has the auditor report what it saw since the last time. */
export async function showAudit(surface: Surface, { tenant, json }: LedgerOptions): Promise<ExitCode> {
  const asJson = json === true;
  const mistaken = await showMistake(surface, [tenantMistake(tenant)], asJson);
  if (mistaken !== undefined) return mistaken;
  const outcome = await surface.client.call(auditReport, { tenant }, { signal: surface.signal });
  if (!outcome.ok) return showLedgerFailure(surface, outcome.error, asJson);
  const { value } = outcome;
  if (value.state === 'absent') return showAbsent(surface, value, asJson);
  const { report, standing, faults, is_caught_up, unseen_reports: unseen } = value;
  const { terminal } = surface;
  const paint = style(terminal.colour);
  const text = [
    ...renderReport(report, terminal.columns, paint),
    '',
    ...faults.flatMap((fault) => faultLines(fault, terminal.columns, paint)),
    ...(unseen.length === 0 ? [] : [paint.red(`Earlier reports that you have not asked for hold something to see to: ${unseen.join(', ')}. \`keelson audit reports NUMBER\` shows one.`)]),
    ...(is_caught_up || faults.length > 0 ? [] : [paint.yellow(`Not finished: ${counted(standing.log_position - standing.position, 'event')} of the log are still to be written down. Ask again to go on.`)]),
    ...standingLines(standing),
  ];
  await terminal.writeOut(asJson ? `${JSON.stringify(value)}\n` : `${text.join('\n')}\n`);
  return isQuiet(report) && faults.length === 0 && unseen.length === 0 ? EXIT.ok : EXIT.failed;
}

export async function listReports(surface: Surface, { tenant, json, number, limit }: LedgerOptions & AuditReportsOptions): Promise<ExitCode> {
  const asJson = json === true;
  const mistaken = await showMistake(surface, [tenantMistake(tenant)], asJson);
  if (mistaken !== undefined) return mistaken;
  const outcome = await surface.client.call(auditListReports, { tenant, ...(number !== undefined && { number }), ...(limit !== undefined && { limit }) }, { signal: surface.signal });
  if (!outcome.ok) return showLedgerFailure(surface, outcome.error, asJson);
  const { reports, total } = outcome.value;
  const { terminal } = surface;
  const paint = style(terminal.colour);
  if (asJson) await terminal.writeOut(`${JSON.stringify(outcome.value)}\n`);
  else if (number !== undefined) await terminal.writeOut(`${reports.flatMap((report) => renderReport(report, terminal.columns, paint)).join('\n')}\n`);
  else await terminal.writeOut(reports.length === 0 ? 'No report has been made yet; `keelson audit` makes one.\n' : `${[...reports.map((report) => reportLine(report, paint)), `${counted(reports.length, 'report')} of ${grouped(total)}; \`keelson audit reports NUMBER\` shows one.`].join('\n')}\n`);
  return EXIT.ok;
}

export async function verifyAudit(surface: Surface, { tenant, json, expect }: LedgerOptions & AuditVerifyOptions): Promise<ExitCode> {
  const asJson = json === true;
  const mark = expect === undefined || AuditMark.safeParse(expect).success ? undefined : { message: `"${printable(expect)}" is no mark of an audit.`, nextStep: 'A mark is NUMBER:HASH, as `keelson audit` prints it.' };
  const mistaken = await showMistake(surface, [tenantMistake(tenant), mark], asJson);
  if (mistaken !== undefined) return mistaken;
  const outcome = await surface.client.call(auditVerify, { tenant, ...(expect !== undefined && { expected: expect }) }, { signal: surface.signal });
  if (!outcome.ok) return showLedgerFailure(surface, outcome.error, asJson);
  const { value } = outcome;
  if (value.state === 'absent') return showAbsent(surface, value, asJson);
  const { terminal } = surface;
  const paint = style(terminal.colour);
  const erased = value.erased === 0 ? '' : ` (${grouped(value.erased)} of them erased)`;
  const text = [
    ...value.faults.flatMap((fault) => faultLines(fault, terminal.columns, paint)),
    ...(value.is_whole ? [] : ['There are so many faults that the rest was not looked at.']),
    `${counted(value.events, 'event')} of the log${erased} and ${counted(value.lines, 'line')} of the audit compared.`,
    ...(value.not_audited === 0 ? [] : [`${counted(value.not_audited, 'event')} of the log not written down yet; \`keelson audit\` does that.`]),
    ...standingLines(value.standing),
    value.faults.length === 0 ? paint.green('Log, audit and reports agree.') : paint.red(value.faults.length === 1 ? 'One thing does not fit.' : `${grouped(value.faults.length)} things do not fit.`),
  ];
  await terminal.writeOut(asJson ? `${JSON.stringify(value)}\n` : `${text.join('\n')}\n`);
  return value.faults.length === 0 ? EXIT.ok : EXIT.failed;
}

export async function beginAuditAgain(surface: Surface, { tenant, json, reason, yes }: LedgerOptions & AuditBeginAgainOptions): Promise<ExitCode> {
  const asJson = json === true;
  const mistaken = await showMistake(surface, [tenantMistake(tenant), reason.trim() === '' ? { message: 'The reason is empty.', nextStep: 'Say why a new audit is begun.' } : undefined], asJson);
  if (mistaken !== undefined) return mistaken;
  if (yes !== true && !(await isConfirmed(surface, 'The audit as it is will be kept aside, and a new one begun.'))) return showUnconfirmed(surface, { operation: 'audit.begin_again', toDo: 'begin again' }, asJson);
  const outcome = await surface.client.call(auditBeginAgain, { tenant, reason }, { signal: surface.signal });
  if (!outcome.ok) return showLedgerFailure(surface, outcome.error, asJson);
  const { value } = outcome;
  if (value.state === 'absent') return showAbsent(surface, value, asJson);
  await surface.terminal.writeOut(asJson ? `${JSON.stringify(value)}\n` : `The audit of before is kept in ${value.standing.folder}/${value.set_aside}.\n\`keelson audit\` writes the log down anew.\n`);
  return EXIT.ok;
}

function isQuiet({ boundary_violations, drift_alerts, anomalies }: AuditReport): boolean {
  return boundary_violations.length + drift_alerts.length + anomalies.length === 0;
}

function renderReport(report: AuditReport, columns: number, paint: Style): string[] {
  const { tool_health: health } = report;
  const trends = (['improving', 'worsening', 'flat'] as const).map((trend) => `${report.gap_trends.filter((one) => one.trend === trend).length} ${trend}`);
  return [
    paint.bold(`Report ${grouped(report.number)}, ${report.trigger}: ${report.window_start} to ${report.window_end}`),
    `${counted(report.events, 'event')}, ${counted(report.tasks_observed, 'task')}; ${counted(report.runs_ended, 'run')} ended, ${grouped(report.runs_failed)} of them failed`,
    `${counted(report.total_corrections, 'correction')} (${grouped(health.environmental_retries)} environmental, ${grouped(health.logical_retries)} logical), ${counted(health.execution_failures, 'failed execution')}`,
    `${counted(report.tool_calls, 'tool call')}, ${grouped(report.tool_calls_failed)} failed`,
    `Gaps: ${trends.join(', ')}`,
    ...section('Boundary violations', report.boundary_violations, columns, paint.red),
    ...section('Anomalies', report.anomalies, columns, paint.red),
    ...section('Drift', report.drift_alerts, columns, paint.yellow),
    ...(report.left_off === 0 ? [] : [`${grouped(report.left_off)} more found no room here.`]),
    ...(isQuiet(report) ? [paint.green('Nothing that you should see to.')] : []),
  ];
}

function section(title: string, entries: readonly string[], columns: number, tint: (text: string) => string): string[] {
  return entries.length === 0 ? [] : [tint(`${title} (${grouped(entries.length)})`), ...entries.map((entry) => wrapText(`- ${printable(entry)}`, columns, '  '))];
}

function reportLine(report: AuditReport, paint: Style): string {
  const line = `${String(report.number).padStart(4)}  ${report.window_end}  ${report.trigger.padEnd(9)}  ${counted(report.events, 'event')}, ${counted(report.tasks_observed, 'task')}, ${counted(report.total_corrections, 'correction')}`;
  const told = report.boundary_violations.length + report.anomalies.length + report.drift_alerts.length;
  return told === 0 ? line : `${line}, ${paint.red(`${grouped(told)} to see to`)}`;
}

function faultLines({ code, position, subject, detail }: AuditFault, columns: number, paint: Style): string[] {
  return [`${paint.red(code)}${position === null ? '' : ` at ${grouped(position)}`} (${printable(subject)})`, wrapText(printable(detail), columns, '    ')];
}

function standingLines(standing: AuditStanding): string[] {
  if (standing.began_at === null) return [`Nothing has been audited yet in ${standing.folder}.`];
  return [
    `Audited up to event ${grouped(standing.position)} of ${grouped(standing.log_position)} since ${standing.began_at}${standing.began_behind === 0 ? '' : `; ${counted(standing.began_behind, 'event')} had been recorded before`}.`,
    `Mark ${standing.sequence}:${standing.hash}`,
  ];
}
